import { deny } from '../misuse/deny.ts';
import type { RelayCore } from '../relay-core.ts';
import type { DeviceLink } from '../store/store.ts';

/** `by`: the device that asked for it, from this address. */
export type Unlinking = { readonly how: 'unlink' | 'sendAway'; readonly by: string; readonly address: string };

/** Ends a device's link to an integration. A device that another one sent away is told so. */
export async function unlink(core: RelayCore, link: DeviceLink, { how, by, address }: Unlinking): Promise<Response> {
  if (!(await core.store[how](link))) return deny(core, { ...link, deviceId: by, address, code: how === 'unlink' ? 'unlink' : 'deletion' });
  core.pubSub.publish({ kind: 'links', deviceId: link.deviceId });
  core.metrics.linksEnded.inc({ how });
  core.log.info('device unlinked', { ...link, how, by, from: core.hashOf(address) });
  return new Response(null, { status: 204 });
}
