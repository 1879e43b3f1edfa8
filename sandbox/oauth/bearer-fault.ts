import type { Core } from '../core.ts';
import { digest } from '../digest.ts';
import { problem } from '../problem.ts';

/** The 401 for a missing, unknown or expired access token; null if it is good (§ Partner token). */
export function bearerFault(core: Core, headers: Headers): Response | null {
  const token = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token !== undefined && core.store.secrets.isLive(digest(token), core.clock.wallMs())) return null;
  const detail = token === undefined ? 'An access token is needed.' : 'The access token is invalid or has expired.';
  return problem({ status: 401, detail, headers: { 'www-authenticate': 'Bearer' } });
}
