import type { Tried } from '#shared/app-api/diagnostics.ts';
import type { InstallationSecret, SecretsView } from '#shared/app-api/secrets.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Http } from '#shared/ports/http.ts';
import type { World } from '#shared/ports/world.ts';
import type { TokenSource } from '#shared/service-client/token-cache.ts';
import type { SecretsPart } from '../api/parts.ts';
import type { EngineDeps } from '../engine.ts';
import { type CompanySecrets, isGone, type NoSecret } from '../../companies/company-secrets.ts';
import { ofVault } from '../../companies/prove.ts';
import { brokerTokens } from '../../service/broker-tokens.ts';
import { chosenTokens } from '../../service/chosen-tokens.ts';
import { directTokens } from '../../service/direct-tokens.ts';
import { proxyRoute } from '../../service/proxy-route.ts';
import { throughProxy } from '../../service/through-proxy.ts';
import { type TriedOut, tryOut } from '../../service/try-out.ts';
import type { LiveSettings } from '../../settings/create-settings.ts';

export type Network = {
  /** By the proxy that is set, where there is one. */
  readonly http: Http;
  readonly tokens: TokenSource;
  readonly installationSecrets: SecretsPart;
  readonly tryOut: (what: Tried) => Promise<TriedOut>;
};

export type NetworkDeps = {
  readonly world: World;
  readonly deps: Pick<EngineDeps, 'proxies'>;
  readonly settings: LiveSettings;
  readonly secrets: CompanySecrets;
  /** What was typed in may be what was missing. */
  readonly typedIn: () => void;
};

/** How this installation gets out, and with whose credentials. */
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
  const installationSecrets: SecretsPart = {
    view: () => viewOf(secrets),
    keep: async (name, secret) => {
      const kept = await secrets.keepInstallationSecret(name, secret);
      if (!kept.ok) return fail(ofVault(kept.failure));
      typed += 1;
      typedIn();
      return ok(await viewOf(secrets));
    },
  };
  return { http, tokens, installationSecrets, tryOut: tryOut({ http, clock, tokens, profile, relayUrl }) };
}

async function viewOf(secrets: CompanySecrets): Promise<SecretsView> {
  const isKept = async (name: InstallationSecret): Promise<boolean | null> => told(await secrets.installationSecret(name));
  return { 'proxy-password': await isKept('proxy-password'), 'client-secret': await isKept('client-secret') };
}

function told(found: Result<string, NoSecret>): boolean | null {
  return found.ok || (isGone(found.failure) ? false : null);
}
