import { Hono } from 'hono';
import { proofRequestSchema } from '#shared/relay-protocol/messages.ts';
import { devicesPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { notFound, tryLater } from '../problem.ts';
import { rateLimit } from '../rate-limit.ts';
import { readJson } from '../read-body.ts';
import type { RelayCore } from '../relay-core.ts';
import { type DeviceEnv, integrationOf } from './authenticate.ts';
import { limited } from './device-routes.ts';
import { prover } from './prove.ts';

/** A person mistypes a few times; a program that guesses secrets gets nowhere, by device and over many devices. */
const PROOFS_OF_DEVICE = { burst: 10, perMinute: 5 };
const PROOFS_OF_INTEGRATION = { burst: 30, perMinute: 2 };
const RETRY_SECONDS = 10;

/** Which integrations a device may read: proved, listed, given up, taken from another device. */
export function integrationRoutes(core: RelayCore): Hono<DeviceEnv> {
  const prove = prover(core);
  const deviceAllowed = rateLimit(core.clock, PROOFS_OF_DEVICE);
  const integrationAllowed = rateLimit(core.clock, PROOFS_OF_INTEGRATION);

  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.integrations, async (context) => {
      const { deviceId } = context.get('device');
      const claim = await readJson(context.req.raw, proofRequestSchema);
      if (!claim.ok) return claim.failure;
      const { integrationId } = claim.value;
      if (!deviceAllowed(deviceId) || !integrationAllowed(integrationId)) return limited(core);
      const proof = await prove(claim.value);
      core.log.info('proof', { deviceId, integrationId, outcome: proof.kind, code: proof.code });
      switch (proof.kind) {
        case 'proved': {
          const head = await core.store.link({ deviceId, integrationId }, core.clock.wallMs());
          core.metrics.count('proofs_passed');
          core.bell.ring({ kind: 'links', deviceId });
          return Response.json(head);
        }
        case 'refused':
          core.metrics.count('proofs_refused');
          return notFound();
        case 'unreachable':
          return tryLater('service', RETRY_SECONDS);
        default:
          return unreachable(proof.kind);
      }
    })
    .delete(integrationPath(':integrationId'), (context) => {
      return unlink(core, { deviceId: context.get('device').deviceId, integrationId: integrationOf(context) });
    })
    .get(devicesPath(':integrationId'), async (context) => {
      const devices = await companions(core, context.get('device').deviceId, integrationOf(context));
      return devices === null ? notFound() : Response.json({ devices });
    })
    .delete(`${devicesPath(':integrationId')}/:deviceId`, async (context) => {
      const integrationId = integrationOf(context);
      const devices = await companions(core, context.get('device').deviceId, integrationId);
      const other = devices?.find((device) => device.deviceId === context.req.param('deviceId'));
      return other === undefined ? notFound() : unlink(core, { deviceId: other.deviceId, integrationId });
    });
}

type Wanted = { readonly deviceId: string; readonly integrationId: ReturnType<typeof integrationOf> };

async function unlink(core: RelayCore, { deviceId, integrationId }: Wanted): Promise<Response> {
  if (integrationId === null || !(await core.store.unlink({ deviceId, integrationId }))) return notFound();
  core.bell.ring({ kind: 'links', deviceId });
  core.log.info('device unlinked', { deviceId, integrationId });
  return new Response(null, { status: 204 });
}

/** All devices of an integration, for one of them; null for everybody else. */
async function companions(core: RelayCore, deviceId: string, integrationId: Wanted['integrationId']) {
  if (integrationId === null) return null;
  const devices = await core.store.devicesOf(integrationId);
  return devices.some((device) => device.deviceId === deviceId) ? devices : null;
}
