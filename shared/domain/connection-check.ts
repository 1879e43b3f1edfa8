import type { RevokingCode } from '../contract/answers.ts';

/**
 * What the service says of one connection. `partner`: it refuses the partner's own credentials. `invalid` with the status
 * by which it said so, and the reason as far as it gave one. `unknown`: nothing was learned, so nothing changes;
 * `where` tells which of the two could not be asked.
 */
export type ConnectionCheck =
  | { readonly kind: 'valid' }
  | { readonly kind: 'partner' }
  /** The company's own, typed in here. */
  | { readonly kind: 'own-credentials' }
  | { readonly kind: 'invalid'; readonly reason: RevokingCode | null; readonly status: number }
  | { readonly kind: 'unknown'; readonly where: 'relay' | 'service'; readonly code: string };
