import { type Context, Hono } from 'hono';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { deletionRequestSchema } from '#shared/relay-protocol/messages.ts';
import { devicesPath, eventsPath } from '#shared/relay-protocol/paths.ts';
import { addressOf } from '../http/caller-address.ts';
import { readJson } from '../http/read-body.ts';
import { deny } from '../misuse/deny.ts';
import type { RelayCore } from '../relay-core.ts';
import { integrationOf } from './authenticate.ts';
import { type DeviceEnv } from './device-env.ts';
import { companions } from './companions.ts';
import type { RefuseUnproved, ShownFor } from './refuse-unproved.ts';
import { unlink } from './unlink.ts';

/** Within a week an office notices a deletion that was a mistake, or the work of a thief of token and secret. */
const DELETED_AFTER_MS = 7 * DAY_MS;

type Deletion = { readonly deviceId: string; readonly integrationId: IntegrationId; readonly address: string };

/** `of`: the device to be sent away; absent if the whole log is to be deleted. */
type Wish = { readonly shownFor: ShownFor; readonly of?: string };

/**
 * What one device may take from the others: the log, or their access to it. These routes require the integration's secret again, since
 * a stolen token alone could otherwise lock out a whole office (ADR-43).
 */
export function deletionRoutes(core: RelayCore, refuseUnproved: RefuseUnproved): Hono<DeviceEnv> {
  const allowed = async (context: Context<DeviceEnv>, { shownFor, of }: Wish): Promise<Result<Deletion, Response>> => {
    const shown = await readJson(context.req.raw, deletionRequestSchema);
    if (!shown.ok) return shown;
    const { deviceId } = context.get('device');
    const integrationId = integrationOf(context);
    const denied = { deviceId, integrationId, address: addressOf(context, core.config), code: 'deletion' } as const;
    if (integrationId === null) return fail(deny(core, denied));
    const devices = await companions(core, { deviceId, integrationId });
    if (devices?.some((device) => device.deviceId === (of ?? deviceId)) !== true) return fail(deny(core, denied));
    const deletion = { deviceId, integrationId, address: denied.address };
    const refused = await refuseUnproved({ ...deletion, ...shown.value }, shownFor);
    return refused === null ? ok(deletion) : fail(refused);
  };

  return new Hono<DeviceEnv>()
    .delete(eventsPath(':integrationId'), async (context) => {
      const deletion = await allowed(context, { shownFor: 'forget' });
      return deletion.ok ? forget(core, deletion.value) : deletion.failure;
    })
    .delete(`${devicesPath(':integrationId')}/:deviceId`, async (context) => {
      const of = context.req.param('deviceId');
      const deletion = await allowed(context, { shownFor: 'send-away', of });
      if (!deletion.ok) return deletion.failure;
      const { deviceId: by, integrationId, address } = deletion.value;
      return unlink(core, { deviceId: of, integrationId }, { how: 'sendAway', by, address });
    });
}

/** Has everything about an integration deleted after a week; its devices cannot read it from now on (ADR-44). */
async function forget(core: RelayCore, { deviceId, integrationId, address }: Deletion): Promise<Response> {
  const now = core.clock.wallMs();
  const { devices, deleteAt } = await core.store.forget(integrationId, now, now + DELETED_AFTER_MS);
  for (const device of devices) core.pubSub.publish({ kind: 'links', deviceId: device });
  core.metrics.deletionsAsked.inc();
  const [due, from] = [new Date(deleteAt).toISOString(), core.hashOf(address)];
  core.log.info('integration is to be deleted', { deviceId, integrationId, devices: devices.length, deleteAt: due, from });
  return new Response(null, { status: 204 });
}
