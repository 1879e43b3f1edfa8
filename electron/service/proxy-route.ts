import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { ProxySettings } from '#shared/app-api/settings.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Http, HttpFault, HttpRequest, ProxyAddress } from '#shared/ports/http.ts';

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

type ProxyRoute = (url: string) => Promise<Result<ProxySources, { readonly code: string }>>;

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

/** A script may list many proxies; only the first ones are tried. */
const PROXIES_MAX = 3;

/**
 * The routes of a PAC result, in order: URLs of proxies, null for a direct connection. Unsupported kinds (SOCKS) are left
 * out, so the list can be empty.
 */
function systemProxies(told: string): readonly (string | null)[] {
  return told
    .split(';')
    .flatMap((entry): (string | null)[] => {
      const [kind = '', place = ''] = entry.trim().split(/\s+/);
      switch (kind.toUpperCase()) {
        case 'DIRECT':
          return [null];
        case 'PROXY':
        case 'HTTP':
          return URL.canParse(`http://${place}`) ? [`http://${place}`] : [];
        case 'HTTPS':
          return URL.canParse(`https://${place}`) ? [`https://${place}`] : [];
        default:
          return [];
      }
    })
    .slice(0, PROXIES_MAX);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names for `url`, read as curl does: lower case first, `NO_PROXY` by host including its sub-domains. */
function environmentProxy(url: string, environment: Environment): ProxyAddress | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  const read = (name: string): string => (environment[name] ?? environment[name.toUpperCase()] ?? '').trim();
  if (isExcepted({ host: bare(hostname), port: port || (protocol === 'https:' ? '443' : '80') }, read('no_proxy'))) return null;
  const named = (protocol === 'https:' ? read('https_proxy') : read('http_proxy')) || read('all_proxy');
  return named === '' ? null : addressOf(named);
}

/** Whether `url` points to this computer. */
function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const host = bare(new URL(url).hostname);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

function isExcepted({ host, port }: { readonly host: string; readonly port: string }, list: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, name = entry, itsPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const domain = bare(name.toLowerCase()).replace(/^\*?\./, '');
      return (itsPort === undefined || itsPort === port) && (host === domain || host.endsWith(`.${domain}`));
    });
}

function addressOf(named: string): ProxyAddress | null {
  const text = named.includes('://') ? named : `http://${named}`;
  if (!URL.canParse(text)) return null;
  const { protocol, host, username, password } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  const authorization = username === '' ? null : `Basic ${btoa(`${plain(username)}:${plain(password)}`)}`;
  return { url: `${protocol}//${host}`, authorization };
}

function plain(encoded: string): string {
  try {
    return String.fromCharCode(...new TextEncoder().encode(decodeURIComponent(encoded)));
  } catch {
    // A literal percent sign.
    return encoded;
  }
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** HTTP over the routes that `route` returns; the next one is tried only if it is certain that nothing was sent by the one before. */
export function throughProxy(http: Http, route: ProxyRoute): Http {
  const byWays = async <T>(
    request: HttpRequest,
    go: (request: HttpRequest) => Promise<Result<T, HttpFault>>,
  ): Promise<Result<T, HttpFault>> => {
    const ways = await route(request.url);
    if (!ways.ok) return fail({ kind: 'proxy', sent: 'never-sent', code: ways.failure.code });
    let last: Result<T, HttpFault> | null = null;
    for (const via of ways.value) {
      last = await go(via === null ? request : { ...request, via });
      if (last.ok || !mayGoElsewhere(last.failure)) return last;
    }
    return last ?? fail({ kind: 'proxy', sent: 'never-sent', code: 'PROXY_NONE' });
  };
  return {
    send: (request) => byWays(request, (one) => http.send(one)),
    open: (request) => byWays(request, (one) => http.open(one)),
  };
}

/** Whether the proxy is absent. A proxy that answers, if only with 407, was reached. */
function mayGoElsewhere({ kind, sent, code }: HttpFault): boolean {
  if (sent !== 'never-sent') return false;
  return kind === 'unreachable' || (kind === 'proxy' && !/^PROXY_\d/.test(code));
}
