import type { Result } from '../lib/result.ts';

/** `locked`: there, but closed to us now. `unavailable`: no keychain on this machine, or it does not answer. */
export type SecretFault = { readonly kind: 'locked' | 'unavailable'; readonly detail: string };

/** Where secrets lie. Absent is `null`, and never the same as locked: nobody is told to sign in again over a locked keychain. */
export interface SecretStore {
  get(name: string): Promise<Result<string | null, SecretFault>>;
  set(name: string, secret: string): Promise<Result<null, SecretFault>>;
  delete(name: string): Promise<Result<null, SecretFault>>;
}
