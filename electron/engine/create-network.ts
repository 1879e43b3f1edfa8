import type { Tried } from '#shared/app-api/diagnostics.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { Http } from '#shared/ports/http.ts';
import type { World } from '#shared/ports/world.ts';
import type { TokenSource } from '#shared/service-client/token-cache.ts';
import type { CompanySecrets } from '../companies/company-secrets.ts';
import { secretsHandlers } from '../companies/company-handlers.ts';
import { brokerTokens, chosenTokens, directTokens } from '../service/direct-tokens.ts';
import { proxyRoute, throughProxy } from '../service/proxy-route.ts';
import { type TriedOut, tryOut } from '../service/try-out.ts';
import type { LiveSettings } from '../settings/create-settings.ts';
import type { EngineDeps } from './engine.ts';

export type Network = {
  /** Through the proxy that is set, where there is one. */
  readonly http: Http;
  readonly tokens: TokenSource;
  /** The secrets that a person types in for it. */
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
