import type { ProxyAddress } from '#shared/ports/http.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy that the environment names for `url`, read as curl does: lower case first, `NO_PROXY` by host including its sub-domains. */
export function environmentProxy(url: string, environment: Environment): ProxyAddress | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port } = new URL(url);
  const read = (name: string): string => (environment[name] ?? environment[name.toUpperCase()] ?? '').trim();
  if (isExcepted({ host: bare(hostname), port: port || (protocol === 'https:' ? '443' : '80') }, read('no_proxy'))) return null;
  const named = (protocol === 'https:' ? read('https_proxy') : read('http_proxy')) || read('all_proxy');
  return named === '' ? null : addressOf(named);
}

/** Whether `url` points to this computer. */
export function isLoopback(url: string): boolean {
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
