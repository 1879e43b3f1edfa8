import { Hono } from 'hono';
import { proofRequestSchema } from '#shared/relay-protocol/messages.ts';
import { devicesPath, eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { addressOf } from '../address.ts';
import { limited } from '../limited.ts';
import { notFound, tryLater } from '../problem.ts';
import { readJson } from '../read-body.ts';
import type { RelayCore } from '../relay-core.ts';
import { type DeviceEnv, integrationOf } from './authenticate.ts';
import { proverInTurn } from './prove-in-turn.ts';

const RETRY_SECONDS = 10;

/** Which integrations a device may read: proved, listed, given up, taken from another device. */
export function integrationRoutes(core: RelayCore): Hono<DeviceEnv> {
  const prove = proverInTurn(core);

  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.integrations, async (context) => {
      const { deviceId } = context.get('device');
      const claim = await readJson(context.req.raw, proofRequestSchema);
      if (!claim.ok) return claim.failure;
      const { integrationId } = claim.value;
      const proof = await prove({ ...claim.value, deviceId, address: addressOf(context, core.config) });
      if (proof.kind === 'limited') return limited(core, 'proof', proof.waitMs);
      core.log.info('proof', { deviceId, integrationId, outcome: proof.kind, code: proof.code });
      core.metrics.proofs.inc({ outcome: proof.kind });
      switch (proof.kind) {
        case 'proved': {
          const head = await core.store.link({ deviceId, integrationId }, core.clock.wallMs());
          core.bell.ring({ kind: 'links', deviceId });
          return Response.json(head);
        }
        case 'refused':
          return notFound();
        case 'unreachable':
          return tryLater('service', RETRY_SECONDS);
        case 'busy':
          return tryLater('busy', RETRY_SECONDS);
        default:
          return unreachable(proof);
      }
    })
    .delete(integrationPath(':integrationId'), (context) => {
      return unlink(core, { deviceId: context.get('device').deviceId, integrationId: integrationOf(context) }, 'unlink');
    })
    .delete(eventsPath(':integrationId'), async (context) => {
      return forget(core, { deviceId: context.get('device').deviceId, integrationId: integrationOf(context) });
    })
    .get(devicesPath(':integrationId'), async (context) => {
      const devices = await companions(core, context.get('device').deviceId, integrationOf(context));
      return devices === null ? notFound() : Response.json({ devices });
    })
    .delete(`${devicesPath(':integrationId')}/:deviceId`, async (context) => {
      const integrationId = integrationOf(context);
      const devices = await companions(core, context.get('device').deviceId, integrationId);
      const other = devices?.find((device) => device.deviceId === context.req.param('deviceId'));
      return other === undefined ? notFound() : unlink(core, { deviceId: other.deviceId, integrationId }, 'sendAway');
    });
}

type Wanted = { readonly deviceId: string; readonly integrationId: ReturnType<typeof integrationOf> };

async function unlink(core: RelayCore, { deviceId, integrationId }: Wanted, how: 'unlink' | 'sendAway'): Promise<Response> {
  if (integrationId === null || !(await core.store[how]({ deviceId, integrationId }))) return notFound();
  core.bell.ring({ kind: 'links', deviceId });
  core.log.info('device unlinked', { deviceId, integrationId, how });
  return new Response(null, { status: 204 });
}

/** Deletes all that the relay keeps about an integration, the links of its other devices too: the company is gone, or asks for it. */
async function forget(core: RelayCore, { deviceId, integrationId }: Wanted): Promise<Response> {
  if (integrationId === null || (await companions(core, deviceId, integrationId)) === null) return notFound();
  const gone = await core.store.forget(integrationId);
  for (const device of gone) core.bell.ring({ kind: 'links', deviceId: device });
  core.log.info('integration forgotten', { deviceId, integrationId, devices: gone.length });
  return new Response(null, { status: 204 });
}

/** All devices of an integration, for one of them; null for everybody else. */
async function companions(core: RelayCore, deviceId: string, integrationId: Wanted['integrationId']) {
  if (integrationId === null) return null;
  const devices = await core.store.devicesOf(integrationId);
  return devices.some((device) => device.deviceId === deviceId) ? devices : null;
}
