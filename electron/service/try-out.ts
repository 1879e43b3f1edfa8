import type { Tried, TryFault } from '#shared/app-api/diagnostics.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { HEALTH_PATH, joinUrl } from '#shared/contract/routes.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Http, HttpAnswer, HttpFault } from '#shared/ports/http.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import type { TokenFault, TokenSource } from '#shared/service-client/token-cache.ts';

export type TryDeps = {
  readonly http: Http;
  readonly clock: Clock;
  readonly tokens: TokenSource;
  readonly profile: () => ServiceProfile | null;
  readonly relayUrl: () => string | null;
};

/** How long the round trip took. */
export type TriedOut = Result<{ readonly milliseconds: number }, TryFault>;

/** A user is waiting for the answer. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** The broker's codes for a device that has not proved an integration to the relay yet. */
const NOT_PROVED = new Set(['not-proved', 'device-absent', 'device-unknown']);
const UNAUTHORIZED = 401;
const NO_CONTENT = 204;

/** Makes one round trip now, by the configured route, and returns its result. It stores nothing and changes nothing. */
export function tryOut(deps: TryDeps): (what: Tried) => Promise<TriedOut> {
  return async (what) => {
    const from = deps.clock.monotonicMs();
    const tried = await byKind(deps, what);
    return tried.ok ? ok({ milliseconds: Math.round(deps.clock.monotonicMs() - from) }) : tried;
  };
}

function byKind(deps: TryDeps, what: Tried): Promise<Result<null, TryFault>> {
  switch (what) {
    case 'service':
      return tryService(deps);
    case 'relay':
      return tryRelay(deps);
    case 'proxy':
      return tryProxy(deps);
    case 'credentials':
      return tryCredentials(deps);
    default:
      return Promise.resolve(unreachable(what));
  }
}

/** Sends a token if there is one. Without a token, a 401 also shows that the service is there. */
async function tryService(deps: TryDeps): Promise<Result<null, TryFault>> {
  const profile = deps.profile();
  if (profile === null) return notSet();
  const token = await deps.tokens.token();
  const headers = token.ok ? { authorization: `Bearer ${token.value}` } : {};
  const answer = await get(deps, joinUrl(profile.baseUrl, HEALTH_PATH), headers);
  if (!answer.ok) return answer;
  const { status } = answer.value;
  if (status === NO_CONTENT) return ok(null);
  if (status === UNAUTHORIZED && !token.ok) return ok(null);
  if (status === UNAUTHORIZED && token.ok) {
    deps.tokens.distrust(token.value);
    return fail({ kind: 'partner', code: 'status-401' });
  }
  return wrongAnswer(status);
}

async function tryRelay(deps: TryDeps): Promise<Result<null, TryFault>> {
  const relayUrl = deps.relayUrl();
  if (relayUrl === null) return notSet();
  const answer = await get(deps, joinUrl(relayUrl, RELAY_PATHS.health), {});
  if (!answer.ok) return answer;
  const { status, headers } = answer.value;
  // A captive portal, as in a hotel, answers 200 to everything.
  const isPage = headers['content-type']?.includes('html') === true;
  return status >= 200 && status < 300 && !isPage ? ok(null) : wrongAnswer(status);
}

/** Any answer shows that the way there is open; a refusal by the proxy itself arrives as a fault. */
async function tryProxy(deps: TryDeps): Promise<Result<null, TryFault>> {
  const to = deps.profile()?.baseUrl ?? deps.relayUrl();
  if (to === null) return notSet();
  const answer = await get(deps, joinUrl(to, HEALTH_PATH), {});
  return answer.ok ? ok(null) : answer;
}

/** A cached token proves nothing, so a new one is requested. */
async function tryCredentials({ tokens, profile, relayUrl }: TryDeps): Promise<Result<null, TryFault>> {
  if (profile() === null || relayUrl() === null) return notSet();
  const kept = await tokens.token();
  if (kept.ok) tokens.distrust(kept.value);
  const anew = kept.ok ? await tokens.token() : kept;
  return anew.ok ? ok(null) : fail(ofToken(anew.failure));
}

function ofToken({ kind, code, http, own }: TokenFault): TryFault {
  if (http !== undefined) return ofHttp(http);
  if (NOT_PROVED.has(code)) return { kind: 'not-connected', code };
  if (code.startsWith('device-') || code.startsWith('vault-')) return { kind: 'vault', code };
  if (kind === 'refused') return { kind: own === true ? 'credentials' : 'partner', code };
  return { kind: 'answer', code };
}

async function get({ http }: TryDeps, url: string, headers: Readonly<Record<string, string>>): Promise<Result<HttpAnswer, TryFault>> {
  const sent = await http.send({ method: 'GET', url, headers, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX });
  return sent.ok ? sent : fail(ofHttp(sent.failure));
}

function ofHttp({ kind, code }: HttpFault): TryFault {
  switch (kind) {
    case 'timed-out':
    case 'certificate':
    case 'proxy':
      return { kind, code };
    case 'unreachable':
    case 'broken':
    case 'stopped':
      return { kind: 'network', code };
    case 'too-large':
      return { kind: 'answer', code };
    default:
      return unreachable(kind);
  }
}

function notSet(): Result<null, TryFault> {
  return fail({ kind: 'not-set', code: 'no-address' });
}

function wrongAnswer(status: number): Result<null, TryFault> {
  return fail({ kind: 'answer', code: `status-${status}` });
}
