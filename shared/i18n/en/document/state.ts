/** The state of a document in a few words: by the state's kind, or by the special way in which the window shows it. */
export const state = {
  'state.held': 'Needs your decision',
  'state.aside': 'Set aside',
  'state.unfit': 'Cannot be sent',
  'state.waiting': 'Waiting to be sent',
  'state.uploading': 'Being sent',
  'state.awaiting': 'Received – waiting for your accountant',
  'state.accepted': 'Accepted',
  'state.refused': 'Refused',
  'state.no-answer': 'Received – no answer yet',
  'state.settled': 'Refused – dealt with',
  'state.unproven': 'Answer without proof',
  'state.taken.accepted': 'Accepted – unproven, taken on {{moment}}',
  'state.taken.refused': 'Refused – unproven, taken on {{moment}}',
} as const;
