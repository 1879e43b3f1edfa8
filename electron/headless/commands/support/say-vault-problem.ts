import type { VaultProblem } from '#shared/app-api/faults.ts';

/** Why a secret could not be read or kept, and what to do. */
export function sayVaultProblem(kind: VaultProblem): string {
  return WORDS[kind];
}

const WORDS: Readonly<Record<VaultProblem, string>> = {
  'vault-locked': 'The keychain is locked: unlock it, then try again. (A server without one can use --create-key-file FILE.)',
  'vault-unavailable':
    'The key of the secrets cannot be had: no keychain answers here, or --key-file names no key file yet. --create-key-file FILE makes one, of yours alone.',
  'vault-lost': 'The secrets that were kept here cannot be opened any more: "companies reconnect" each company. "status" says why.',
  'vault-newer':
    'A newer version of Intray wrote the file of the secrets, and this one does not read it: install that version again. Nothing was changed.',
  'vault-unreadable':
    'The file of the secrets, vault.json in the folder of the profile, cannot be read or replaced by this user. Mend that, then try again.',
};
