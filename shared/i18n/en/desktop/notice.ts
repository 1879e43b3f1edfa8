/** The system's notifications. */
export const notice = {
  'notice.refused.one': '“{{name}}” was refused',
  'notice.refused.many_one': '{{count, number}} document was refused',
  'notice.refused.many_other': '{{count, number}} documents were refused',
  'notice.refused.body': 'Your accountant gave no reason. Open Intray to see what to do.',
  'notice.unfit.one': '“{{name}}” cannot be sent',
  'notice.unfit.many_one': '{{count, number}} document cannot be sent',
  'notice.unfit.many_other': '{{count, number}} documents cannot be sent',
  'notice.unfit.body': 'Open Intray to see why, and what to do.',
  'notice.question.one': '“{{name}}” needs your decision',
  'notice.question.many_one': '{{count, number}} document needs your decision',
  'notice.question.many_other': '{{count, number}} documents need your decision',
  'notice.question.body': 'It is not sent before you have answered.',
  'notice.disconnected.title': '{{name}} is no longer connected',
  'notice.disconnected.body': 'Nothing is sent for this company until you reconnect it. Nothing is lost.',
  'notice.intray': 'Intray',
  'notice.window-crashed': 'The window stopped working and was opened again. Sending continued meanwhile; nothing is lost.',
  'notice.window-gone':
    'The window keeps failing. Sending continues without it; nothing is lost. Open it again from the icon, or restart Intray.',
  'notice.started-again':
    'Intray had stopped because of a fault of its own and has started again. Nothing is lost, and nothing is sent twice.',
  'notice.no-answer.one': 'No result yet for “{{name}}”',
  'notice.no-answer.many_one': 'No result yet for {{count, number}} document',
  'notice.no-answer.many_other': 'No result yet for {{count, number}} documents',
  'notice.no-answer.body': 'Ask your accountant. Open Intray for the document number.',
} as const;
