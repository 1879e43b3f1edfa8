import type { WallMs } from '../lib/duration.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { unreachable } from '../lib/unreachable.ts';
import { compactJws } from './compact-jws.ts';
import type { KeySource } from './jwks-cache.ts';
import type { KeptKey } from './key-history.ts';
import type { ReadEvent } from './read-event.ts';
import { readSigned, type ReadSignedDeps } from './read-signed.ts';
import type { WebhookFault } from './webhook-fault.ts';

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
