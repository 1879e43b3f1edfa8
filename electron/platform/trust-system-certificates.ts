import tls from 'node:tls';
import type { Log } from '#shared/ports/log.ts';

/** The calls of node:tls; replaced in tests. */
export type CertificateStore = Pick<typeof tls, 'getCACertificates' | 'setDefaultCACertificates'>;

/**
 * Trusts the operating system's authorities as well as Node's own list: an office whose firewall decrypts traffic has its authority there,
 * installed by an administrator. Set once for the whole program, since an agent with its own list would parse hundreds of certificates for
 * every connection. A failure leaves fewer authorities, never more.
 */
export function trustSystemCertificates(log: Pick<Log, 'warn'>, store: CertificateStore = tls): void {
  try {
    store.setDefaultCACertificates([...new Set([...store.getCACertificates('default'), ...store.getCACertificates('system')])]);
  } catch {
    // The runtime lacks these calls, or the store cannot be read: Node's own list remains.
    log.warn('system certificates cannot be read');
  }
}
