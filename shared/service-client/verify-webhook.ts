import type { Envelope } from '../contract/events.ts';
import type { WallMs } from '../lib/duration.ts';
import type { Result } from '../lib/result.ts';
import type { Sha256 } from '../lib/sha256.ts';
import type { KeySource } from './jwks-cache.ts';

/**
 * `malformed` is answered 400, `forged` 401, `unsure` 503 (nothing is known to be wrong; ask again later).
 * `code` names the step that failed, for logs and counters; it never carries text of the sender.
 */
export type WebhookFault = { readonly kind: 'malformed' | 'forged' | 'unsure'; readonly code: string };

export type VerifiedEvent = {
  readonly envelope: Envelope;
  readonly kid: string;
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

export type VerifyWith = { readonly keys: KeySource; readonly issuer: string; readonly sha256: Sha256 };

/**
 * All of decision 24, the same at the relay and again at the desktop: three parts of canonical base64url, alg exactly
 * RS512, kid from the configured key set alone (jku, jwk, x5u, crit refused or ignored), signature, issuer, hash of the
 * raw bytes in constant time, ce_type equal to the body's type, iat and exp.
 */
export async function verifyWebhook(_webhook: WebhookToVerify, _by: VerifyWith): Promise<Result<VerifiedEvent, WebhookFault>> {
  throw new Error('to be written');
}
