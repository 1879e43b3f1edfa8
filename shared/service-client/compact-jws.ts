import { z } from 'zod';
import { base64urlBytes } from '../lib/base64url.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { ALGORITHM } from './algorithm.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { WebhookFault } from './webhook-fault.ts';

/** A signature of 4,096 bits with generous claims is under 2 KiB; what is four times that is no JWT of the service. */
const JWT_CHARACTERS_MAX = 8_192;

/** `jku`, `jwk`, `x5u` and `x5c` may stand there and are never looked at: keys come from the configured set alone. */
const headerSchema = z.looseObject({ alg: z.unknown().optional(), kid: z.unknown().optional(), crit: z.unknown().optional() });

export type CompactJws = { readonly kid: string; readonly payload: Uint8Array };

/**
 * The gate in front of the signature check: exactly three parts of canonical base64url (no padding, no spaces, no
 * stray bits at the end: two texts for one signature would be two events to somebody), which what is behind it is lenient about; one algorithm; a kid; no extensions.
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
