import { problem } from '../problem.ts';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Refuses requests that a foreign page sends from a browser on this machine; null for our own page and for programs.
 * Browsers send the page's relation to us in Sec-Fetch-Site and its origin in Origin; a foreign name that was made to point to
 * this machine (DNS rebinding) is in Host. Programs send neither of the first two.
 */
export function refuseForeignPage({ headers }: Request): Response | null {
  const host = headers.get('host');
  if (host !== null && !LOOPBACK.test(host)) return refused('The control API is asked for by the name of this machine.');
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && site !== 'none') return refused('Pages of other sites are not answered.');
  const origin = headers.get('origin');
  if (origin !== null && origin !== `http://${host ?? ''}`) return refused('Pages of other origins are not answered.');
  return null;
}

function refused(detail: string): Response {
  return problem({ status: 403, detail });
}
