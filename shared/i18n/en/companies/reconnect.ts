/** Restoring a company's connection: its cause, and what is kept meanwhile. */
export const reconnect = {
  'reconnect.about': 'The connection of {{name}}',
  'reconnect.kept': 'What is kept',
  'reconnect.kept.queue_zero': 'Nothing is waiting to be sent.',
  'reconnect.kept.queue_one': '{{count, number}} document is waiting and leaves as soon as the connection is back.',
  'reconnect.kept.queue_other': '{{count, number}} documents are waiting and leave as soon as the connection is back.',
  'reconnect.kept.rest': 'Folders, settings and history stay. Nothing is sent twice.',
  'reconnect.since': 'Since {{moment}}.',
  'reconnect.check': 'Check again now',
  'reconnect.checking': 'Checking with the import service…',
  'reconnect.to-settings': 'Open the settings',
  'reconnect.secret-only': 'The identifier that begins with {{id}} stays. Only the secret is needed.',
  'reconnect.other-id': 'I was also given a new identifier',
  'reconnect.done': '{{name}} is connected again',
  'reconnect.leaving_one': '{{count, number}} document has yet to leave.',
  'reconnect.leaving_other': '{{count, number}} documents have yet to leave.',
  'reconnect.left': 'Everything that was waiting has left.',
  'reconnect.cause.partner': 'Intray’s own access is blocked by the import service',
  'reconnect.cause.partner.text':
    'The fault is on Intray’s side, with the access that all companies share. You have nothing to do and nothing to paste: Intray keeps asking and carries on by itself.',
  'reconnect.cause.wrong-secret': 'The secret is not the right one',
  'reconnect.cause.wrong-secret.text':
    'The import service knows this connection, but not this secret: it was mistyped, or your accountant created a new one. Paste the current secret.',
  'reconnect.cause.no-secret': 'This computer has lost the secret',
  'reconnect.cause.no-secret.text': 'The connection itself may be good. This computer no longer has its secret: paste it once more.',
  'reconnect.cause.revoked': 'The connection has ended',
  'reconnect.cause.revoked.text':
    'Somebody ended it: your accountant, somebody in your company, or the import service after a change there. The service does not say who. Ask your accountant for a new identifier and secret.',
  'reconnect.cause.SMB_CLOSED': 'The company’s file is closed at your accountant’s',
  'reconnect.cause.SMB_CLOSED.text':
    'The import service ended the connection because this company’s file was closed there. Ask your accountant to reopen it, or for a new identifier and secret.',
  'reconnect.cause.SMB_NOTFOUND': 'The import service no longer finds the company',
  'reconnect.cause.SMB_NOTFOUND.text':
    'The import service ended the connection because this company is no longer there: moved or removed. Ask your accountant for a new identifier and secret.',
  'reconnect.cause.CPA_CLOSED': 'Your accountant’s account is closed',
  'reconnect.cause.CPA_CLOSED.text':
    'The import service ended the connection because the firm’s account was closed. Ask your accountant where your documents go from now on, and for a new identifier and secret.',
  'reconnect.cause.unknown': 'The import service no longer accepts this connection',
  'reconnect.cause.unknown.text':
    'It does not say why; connections can also expire. Compare what you have with your accountant, then paste the current identifier and secret.',
  'reconnect.cause.clock': 'The clock of this computer is wrong',
  'reconnect.cause.clock.text':
    'Secure connections fail with a wrong date or time. Set both, preferably automatically from the internet, then check again. There is nothing to paste.',
  'reconnect.cause.network': 'This computer is offline',
  'reconnect.cause.network.text':
    'Neither the import service nor Intray’s server can be reached: check the network, the cable or the Wi-Fi. The connection itself has not changed, and there is nothing to paste.',
  'reconnect.cause.doubt': 'The import service does not answer clearly',
  'reconnect.cause.doubt.text':
    'Intray does not know yet whether the connection is still good, and keeps asking. There is nothing to paste before the import service has said so.',
  'reconnect.cause.credentials': 'Your firm’s own access is refused',
  'reconnect.cause.credentials.text':
    'The identifier and the secret of that access, in the settings under “Connection”, are refused. The company’s own connection is not the problem.',
  'reconnect.cause.secrets': 'The secret cannot be read now',
  'reconnect.cause.secrets.text':
    'It is there, unharmed. If the keychain is locked, unlock it, or log in to your computer again; otherwise the overview says what to do. Then there is nothing to paste.',
  'reconnect.cause.working': 'The connection works',
  'reconnect.cause.working.text':
    'There is nothing to repair. Paste another identifier and secret only if your accountant gave you new ones.',
  'reconnect.cause.paused': 'You paused this company',
  'reconnect.cause.paused.text':
    'The connection is not the problem: resume, and everything that is waiting leaves. Paste another identifier and secret only if your accountant gave you new ones.',
} as const;
