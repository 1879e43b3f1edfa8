import { base64urlnopad } from '@scure/base';
import { Hono } from 'hono';
import { enrolRequestSchema } from '#shared/relay-protocol/messages.ts';
import { DEVICE_TOKEN_MARK, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { addressOf } from '../http/caller-address.ts';
import { limited, rateLimit } from '../http/limited.ts';
import { notFound } from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import type { RelayCore } from '../relay-core.ts';
import { tokenDigest } from './authenticate.ts';
import { type DeviceEnv } from './device-env.ts';

const TOKEN_BYTES = 32;
/** Allows an office thirty installs at once, some of them twice. A stranger can make ten rows a minute, which give no access and last a day. */
const ENROLMENTS = { burst: 90, perMinute: 10 };

/** A device enrols, looks at itself, removes itself. Enrolment alone gives access to no log: that takes a proof. */
export function deviceRoutes(core: RelayCore): Hono<DeviceEnv> {
  const enrolments = rateLimit(core.clock, ENROLMENTS);
  return new Hono<DeviceEnv>()
    .post(RELAY_PATHS.devices, async (context) => {
      const address = addressOf(context, core.config);
      const waitMs = enrolments(address);
      if (waitMs > 0) return limited(core, { what: 'enrolment', waitMs, address });
      const wanted = await readJson(context.req.raw, enrolRequestSchema);
      if (!wanted.ok) return wanted.failure;
      const deviceId = core.random.uuid();
      const deviceToken = `${DEVICE_TOKEN_MARK}${base64urlnopad.encode(core.random.bytes(TOKEN_BYTES))}`;
      await core.store.addDevice({
        deviceId,
        name: wanted.value.name,
        createdAt: core.clock.wallMs(),
        tokenDigest: tokenDigest(deviceToken),
      });
      core.metrics.enrolments.inc();
      core.log.info('device enrolled', { deviceId, from: core.hashOf(address) });
      return Response.json({ deviceId, deviceToken }, { status: 201, headers: { 'cache-control': 'no-store' } });
    })
    .get(RELAY_PATHS.me, async (context) => {
      const device = context.get('device');
      const integrations = await core.store.heads(device.deviceId);
      return integrations === null ? notFound() : Response.json({ ...device, integrations });
    })
    .delete(RELAY_PATHS.me, async (context) => {
      const { deviceId } = context.get('device');
      await core.store.removeDevice(deviceId);
      core.pubSub.publish({ kind: 'links', deviceId });
      core.metrics.linksEnded.inc({ how: 'removed' });
      core.log.info('device removed', { deviceId, from: core.hashOf(addressOf(context, core.config)) });
      return new Response(null, { status: 204 });
    });
}
