/** The state of a company's connection to the service. */
export const connection = {
  'connection.active': 'Connected',
  'connection.active.seen': 'Last contact {{age}}',
  'connection.checking.unknown': 'The import service does not answer clearly',
  'connection.checking.unknown.text': 'Intray keeps asking. Your documents wait; you have nothing to do.',
  'connection.checking.credentials': 'Your firm’s own access is not accepted',
  'connection.checking.credentials.text': 'Check its identifier and its secret in the settings, under “Connection”. Nothing is lost.',
  'connection.checking.partner': 'Intray’s own access is blocked by the import service',
  'connection.checking.partner.text':
    'This concerns Intray, not you: there is nothing to do on your side. Your documents wait and leave as soon as it works again.',
  'connection.checking.secrets': 'Its secret cannot be read now',
  'connection.checking.secrets.text':
    'If the keychain of this computer is locked, unlock it; otherwise the overview says what to do. Your documents wait.',
  'connection.paused': 'Paused by you',
  'connection.paused.text': 'Since {{moment}}. New scans are collected and leave when you resume.',
  'connection.invalid': 'No longer connected',
  'connection.invalid.SMB_CLOSED':
    'The import service says that this company’s file is closed. Ask your accountant, then reconnect. Your documents wait.',
  'connection.invalid.SMB_NOTFOUND':
    'The import service no longer knows this company. Ask your accountant, then reconnect. Your documents wait.',
  'connection.invalid.CPA_CLOSED':
    'The import service says that your accountant’s account is closed. Ask your accountant, then reconnect. Your documents wait.',
  'connection.invalid.revoked':
    'The connection has ended. Ask your accountant for a new identifier and secret, then reconnect. Your documents wait.',
  'connection.invalid.no-secret':
    'This computer has lost the secret of this connection. Paste identifier and secret to reconnect. Your documents wait, and none is sent twice.',
  'connection.invalid.wrong-secret': 'The secret is no longer the right one. Paste the current one to reconnect. Your documents wait.',
  'connection.invalid.unknown':
    'The import service no longer accepts this connection and does not say why. Ask your accountant, then reconnect. Your documents wait.',
} as const;
