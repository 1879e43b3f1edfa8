/** The frame of the window, and words that several of its places share. */
export const frame = {
  'frame.documents': 'Documents',
  'frame.settings': 'Settings',
  'frame.back': 'Back',
  'frame.skip': 'Skip to the documents',
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.save': 'Save',
  'common.saved': 'Saved',
  'common.copy': 'Copy',
  'common.copied': 'Copied',
  'common.continue': 'Continue',
  'common.finish': 'Finish',
  'common.try-again': 'Try again',
  'common.loading': 'One moment…',
  'common.unexpected': 'That did not work, and Intray does not know why. Nothing was changed. Try again.',
  'common.now': 'just now',
  'common.soon': 'in a moment',
  'link.down.title': 'Not connected to Intray',
  'link.down.text':
    'What you see may be old. This window keeps trying to reach the program; if that takes long, check that Intray is running.',
  'link.closed.text': 'The program was closed. What you see is the last that it said. Start Intray again, then reload this window.',
  'link.reload': 'Reload',
  'sign-in.title': 'This page is not signed in',
  'sign-in.text': 'For your safety the address of this window is good once. Ask Intray for a new one, and open it in this browser.',
  'vault.locked.title': 'Your keychain is locked',
  'vault.locked.text':
    'The connections to your accountant are kept in it, so nothing is sent now. Unlock it, or log in to your computer again. Nothing is lost, and Intray goes on by itself.',
  'vault.unavailable.title': 'This computer has no keychain that Intray can use',
  'vault.unavailable.text':
    'Intray never writes a secret where others could read it, so it cannot connect a company here. On Linux, start a keyring such as GNOME Keyring or KWallet; without a desktop, start Intray with a key file.',
  'vault.lost.title': 'Your keychain no longer has the key to Intray’s secrets',
  'vault.lost.text':
    'It was emptied, or it is another one. Reconnect each company with its identifier and secret, and type in again what a proxy wants. Your documents wait and nothing is sent twice; the old secrets stay, sealed, in case the key comes back.',
  'disk.full.title': 'The disk of this computer is full',
  'disk.full.text':
    'Intray notes on the disk what it sends before it sends it, so nothing is sent now. Make room on the disk where Intray keeps its own files; Intray goes on by itself, and nothing is lost.',
  'disk.read-only.title': 'Intray may not write to its own folder',
  'disk.read-only.text':
    'Nothing is sent now, because Intray could not note it first. Let your account write to the folder of Intray’s own files, or ask who looks after this computer; Intray goes on by itself, and nothing is lost.',
  'disk.broken.title': 'The disk of this computer gives errors',
  'disk.broken.text':
    'Nothing is sent now, because Intray could not note it first. Have the disk checked soon; Intray goes on by itself when it works again. Your scans were not touched.',
  'recovery.title': 'Intray’s own journal was damaged and has been made anew',
  'recovery.backup':
    'It was taken from the copy of {{when}}. What came later is found again: the service knows what it has received, so nothing is sent twice.',
  'recovery.set-up':
    'Your companies, folders and settings are there, the list begins anew. Intray asks before it sends what lies in your folders already; the service knows what it has received, so nothing is sent twice.',
  'recovery.nothing': 'Nothing of it was left. Connect your companies and add your folders again; what was sent before is not sent twice.',
  'recovery.kept': 'The damaged one is kept in Intray’s folder as {{name}}.',
  'recovery.seen': 'Understood',
} as const;
