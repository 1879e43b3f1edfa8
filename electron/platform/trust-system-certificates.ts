import tls from 'node:tls';
import type { Log } from '#shared/ports/log.ts';

/** Of node:tls; another one for tests. */
export type CertificateStore = Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'>;

/**
 * Trusts what the operating system trusts beside Node's own list: an office whose firewall reads along has its authority
 * there, put in by whoever looks after the computers. Set once for the whole program, since an agent with a list of its own
 * would parse hundreds of certificates at every connection. Fails towards fewer authorities, never towards more.
 */
export function trustSystemCertificates(log: Pick<Log, 'warn'>, store: CertificateStore = tls): void {
  try {
    store.setDefaultCACertificates([...new Set([...store.getCACertificates('default'), ...store.getCACertificates('system')])]);
  } catch {
    // A run time without these calls, or a store that cannot be read: Node's own list stands.
    log.warn('system certificates cannot be read');
  }
}
