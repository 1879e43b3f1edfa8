import type { Result } from '../lib/result.ts';
import type { Clock } from '../ports/clock.ts';

export type AccessToken = { readonly value: string; readonly expiresInSeconds: number };

/** `refused`: the credentials are not good. `unreachable`: nothing is known; try again. */
export type TokenFault = { readonly kind: 'refused' | 'unreachable'; readonly code: string };

export type TokenSource = {
  /** A token that is good for now. Several callers at once share one request. */
  token(): Promise<Result<string, TokenFault>>;
  /** The same with the seconds that it is still good for. */
  fresh(): Promise<Result<AccessToken, TokenFault>>;
  /** Called with the token that met a 401: the next `token()` fetches anew, once, however many met it. */
  distrust(token: string): void;
};

/**
 * Keeps one access token in memory, renewed at 80 % of its life by the wall clock looked at before each call (a timer
 * dies with sleep), single-flight (contract, Authentication 4; decision 6).
 */
export function tokenCache(_fetchToken: () => Promise<Result<AccessToken, TokenFault>>, _clock: Clock): TokenSource {
  throw new Error('to be written');
}
