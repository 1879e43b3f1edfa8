import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { ProxySettings } from '#shared/app-api/settings.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ProxyAddress } from '#shared/ports/http.ts';
import { environmentProxy, isLoopback } from './environment-proxy.ts';
import { systemProxies } from './system-proxies.ts';

/** Null is a direct connection. Each entry is tried only if nothing was sent by the one before. */
export type ProxySources = readonly (ProxyAddress | null)[];

export type ProxyRouteDeps = {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly settings: () => ProxySettings;
  /** The environment variables, with curl's names: `HTTPS_PROXY`, `NO_PROXY` and so on. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What the system would use for a URL, as a PAC result ("PROXY host:port; DIRECT"); null if the system cannot be asked. */
  readonly system: ((url: string) => Promise<string>) | null;
  readonly password: () => Promise<string | null>;
};

/** A PAC script may wait for a server that never answers; the time-out of the request itself starts only after it. */
const SYSTEM_WITHIN_MS = 20 * SECOND_MS;

export type ProxyRoute = (url: string) => Promise<Result<ProxySources, { readonly code: string }>>;

/** The routes by which a request to `url` may go, determined anew for each request: a notebook moves from network to network. */
export function proxyRoute(of: ProxyRouteDeps): ProxyRoute {
  const withUser = async (url: string): Promise<ProxyAddress> => {
    const { user } = of.settings();
    return { url, authorization: user === null ? null : basic(user, (await of.password()) ?? '') };
  };
  const bySystem = async (url: string): Promise<Result<ProxySources, { readonly code: string }>> => {
    const told = await ask(of, url);
    if (told === null) return ok([environmentProxy(url, of.environment)]);
    const proxies = systemProxies(told);
    if (proxies.length === 0) return fail({ code: 'PROXY_KIND_UNKNOWN' });
    return ok(await Promise.all(proxies.map(async (proxy) => (proxy === null ? null : withUser(proxy)))));
  };
  return async (url) => {
    const { mode, url: manual } = of.settings();
    // This computer itself is never behind a proxy.
    if (mode === 'none' || isLoopback(url)) return ok([null]);
    if (mode === 'environment') return ok([environmentProxy(url, of.environment)]);
    if (mode === 'manual') return manual === null ? fail({ code: 'PROXY_NOT_SET' }) : ok([await withUser(manual)]);
    return bySystem(url);
  };
}

/** Null if the system cannot be asked, or the PAC script fails or does not finish: the environment is used instead. */
async function ask({ system, clock }: ProxyRouteDeps, url: string): Promise<string | null> {
  if (system === null) return null;
  try {
    return await withTimeout(system(url), { clock, withinMs: SYSTEM_WITHIN_MS, late: () => null });
  } catch {
    return null;
  }
}

function basic(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
