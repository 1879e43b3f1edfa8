import type { Http, HttpRequest } from '#shared/ports/http.ts';

/**
 * Calls `trust` once, before the first request that may involve a certificate: reading the system's takes a tenth of a second and some
 * memory, which should not delay the start, and which a service on the local network over plain HTTP does not need.
 */
export function trustingHttp<H extends Http>(http: H, trust: () => void): H {
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
