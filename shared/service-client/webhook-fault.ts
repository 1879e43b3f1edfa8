import type { KeptKey } from './key-ring.ts';
import type { ShapeFault } from './read-event.ts';

/**
 * `malformed` is answered 400, `forged` 401, `unknown-key` 401 (a fresh reading of the key set lacks it, and it was never seen here), `unsure`
 * 503 (nothing is known to be wrong; ask again later). `odd`: the service signed exactly these bytes, but they cannot be read as an event; they
 * are stored separately (C27).
 * `code` names the step that failed, for logs and counters; it never contains text of the sender.
 */
export type WebhookFault =
  | { readonly kind: 'malformed' | 'forged' | 'unknown-key' | 'unsure'; readonly code: string }
  | (Odd & { readonly key: KeptKey });

export type Odd = { readonly kind: 'odd'; readonly code: ShapeFault; readonly bodyDigest: string };
