/** The computers that read a company's answers. */
export const computers = {
  'computers.title': 'Computers of {{name}}',
  'computers.text': 'These computers read the results. Remove one when it was sold, lost or stolen.',
  'computers.here': 'This computer, since {{moment}}',
  'computers.since': 'Since {{moment}}',
  'computers.leave': 'Remove this computer',
  'computers.leave.one': 'Remove this computer: {{name}}',
  'computers.leave.title': 'Remove {{name}}?',
  'computers.leave.text':
    'Within seconds it reads no more results for {{name}}. To connect it again, the secret has to be typed in there. If it was stolen, ask your accountant for a new connection, too: the secret may still be on it. Nothing changes on this computer.',
  'computers.fault.not-found': 'Intray’s server does not show the computers of this company now. Reconnect the company, then look again.',
  'computers.fault.relay-unreachable': 'Intray’s server cannot be reached now. Nothing was changed; try again later.',
} as const;
