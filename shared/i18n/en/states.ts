/** Words for where a document is. Each says what is known, never what is hoped. */
export const states = {
  'state.held': 'Needs your decision',
  'state.aside': 'Set aside',
  'state.unfit': 'Cannot be sent',
  'state.waiting': 'Waiting to be sent',
  'state.uploading': 'Being sent',
  'state.awaiting': 'Received – waiting for your accountant',
  'state.accepted': 'Accepted',
  'state.refused': 'Refused',
} as const;
