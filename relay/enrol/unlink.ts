import { notFound } from '../problem.ts';
import type { RelayCore } from '../relay-core.ts';
import type { Link } from '../store/store.ts';

/** Ends a device's reading of an integration; where another device ends it, it is told so. */
export async function unlink(core: RelayCore, link: Link, how: 'unlink' | 'sendAway'): Promise<Response> {
  if (!(await core.store[how](link))) return notFound();
  core.bell.ring({ kind: 'links', deviceId: link.deviceId });
  core.log.info('device unlinked', { ...link, how });
  return new Response(null, { status: 204 });
}
