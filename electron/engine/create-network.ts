import type { Tried } from '#shared/app-api/diagnostics.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Http } from '#shared/ports/http.ts';
import type { Clock, World } from '#shared/ports/world.ts';
import { type AccessToken, tokenCache, type TokenFault, type TokenSource } from '#shared/service-client/token-cache.ts';
import type { CompanySecrets } from '../companies/company-secrets.ts';
import { secretsHandlers } from '../companies/company-handlers.ts';
import { proxyRoute, throughProxy } from '../service/proxy-route.ts';
import { type TriedOut, tryOut } from '../service/try-out.ts';
import type { LiveSettings } from '../settings/create-settings.ts';
import type { EngineDeps } from './engine.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { requestToken } from '#shared/service-client/request-token.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { accessTokenSchema } from '#shared/relay-protocol/messages.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { joinUrl } from '#shared/contract/routes.ts';
import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import { jsonOf } from '#shared/lib/json-of.ts';

export type Network = {
  /** Through the proxy that is set, where there is one. */
  readonly http: Http;
  readonly tokens: TokenSource;
  /** The secrets that a user types in for it. */
  readonly secrets: AppHandlers['secrets'];
  readonly tryOut: (what: Tried) => Promise<TriedOut>;
};

export type NetworkDeps = {
  readonly world: World;
  readonly deps: Pick<EngineDeps, 'proxies'>;
  readonly settings: LiveSettings;
  readonly secrets: CompanySecrets;
  readonly typedIn: () => void;
};

/** How this installation reaches the outside, and with whose credentials. */
export function createNetwork({ world, deps, settings, secrets, typedIn }: NetworkDeps): Network {
  const { clock } = world;
  const relayUrl = (): string | null => settings.get().relayUrl;
  const profile = () => settings.get().service;
  let typed = 0;
  const password = async (): Promise<string | null> => {
    const found = await secrets.installationSecret('proxy-password');
    return found.ok ? found.value : null;
  };
  const route = proxyRoute({ clock, environment: {}, system: null, ...deps.proxies, settings: () => settings.get().proxy, password });
  const http = throughProxy(world.http, route);
  const tokens = chosenTokens({
    choice: () => JSON.stringify([settings.get().credentials, profile(), relayUrl(), typed]),
    make: () =>
      settings.get().credentials.mode === 'broker'
        ? brokerTokens({ http, clock, relayUrl, deviceToken: () => secrets.deviceToken() })
        : directTokens({
            http,
            clock,
            profile,
            clientId: () => settings.get().credentials.clientId,
            clientSecret: () => secrets.installationSecret('client-secret'),
          }),
  });
  const kept = secretsHandlers(secrets, () => {
    typed += 1;
    typedIn();
  });
  return { http, tokens, secrets: kept, tryOut: tryOut({ http, clock, tokens, profile, relayUrl }) };
}

type DirectTokens = {
  readonly http: Http;
  readonly clock: Clock;
  readonly profile: () => ServiceProfile | null;
  readonly clientId: () => string | null;
  readonly clientSecret: () => Promise<Result<string, { readonly kind: string }>>;
};

/**
 * The app's token source in the mode `direct` (C5): with the company's own client credentials, whose secret is only in
 * the vault. If they are refused, the user has to correct them, so the failure says that they are the company's own.
 */
function directTokens(of: DirectTokens): TokenSource {
  return tokenCache(async () => {
    const asked = await ask(of);
    return asked.ok || asked.failure.kind === 'unreachable' ? asked : fail({ ...asked.failure, own: true });
  }, of.clock);
}

async function ask({ http, profile, clientId, clientSecret }: DirectTokens): Promise<Result<AccessToken, TokenFault>> {
  const service = profile();
  if (service === null) return fail({ kind: 'unreachable', code: 'not-set-up' });
  const id = clientId();
  if (id === null) return fail({ kind: 'refused', code: 'no-client-id' });
  const secret = await clientSecret();
  if (!secret.ok) {
    const { kind } = secret.failure;
    return kind === 'absent' ? fail({ kind: 'refused', code: 'no-client-secret' }) : fail({ kind: 'unreachable', code: `vault-${kind}` });
  }
  const { authUrl, scope } = service;
  return requestToken(http, { authUrl, scope, clientId: id, clientSecret: secret.value });
}

type ChosenTokens = {
  /** What the choice depends on; when this text changes, nothing that was fetched before is used again. */
  readonly choice: () => string;
  readonly make: () => TokenSource;
};

/** A token source that starts afresh whenever the choice behind it changes: whose credentials, at which address. */
function chosenTokens({ choice, make }: ChosenTokens): TokenSource {
  let kept: { readonly choice: string; readonly source: TokenSource } | null = null;
  const current = (): TokenSource => {
    const now = choice();
    if (kept?.choice !== now) kept = { choice: now, source: make() };
    return kept.source;
  };
  return {
    token: () => current().token(),
    fresh: () => current().fresh(),
    distrust: (token) => current().distrust(token),
  };
}

type BrokerTokens = {
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
