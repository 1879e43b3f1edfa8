import { fail, ok, type Result } from '#shared/lib/result.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Http } from '#shared/ports/http.ts';
import { accessTokenSchema } from '#shared/relay-protocol/messages.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { joinUrl } from '#shared/contract/routes.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { type AccessToken, type TokenFault, tokenCache, type TokenSource } from '#shared/service-client/token-cache.ts';

export type BrokerTokens = {
  readonly http: Http;
  readonly clock: Clock;
  /** Null until this installation knows its relay. */
  readonly relayUrl: () => string | null;
  /** The token by which the relay knows this device; a failure's kind says why there is none. */
  readonly deviceToken: () => Promise<Result<string, { readonly kind: string }>>;
};

/** The relay may have to ask the service's authorization server first. */
const TIMEOUT_MS = 20 * SECOND_MS;

/**
 * The app's token source in the mode `broker` (C5): in memory only, with one request however many callers wait. After a 401, a new token
 * is requested with `no-cache`; otherwise the relay, which cannot know about the 401, would return the same one again.
 */
export function brokerTokens(of: BrokerTokens): TokenSource {
  let given: string | null = null;
  let distrusted = false;
  const kept = tokenCache(async () => {
    const asked = await askRelay(of, distrusted ? 'another' : 'any');
    if (asked.ok) {
      given = asked.value.value;
      distrusted = false;
    }
    return asked;
  }, of.clock);
  return {
    ...kept,
    distrust: (token) => {
      distrusted ||= token === given;
      kept.distrust(token);
    },
  };
}

async function askRelay(of: BrokerTokens, wanted: 'any' | 'another'): Promise<Result<AccessToken, TokenFault>> {
  const relayUrl = of.relayUrl();
  if (relayUrl === null) return fail({ kind: 'unreachable', code: 'not-set-up' });
  const device = await of.deviceToken();
  if (!device.ok) return fail({ kind: 'unreachable', code: `device-${device.failure.kind}` });
  const sent = await of.http.send({
    method: 'GET',
    url: joinUrl(relayUrl, RELAY_PATHS.accessToken),
    headers: { authorization: `Bearer ${device.value}`, ...(wanted === 'another' ? { 'cache-control': 'no-cache' } : {}) },
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
  });
  if (!sent.ok) return fail({ kind: 'unreachable', code: sent.failure.code, http: sent.failure });
  const { status, body } = sent.value;
  if (status === 401) return fail({ kind: 'refused', code: 'device-unknown' });
  // A device that has proved no integration gets no token, because a token covers everything of the partner.
  if (status === 404) return fail({ kind: 'refused', code: 'not-proved' });
  const parsed = accessTokenSchema.safeParse(jsonOf(body));
  // For any other answer, the relay is the one to ask again: only the service's own health route knows whose fault it is.
  if (status !== 200 || !parsed.success) return fail({ kind: 'unreachable', code: `relay-${status}` });
  return ok({ value: parsed.data.accessToken, expiresInSeconds: parsed.data.expiresIn });
}
