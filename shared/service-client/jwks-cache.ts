import type { Result } from '../lib/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { Http } from '../ports/http.ts';

/** Checks the RS512 signature of a compact JWS. The key object is kept: making one per call costs more than the check. */
export type VerifyKey = (compact: string) => Promise<boolean>;

/** `unknown-kid`: the key set was read and has no such key. `unreachable`: it could not be read; try again. */
export type KeyFault = { readonly kind: 'unknown-kid' | 'unreachable' };

export type KeySource = { key(kid: string): Promise<Result<VerifyKey, KeyFault>> };

export type JwksOptions = {
  readonly http: Http;
  readonly clock: Clock;
  readonly jwksUrl: string;
  /** For a service that wants a Bearer here too: tried once after 401 or 403 (decision 4). */
  readonly token?: () => Promise<Result<string, unknown>>;
};

/**
 * Keys of `{jwks_url}` by `kid` (decision 25): RSA of at least 2,048 bits only; an unknown kid refetches at most once
 * in the cool-down; a key that was seen once is kept for good, since events signed by it may still come.
 */
export function jwksCache(_options: JwksOptions): KeySource {
  throw new Error('to be written');
}
