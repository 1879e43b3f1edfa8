import type { Result } from '../lib/result.ts';

/** `locked`: it exists, but is closed to us now. `unavailable`: no keychain on this machine, or it does not answer. */
export type SecretFault = { readonly kind: 'locked' | 'unavailable'; readonly detail: string };

/** Where secrets are stored. Absent is `null`, and never the same as locked: a locked keychain must not make anyone sign in again. */
export interface SecretStore {
  get(name: string): Promise<Result<string | null, SecretFault>>;
  set(name: string, secret: string): Promise<Result<null, SecretFault>>;
  delete(name: string): Promise<Result<null, SecretFault>>;
}
