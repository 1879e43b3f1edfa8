import { Hono } from 'hono';
import { proofRequestSchema } from '#shared/relay-protocol/messages.ts';
import { devicesPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { addressOf } from '../http/caller-address.ts';
import { readJson } from '../http/read-body.ts';
import { deny } from '../misuse/deny.ts';
import type { RelayCore } from '../relay-core.ts';
import { integrationOf } from './authenticate.ts';
import { type DeviceEnv } from './device-env.ts';
import { deletionRoutes } from './deletion-routes.ts';
import { proofDueAt } from './proof-age.ts';
import { refuserOfUnproved } from './refuse-unproved.ts';
import { unlink } from './unlink.ts';

/** The integrations that a device may read: proving, listing and leaving them, and taking them from another device. */
export function integrationRoutes(core: RelayCore): Hono<DeviceEnv> {
  const refuseUnproved = refuserOfUnproved(core);

  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.integrations, async (context) => {
      const { deviceId } = context.get('device');
      const claim = await readJson(context.req.raw, proofRequestSchema);
      if (!claim.ok) return claim.failure;
      const { integrationId } = claim.value;
      const refused = await refuseUnproved({ ...claim.value, deviceId, address: addressOf(context, core.config) }, 'link');
      if (refused !== null) return refused;
      const now = core.clock.wallMs();
      const { head, undone } = await core.store.link({ deviceId, integrationId }, now, proofDueAt(now));
      if (undone) core.log.info('deletion undone', { deviceId, integrationId });
      core.pubSub.publish({ kind: 'links', deviceId });
      return Response.json(head);
    })
    .delete(integrationPath(':integrationId'), async (context) => {
      const { deviceId } = context.get('device');
      const address = addressOf(context, core.config);
      const integrationId = integrationOf(context);
      if (integrationId === null) return deny(core, { deviceId, address, code: 'unlink' });
      return unlink(core, { deviceId, integrationId }, { how: 'unlink', by: deviceId, address });
    })
    .get(devicesPath(':integrationId'), async (context) => {
      const { deviceId } = context.get('device');
      const integrationId = integrationOf(context);
      const heads = await core.store.heads(deviceId);
      // A device whose proof is too old is in this list, so that it can be sent away, but may not read the list.
      if (integrationId === null || heads?.some((head) => head.integrationId === integrationId) !== true)
        return deny(core, { deviceId, integrationId, address: addressOf(context, core.config), code: 'devices' });
      return Response.json({ devices: await core.store.readDevices(integrationId) });
    })
    .route('/', deletionRoutes(core, refuseUnproved));
}
