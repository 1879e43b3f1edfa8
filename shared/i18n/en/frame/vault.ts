/** Secrets that cannot be read: because of the keychain, or of their file. Each state has a `.title` and a `.text`. */
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
  'vault.damaged.title': 'The file of Intray’s secrets is damaged',
  'vault.damaged.text':
    'It can no longer be opened. Reconnect each company with its identifier and secret, and enter any proxy password again. Your documents wait and nothing is sent twice; the damaged file stays beside the new one.',
  'vault.newer.title': 'A newer version of Intray wrote the secrets',
  'vault.newer.text':
    'This version cannot read them, and leaves them as they are. Install the newer version again; your documents wait and nothing is lost.',
  'vault.unreadable.title': 'The file of Intray’s secrets cannot be read',
  'vault.unreadable.text':
    'The disk refuses it. Have whoever looks after this computer allow your user to read and write the file vault.json of Intray. Your documents wait and nothing is lost.',
} as const;
