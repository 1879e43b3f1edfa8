import type { VaultView } from './views.ts';

/** There are secrets, but they cannot be read: whatever needs one waits, and is not a problem of its own. */
export function isVaultShut(vault: VaultView): vault is Exclude<VaultView, 'open' | 'absent'> {
  return vault !== 'open' && vault !== 'absent';
}
