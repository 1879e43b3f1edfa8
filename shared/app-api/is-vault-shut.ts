import type { VaultView } from './views.ts';

/** Secrets are kept, and cannot be read: all that needs one waits, and is no trouble of its own. */
export function isVaultShut(vault: VaultView): vault is Exclude<VaultView, 'open' | 'absent'> {
  return vault !== 'open' && vault !== 'absent';
}
