import { z } from 'zod';
import { VAULT_PROBLEMS } from './faults.ts';
import type { VaultView } from './views.ts';

/** What a user types into the settings and nobody ever reads back: it is stored only in the vault. */
export const INSTALLATION_SECRETS = ['proxy-password', 'client-secret'] as const;
export type InstallationSecret = (typeof INSTALLATION_SECRETS)[number];

/** Input only, never returned: of each it is only reported whether it is set; null when the vault does not say. */
export const secretsViewSchema = z.record(z.enum(INSTALLATION_SECRETS), z.boolean().nullable());
export type SecretsView = Readonly<z.infer<typeof secretsViewSchema>>;

export const keepSecretSchema = z.object({
  name: z.enum(INSTALLATION_SECRETS),
  /** Null removes it. */
  secret: z.string().min(1).max(500).nullable(),
});
export const secretFaultSchema = z.object({ kind: z.enum(VAULT_PROBLEMS) });
export type SecretFault = Readonly<z.infer<typeof secretFaultSchema>>;

/** There are secrets, but they cannot be read: whatever needs one waits, and is not a problem of its own. */
export function isVaultShut(vault: VaultView): vault is Exclude<VaultView, 'open' | 'absent'> {
  return vault !== 'open' && vault !== 'absent';
}
