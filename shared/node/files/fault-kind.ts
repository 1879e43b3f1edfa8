import type { HttpFault } from '../../ports/http.ts';
import { codeOf } from '../code-of.ts';

export type FaultAt = {
  /** The request was being written to a connected socket. */
  readonly started: boolean;
  readonly viaProxy: boolean;
};

/** Codes of OpenSSL and Node for a bad certificate or a failed handshake. */
const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|CRL_|ERROR_IN_CRL|PATH_LENGTH_)/;

/** What an error of undici or of the socket below it means, judged by its code, never by its text. */
export function faultKind(error: Error, at: FaultAt): { readonly kind: HttpFault['kind']; readonly code: string } {
  const code = codeOf(error);
  if (code.startsWith('PROXY_')) return { kind: 'proxy', code };
  // undici's error for a 407 to a plain request, which has no code of its own: the request was sent, but got no further than the proxy.
  if (at.viaProxy && code === 'UND_ERR_INVALID_ARG') return { kind: 'proxy', code: 'PROXY_407' };
  if (at.started) return { kind: code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'timed-out' : 'broken', code };
  if (CERTIFICATE.test(code)) return { kind: 'certificate', code };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return { kind: 'timed-out', code };
  if (at.viaProxy && /^UND_ERR_(ABORTED|PRX|PROXY)/.test(code)) return { kind: 'proxy', code };
  return { kind: 'unreachable', code };
}
