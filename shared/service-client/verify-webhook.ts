import { SECOND_MS, type WallMs } from '../lib/duration.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { unreachable } from '../lib/unreachable.ts';
import { compactJws, type Odd, type WebhookFault } from './compact-jws.ts';
import type { KeySource } from './jwks-cache.ts';
import type { KeptKey } from './key-ring.ts';
import { type ReadEvent, readEvent, type Unpack } from './read-event.ts';
import type { z } from 'zod';
import { webhookClaimsSchema } from '../contract/events.ts';
import { CLOCK_SKEW_MS, LATE_RETRY_MS } from '../contract/limits.ts';
import { hex } from '../lib/bytes.ts';
import { jsonOf } from '../lib/json-of.ts';
import type { Sha256 } from '../lib/digest.ts';

export type VerifiedEvent = ReadEvent & {
  readonly kid: string;
  /** The key that verified it; it may have left the set since (C25). */
  readonly key: KeptKey;
  /** SHA-256 of the raw bytes, lower-case hexadecimal. */
  readonly bodyDigest: string;
  /** The JWT had expired on arrival, and was accepted as a late retry (C24). */
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

export type VerifyWith = ReadSignedDeps & { readonly keys: KeySource };

/**
 * All of C24, the same at the relay and again at the desktop: three parts of canonical base64url, alg exactly
 * RS512, kid only from the configured key set (jku, jwk, x5u, crit refused or ignored), signature, issuer, hash of the
 * raw bytes in constant time, ce_type equal to the body's type, iat, nbf and exp.
 */
export async function verifyWebhook(webhook: WebhookToVerify, by: VerifyWith): Promise<Result<VerifiedEvent, WebhookFault>> {
  if (webhook.jwt === null || webhook.jwt === '') return fail({ kind: 'forged', code: 'unsigned' });
  const jws = compactJws(webhook.jwt);
  if (!jws.ok) return jws;
  const { kid, payload } = jws.value;

  const checked = await by.keys.check(kid, webhook.jwt);
  if (checked.kind !== 'verified') return fail(faultOf(checked));

  const read = readSigned({ payload, body: webhook.body, receivedAt: webhook.receivedAt }, by);
  if (read.ok) return ok({ ...read.value, kid, key: checked.key });
  return fail(read.failure.kind === 'odd' ? { ...read.failure, key: checked.key } : read.failure);
}

function faultOf(checked: Exclude<Awaited<ReturnType<KeySource['check']>>, { kind: 'verified' }>): WebhookFault {
  switch (checked.kind) {
    case 'forged':
      return checked;
    case 'unknown-key':
      return { kind: 'unknown-key', code: 'unknown_key' };
    case 'unsure':
      return { kind: 'unsure', code: 'keys' };
    default:
      return unreachable(checked);
  }
}

/** The claims by which the service states that it signed exactly these bytes. */
const proofSchema = webhookClaimsSchema.pick({ iss: true, body_sha256: true });
const timesSchema = webhookClaimsSchema.pick({ iat: true, nbf: true, exp: true });

type Times = z.infer<typeof timesSchema>;

type SignedWebhook = {
  /** The payload of a JWT with a valid signature of the service. */
  readonly payload: Uint8Array;
  readonly body: Uint8Array;
  readonly receivedAt: WallMs;
};

type ReadSignedDeps = { readonly issuer: string; readonly sha256: Sha256; readonly unpack?: Unpack };

type NotRead = Odd | { readonly kind: 'malformed' | 'forged'; readonly code: string };

type ReadSigned = ReadEvent & { readonly bodyDigest: string; readonly late: boolean };

/**
 * Reads a JWT of the service and the bytes it signs. First, whether it is about these bytes at all and not too old: otherwise it is forged. Only
 * then their shape, which is never a reason to reject them (C27).
 */
function readSigned({ payload, body, receivedAt }: SignedWebhook, deps: ReadSignedDeps): Result<ReadSigned, NotRead> {
  const signed = jsonOf(payload);
  const proof = proofSchema.safeParse(signed);
  if (!proof.success) return fail({ kind: 'malformed', code: 'claims' });
  const bodyDigest = hex(deps.sha256([body]));
  if (proof.data.iss !== deps.issuer) return fail({ kind: 'forged', code: 'issuer' });
  if (!sameDigest(bodyDigest, proof.data.body_sha256.toLowerCase())) return fail({ kind: 'forged', code: 'body' });
  const times = timesSchema.safeParse(signed);
  const untimely = times.success ? untimeliness(times.data, receivedAt) : null;
  if (untimely !== null) return fail({ kind: 'forged', code: untimely });
  const read = readEvent({ claims: signed, body, bodyDigest }, deps.unpack);
  if (!read.ok) return fail({ kind: 'odd', code: read.failure, bodyDigest });
  return ok({ ...read.value, bodyDigest, late: times.success && isLate(times.data, receivedAt) });
}

/** Why a JWT is not valid at this time, or null. */
function untimeliness(times: Times, receivedAt: WallMs): string | null {
  const ageMs = receivedAt - times.iat * SECOND_MS;
  if (ageMs < -CLOCK_SKEW_MS) return 'issued-in-future';
  if ((times.nbf ?? times.iat) * SECOND_MS - receivedAt > CLOCK_SKEW_MS) return 'not-yet-valid';
  return isLate(times, receivedAt) && ageMs >= LATE_RETRY_MS ? 'expired' : null;
}

function isLate({ exp }: Times, receivedAt: WallMs): boolean {
  return receivedAt > exp * SECOND_MS + CLOCK_SKEW_MS;
}

/** Compares in constant time. */
function sameDigest(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}
