import { singleFlight } from '../async/single-flight.ts';
import { TOKEN_RENEWAL } from '../contract/limits.ts';
import { SECOND_MS, type WallMs } from '../lib/duration.ts';
import { ok, type Result } from '../lib/result.ts';
import type { Clock } from '../ports/world.ts';
import type { HttpFault } from '../ports/http.ts';

export type AccessToken = { readonly value: string; readonly expiresInSeconds: number };

/** `refused`: the credentials are wrong. `unreachable`: nothing is known; try again. */
export type TokenFault = {
  readonly kind: 'refused' | 'unreachable';
  readonly code: string;
  /** Why there was no answer at all: the user is then told about the network, not the token. */
  readonly http?: HttpFault;
  /** The credentials are the company's own, typed in here: the user who typed them can correct them. */
  readonly own?: true;
};

export type TokenSource = {
  /** A token that is valid now. Concurrent callers share one request. */
  token(): Promise<Result<string, TokenFault>>;
  /** The same, with the seconds for which it is still valid. */
  fresh(): Promise<Result<AccessToken, TokenFault>>;
  /** Called with a token that met a 401: the next `token()` fetches a new one, once, however many calls met the 401. */
  distrust(token: string): void;
};

type Kept = { readonly value: string; readonly from: WallMs; readonly lifeMs: number };

/**
 * Keeps one access token in memory, renewed at 80 % of its life. The wall clock is checked before each call, because a timer does not
 * survive sleep. Concurrent callers share one request (§ Partner token; C6).
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

/** If the wall clock was set back, it says nothing about the token's age. */
function isGood(kept: Kept, now: WallMs): boolean {
  const ageMs = now - kept.from;
  return ageMs >= 0 && ageMs < kept.lifeMs * TOKEN_RENEWAL;
}
