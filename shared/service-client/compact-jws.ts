import { z } from 'zod';
import { base64urlBytes } from '../lib/bytes.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { ALGORITHM } from './rsa-keys.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { KeptKey } from './key-ring.ts';
import type { ShapeFault } from './read-event.ts';

/** With a signature of 4,096 bits and generous claims, a JWT is under 2 KiB; one of four times that is not the service's. */
const JWT_CHARACTERS_MAX = 8_192;

/** `jku`, `jwk`, `x5u` and `x5c` may be present and are ignored: keys come only from the configured set. */
const headerSchema = z.looseObject({ alg: z.unknown().optional(), kid: z.unknown().optional(), crit: z.unknown().optional() });

export type CompactJws = { readonly kid: string; readonly payload: Uint8Array };

/**
 * The strict checks before the signature check, which is lenient about them: exactly three parts of canonical base64url (no padding, no
 * spaces, no stray bits at the end: two texts for one signature could count as two events); the one algorithm; a kid; no extensions.
 */
export function compactJws(text: string): Result<CompactJws, WebhookFault> {
  if (text.length > JWT_CHARACTERS_MAX) return fail({ kind: 'malformed', code: 'jwt-length' });
  const [head, body, signature, ...more] = text.split('.').map(base64urlBytes);
  if (!head || !body || !signature || more.length > 0) return fail({ kind: 'malformed', code: 'jwt-form' });
  const header = headerSchema.safeParse(jsonOf(head));
  if (!header.success) return fail({ kind: 'malformed', code: 'jwt-header' });
  const { alg, kid, crit } = header.data;
  if (alg !== ALGORITHM) return fail({ kind: 'forged', code: 'alg' });
  if (crit !== undefined) return fail({ kind: 'forged', code: 'crit' });
  if (typeof kid !== 'string' || kid === '') return fail({ kind: 'forged', code: 'kid-missing' });
  return ok({ kid, payload: body });
}

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
