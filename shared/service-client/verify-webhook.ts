import { type Envelope, envelopeSchema, type WebhookClaims, webhookClaimsSchema } from '../contract/events.ts';
import { CLOCK_SKEW_MS, LATE_RETRY_MS } from '../contract/limits.ts';
import { SECOND_MS, type WallMs } from '../lib/duration.ts';
import { hex } from '../lib/hex.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Sha256 } from '../lib/sha256.ts';
import { compactJws } from './compact-jws.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { KeySource } from './jwks-cache.ts';

/**
 * `malformed` is answered 400, `forged` 401, `unsure` 503 (nothing is known to be wrong; ask again later).
 * `code` names the step that failed, for logs and counters; it never carries text of the sender.
 */
export type WebhookFault = { readonly kind: 'malformed' | 'forged' | 'unsure'; readonly code: string };

export type VerifiedEvent = {
  readonly envelope: Envelope;
  readonly kid: string;
  /** SHA-256 of the raw bytes, lower-case hexadecimal. */
  readonly bodyDigest: string;
  /** The JWT's `exp` was past on arrival and it was believed as a late retry (decision 24). */
  readonly late: boolean;
};

export type WebhookToVerify = {
  /** Value of the signature header. */
  readonly jwt: string | null;
  /** The raw bytes, before any parsing. */
  readonly body: Uint8Array;
  /** When the relay received it; lateness is judged against this. */
  readonly receivedAt: WallMs;
};

export type Unpack = (body: Uint8Array) => Uint8Array | null;

export type VerifyWith = {
  readonly keys: KeySource;
  readonly issuer: string;
  readonly sha256: Sha256;
  /** Opens what gzip has packed; null when it is none, or holds too much. */
  readonly unpack?: Unpack;
};

/** How gzip begins, and JSON never does. */
const GZIP = [0x1f, 0x8b] as const;

/**
 * All of decision 24, the same at the relay and again at the desktop: three parts of canonical base64url, alg exactly
 * RS512, kid from the configured key set alone (jku, jwk, x5u, crit refused or ignored), signature, issuer, hash of the
 * raw bytes in constant time, ce_type equal to the body's type, iat and exp.
 */
export async function verifyWebhook(webhook: WebhookToVerify, by: VerifyWith): Promise<Result<VerifiedEvent, WebhookFault>> {
  if (webhook.jwt === null || webhook.jwt === '') return fail({ kind: 'forged', code: 'unsigned' });
  const jws = compactJws(webhook.jwt);
  if (!jws.ok) return jws;
  const { kid, payload } = jws.value;

  const key = await by.keys.key(kid);
  if (!key.ok) return fail(key.failure.kind === 'unknown-kid' ? { kind: 'forged', code: 'kid-unknown' } : { kind: 'unsure', code: 'keys' });
  if (!(await key.value(webhook.jwt))) return fail({ kind: 'forged', code: 'signature' });

  const claims = webhookClaimsSchema.safeParse(jsonOf(payload));
  if (!claims.success) return fail({ kind: 'malformed', code: 'claims' });
  const bodyDigest = hex(by.sha256([webhook.body]));
  const wrong = contradiction(claims.data, { receivedAt: webhook.receivedAt, bodyDigest }, by);
  if (wrong !== null) return fail({ kind: 'forged', code: wrong });

  // Packed by the service itself: the signature is over the bytes as received, and the event is in them.
  const packed = GZIP.every((byte, at) => webhook.body[at] === byte);
  const envelope = envelopeSchema.safeParse(jsonOf((packed ? by.unpack?.(webhook.body) : null) ?? webhook.body));
  if (!envelope.success) return fail({ kind: 'malformed', code: 'envelope' });
  if (envelope.data.type !== claims.data.ce_type) return fail({ kind: 'forged', code: 'ce-type' });
  return ok({ envelope: envelope.data, kid, bodyDigest, late: isLate(claims.data, webhook.receivedAt) });
}

/** What is wrong with claims that the service did sign, or null. */
function contradiction(
  claims: WebhookClaims,
  webhook: Pick<WebhookToVerify, 'receivedAt'> & Pick<VerifiedEvent, 'bodyDigest'>,
  by: Pick<VerifyWith, 'issuer'>,
): string | null {
  if (claims.iss !== by.issuer) return 'issuer';
  if (!sameDigest(webhook.bodyDigest, claims.body_sha256.toLowerCase())) return 'body';
  const ageMs = webhook.receivedAt - claims.iat * SECOND_MS;
  if (ageMs < -CLOCK_SKEW_MS) return 'issued-in-future';
  if (isLate(claims, webhook.receivedAt) && ageMs >= LATE_RETRY_MS) return 'expired';
  return null;
}

function isLate(claims: WebhookClaims, receivedAt: WallMs): boolean {
  return receivedAt > claims.exp * SECOND_MS + CLOCK_SKEW_MS;
}

/** Takes as long whatever differs. */
function sameDigest(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
