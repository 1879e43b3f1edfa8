/** The frame of the window, and words that several of its places share. */
export const frame = {
  'frame.places': 'Places',
  'frame.overview': 'Overview',
  'frame.companies': 'Companies',
  'frame.to-look-at_one': '{{count, number}} to look at',
  'frame.to-look-at_other': '{{count, number}} to look at',
  'frame.page': '{{place}} – Intray',
  'contact.connected': 'Connected',
  'contact.last': 'Last contact {{age}}',
  'contact.program': 'No contact with Intray',
  'contact.no-company': 'No company yet',
  'contact.keychain': 'Keychain closed',
  'contact.lost': 'Not connected',
  'contact.lost-one': 'A company is not connected',
  'contact.doubt': 'Connection uncertain',
  'contact.relay': 'Answers cannot be read',
  'contact.relay-not-set': 'Answers not set up',
  'contact.paused': 'Paused by you',
  'frame.documents': 'Documents',
  'frame.settings': 'Settings',
  'frame.back': 'Back',
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
    'What you see may be out of date. This window keeps trying to reach the program; if that takes long, check that Intray is running.',
  'link.closed.text': 'The program was closed. What you see is the last it said. Start Intray again, then reload this window.',
  'link.missing.title': 'A part of this window is missing',
  'link.missing.text': 'It was probably replaced by a newer version. Sending goes on. Reload the window to see all of it.',
  'link.reload': 'Reload',
  'sign-in.title': 'This page is not signed in',
  'sign-in.text':
    'For your safety, an address of this window works only once and in one tab. Ask Intray for a new one, and open it in this browser.',
  'vault.locked.title': 'Your keychain is locked',
  'vault.locked.text':
    'The connections to your accountant are kept in it, so nothing is sent for now. Unlock it, or log in to your computer again. Nothing is lost, and Intray carries on by itself.',
  'vault.unavailable.title': 'This computer has no keychain that Intray can use',
  'vault.unavailable.text':
    'Intray never writes a secret where others could read it, so it cannot connect a company here. On Linux, start a keyring such as GNOME Keyring or KWallet; without a desktop, start Intray with a key file.',
  'vault.lost.title': 'Your keychain no longer has the key to Intray’s secrets',
  'vault.lost.text':
    'It was emptied, or it is another one. Reconnect each company with its identifier and secret, and enter any proxy password again. Your documents wait and nothing is sent twice; the old secrets stay, sealed, in case the key comes back.',
  'disk.full.title': 'The disk of this computer is full',
  'disk.full.text':
    'Intray records on the disk what it sends before it sends it, so nothing is sent for now. Free some space on the disk where Intray keeps its own files; Intray carries on by itself, and nothing is lost.',
  'disk.read-only.title': 'Intray is not allowed to write to its own folder',
  'disk.read-only.text':
    'Nothing is sent for now, because Intray could not record it first. Let your account write to the folder of Intray’s own files, or ask whoever looks after this computer; Intray carries on by itself, and nothing is lost.',
  'disk.held.title': 'Another program is using Intray’s own files',
  'disk.held.text':
    'A virus scanner or a backup program, for instance. Nothing is sent for now, because Intray could not record it first. Close that program, or have it leave out the folder of Intray’s own files; Intray keeps trying and carries on by itself, and nothing is lost.',
  'disk.broken.title': 'The disk of this computer reports errors',
  'disk.broken.text':
    'Nothing is sent for now, because Intray could not record it first. Have the disk checked soon; Intray carries on by itself when it works again. Your scans were not touched.',
  'disk.gone.title': 'Intray’s own files are no longer where they were',
  'disk.gone.text':
    'They were deleted, moved or replaced while Intray was running, so nothing is sent for now. Put them back, and Intray carries on by itself; or quit Intray and start it again: it takes up from its copies, and nothing is sent twice. Your scans were not touched.',
  'recovery.title': 'Intray’s own journal was damaged and has been rebuilt',
  'recovery.backup':
    'It was restored from the copy of {{when}}. What came later is found again: the service knows what it has received, so nothing is sent twice.',
  'recovery.set-up':
    'Your companies, folders and settings are there; the list starts afresh. Intray asks before it sends what is already in your folders; the service knows what it has received, so nothing is sent twice.',
  'recovery.nothing': 'Nothing of it was left. Connect your companies and add your folders again; what was sent before is not sent twice.',
  'recovery.kept': 'The damaged one is kept in Intray’s folder as {{name}}.',
  'recovery.seen': 'Got it',
} as const;
