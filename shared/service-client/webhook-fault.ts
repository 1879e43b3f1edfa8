import type { KeptKey } from './key-history.ts';
import type { ShapeFault } from './read-event.ts';

/**
 * `malformed` is answered 400, `forged` 401, `unknown-key` 401 (the key set was read freshly without it, and it was never seen here), `unsure`
 * 503 (nothing is known to be wrong; ask again later). `odd`: the service signed these very bytes, and they cannot be read as an event; they
 * are kept apart (C27).
 * `code` names the step that failed, for logs and counters; it never carries text of the sender.
 */
export type WebhookFault =
  | { readonly kind: 'malformed' | 'forged' | 'unknown-key' | 'unsure'; readonly code: string }
  | (Odd & { readonly key: KeptKey });

export type Odd = { readonly kind: 'odd'; readonly code: ShapeFault; readonly bodyDigest: string };
