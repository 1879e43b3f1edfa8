import { singleFlight } from '../async/single-flight.ts';
import { TOKEN_RENEWAL } from '../contract/limits.ts';
import { SECOND_MS, type WallMs } from '../lib/duration.ts';
import { ok, type Result } from '../lib/result.ts';
import type { Clock } from '../ports/clock.ts';
import type { HttpFault } from '../ports/http.ts';

export type AccessToken = { readonly value: string; readonly expiresInSeconds: number };

/** `refused`: the credentials are not good. `unreachable`: nothing is known; try again. */
export type TokenFault = {
  readonly kind: 'refused' | 'unreachable';
  readonly code: string;
  /** There was no answer at all, and why: then it is the network that the person hears of, not the token. */
  readonly http?: HttpFault;
  /** The credentials are the company's own, typed in here: whoever typed them can mend them. */
  readonly own?: true;
};

export type TokenSource = {
  /** A token that is good for now. Several callers at once share one request. */
  token(): Promise<Result<string, TokenFault>>;
  /** The same with the seconds that it is still good for. */
  fresh(): Promise<Result<AccessToken, TokenFault>>;
  /** Called with the token that met a 401: the next `token()` fetches anew, once, however many met it. */
  distrust(token: string): void;
};

type Kept = { readonly value: string; readonly from: WallMs; readonly lifeMs: number };

/**
 * Keeps one access token in memory, renewed at 80 % of its life by the wall clock looked at before each call (a timer
 * dies with sleep), single-flight (§ Partner token; C6).
 */
export function tokenCache(fetchToken: () => Promise<Result<AccessToken, TokenFault>>, clock: Clock): TokenSource {
  let kept: Kept | null = null;

  const fetched = singleFlight(async (): Promise<Result<Kept, TokenFault>> => {
    // Its life is counted from before the request: the answer may have been slow.
    const from = clock.wallMs();
    const answer = await fetchToken();
    if (!answer.ok) return answer;
    kept = { value: answer.value.value, from, lifeMs: answer.value.expiresInSeconds * SECOND_MS };
    return ok(kept);
  });
  const current = async (): Promise<Result<Kept, TokenFault>> => {
    if (kept !== null && isGood(kept, clock.wallMs())) return ok(kept);
    return fetched();
  };

  return {
    async token() {
      const found = await current();
      return found.ok ? ok(found.value.value) : found;
    },
    async fresh() {
      const found = await current();
      if (!found.ok) return found;
      const leftMs = found.value.from + found.value.lifeMs - clock.wallMs();
      return ok({ value: found.value.value, expiresInSeconds: Math.max(1, Math.floor(leftMs / SECOND_MS)) });
    },
    distrust(token) {
      if (kept?.value === token) kept = null;
    },
  };
}

/** A wall clock that was set back says nothing about the token's age any more. */
function isGood(kept: Kept, now: WallMs): boolean {
  const ageMs = now - kept.from;
  return ageMs >= 0 && ageMs < kept.lifeMs * TOKEN_RENEWAL;
}
