/** A keychain that cannot be used. Each state has a `.title` and a `.text`. */
export const vault = {
  'vault.locked.title': 'Your keychain is locked',
  'vault.locked.text':
    'The connections to your accountant are kept in it, so nothing is sent for now. Unlock it, or log in to your computer again. Nothing is lost, and Intray carries on by itself.',
  'vault.unavailable.title': 'This computer has no keychain that Intray can use',
  'vault.unavailable.text':
    'Intray never writes a secret where others could read it, so it cannot connect a company here. On Linux, start a keyring such as GNOME Keyring or KWallet; without a desktop, start Intray with a key file.',
  'vault.lost.title': 'Your keychain no longer has the key to Intray’s secrets',
  'vault.lost.text':
    'It was emptied, or it is another one. Reconnect each company with its identifier and secret, and enter any proxy password again. Your documents wait and nothing is sent twice; the old secrets stay, encrypted, in case the key comes back.',
} as const;
