/** The state of a document in a few words: by the state's kind, or by the special way in which the window shows it. */
export const state = {
  'state.held': 'Needs your decision',
  'state.aside': 'Set aside',
  'state.unfit': 'Cannot be sent',
  'state.waiting': 'Waiting to be sent',
  'state.uploading': 'Being sent',
  'state.awaiting': 'Received – awaiting the result',
  'state.accepted': 'Accepted',
  'state.refused': 'Refused',
  'state.no-answer': 'Received – no result yet',
  'state.settled': 'Refused – resolved',
  'state.unproven': 'Result without proof',
  'state.taken.accepted': 'Accepted – unproven, taken on {{moment}}',
  'state.taken.refused': 'Refused – unproven, taken on {{moment}}',
} as const;
