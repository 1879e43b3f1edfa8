import { nodeClock } from '#shared/node/clock.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { nodeRandom } from '#shared/node/random.ts';
import type { Files } from '#shared/ports/files.ts';
import type { Log, SecretStore, World } from '#shared/ports/world.ts';
import type { Http, HttpRequest } from '#shared/ports/http.ts';
import type tls from 'node:tls';

export type WorldDeps = {
  readonly log: Log;
  /** The system's keychain, or the key file that the user chose where there is none. */
  readonly secrets: SecretStore;
  /** The disks; separate processes call those that may hang (docs/decisions/0035). */
  readonly files: Files;
};

/** The real ports: this computer's clock, randomness, disk and network. Created once, at the start of the program. */
export function createWorld({ log, secrets, files }: WorldDeps): World {
  const http = trustingHttp(undiciHttp(), () => trustSystemCertificates(log));
  return { clock: nodeClock(), random: nodeRandom(), files, http, secrets, log };
}

/**
 * Calls `trust` once, before the first request that may involve a certificate: reading the system's takes a tenth of a second and some
 * memory, which should not delay the start, and which a service on the local network over plain HTTP does not need.
 */
function trustingHttp<H extends Http>(http: H, trust: () => void): H {
  let trusted = false;
  const before = (request: HttpRequest): HttpRequest => {
    if (!trusted && (request.via !== undefined || !request.url.startsWith('http:'))) {
      trusted = true;
      trust();
    }
    return request;
  };
  return { ...http, send: (request) => http.send(before(request)), open: (request) => http.open(before(request)) };
}

/** The calls of node:tls; replaced in tests. */
export type CertificateStore = Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'>;

/**
 * Trusts the operating system's authorities as well as Node's own list: an office whose firewall decrypts traffic has its authority there,
 * installed by an administrator. Set once for the whole program, since an agent with its own list would parse hundreds of certificates for
 * every connection. A failure leaves fewer authorities, never more.
 */
export function trustSystemCertificates(log: Pick<Log, 'warn'>, store?: CertificateStore): void {
  try {
    // Loaded here: it takes 10 ms and 6 MB, and a start over plain HTTP never needs it.
    const { getCACertificates, setDefaultCACertificates } = store ?? process.getBuiltinModule('node:tls');
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])]);
  } catch {
    // The runtime lacks these calls, or the store cannot be read: Node's own list remains.
    log.warn('system certificates cannot be read');
  }
}
