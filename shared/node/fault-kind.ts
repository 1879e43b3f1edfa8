import type { HttpFault } from '../ports/http.ts';

export type FaultAt = {
  /** The request was being written on a connected socket. */
  readonly started: boolean;
  readonly viaProxy: boolean;
};

/** Codes of OpenSSL and Node for a certificate or a handshake that is not good. */
const CERTIFICATE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|HOSTNAME_MISMATCH|INVALID_CA|CRL_|ERROR_IN_CRL|PATH_LENGTH_)/;

/** What an error of undici or of the socket below it means, by its code and never by its words. */
export function faultKind(error: Error, at: FaultAt): { readonly kind: HttpFault['kind']; readonly code: string } {
  const code = codeOf(error);
  if (at.started) return { kind: code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' ? 'timed-out' : 'broken', code };
  if (CERTIFICATE.test(code)) return { kind: 'certificate', code };
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return { kind: 'timed-out', code };
  // The proxy answered CONNECT with something else than 200; undici reports that as an abort before the start.
  if (at.viaProxy && /^UND_ERR_(ABORTED|PRX|PROXY)/.test(code)) return { kind: 'proxy', code };
  return { kind: 'unreachable', code };
}

/** Errors are wrapped once or twice (several addresses of one name, a proxy's tunnel); the innermost code says most. */
const DEPTH_MAX = 4;

function codeOf(error: unknown): string {
  let code = 'UNKNOWN';
  let at: unknown = error;
  for (let depth = 0; depth < DEPTH_MAX && at instanceof Error; depth += 1) {
    if ('code' in at && typeof at.code === 'string') code = at.code;
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return code;
}
