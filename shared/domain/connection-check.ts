import type { RevokingCode } from '../contract/answers.ts';

/**
 * What the service says about one connection. `partner`: it refuses the partner's own credentials. `invalid`: with the status
 * that said so, and the reason if there was one. `unknown`: nothing was learned, so nothing changes;
 * `where` says which of the two could not be asked.
 */
export type ConnectionCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'partner' }
  /** It refuses the company's own credentials, typed in here. */
  | { readonly kind: 'own-credentials' }
  | { readonly kind: 'invalid'; readonly reason: RevokingCode | null; readonly status: number }
  | { readonly kind: 'unknown'; readonly where: 'relay' | 'service'; readonly code: string };
