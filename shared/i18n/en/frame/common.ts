/** Words that several parts of the window share. */
export const common = {
  'common.cancel': 'Cancel',
  'common.close': 'Close',
  'common.secret.show': 'Show what is typed',
  'common.secret.hide': 'Hide what is typed',
  'common.save': 'Save',
  'common.saved': 'Saved',
  'common.copied': 'Copied',
  'common.continue': 'Continue',
  'common.loading': 'One moment…',
  'common.unexpected': 'That did not work, and Intray does not know why. Nothing was changed. Try again.',
  'common.now': 'just now',
  'common.soon': 'in a moment',
} as const;
