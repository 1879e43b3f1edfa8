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
} as const;
