import { Hono } from 'hono';
import { PAGE_BYTES_MAX, PAGE_ROWS_MAX, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { type Answers, answersRequestSchema } from '#shared/relay-protocol/messages.ts';
import { addressOf } from '../http/caller-address.ts';
import type { DeviceEnv } from '#relay/enrol/device-env.ts';
import { limited, rateLimit } from '../http/limited.ts';
import { notFound } from '../http/problem.ts';
import { readJson } from '../http/read-body.ts';
import { deny } from '../misuse/deny.ts';
import type { RelayCore } from '../relay-core.ts';
import { written } from './event-routes.ts';

/** A desktop asks for each of its former integrations at most every five minutes; ids of 122 bits cannot be guessed at any rate. */
const QUESTIONS_OF_DEVICE = { burst: 20, perMinute: 4 };
const QUESTIONS_OF_ADDRESS = { burst: 100, perMinute: 30 };

/**
 * What the service said about documents whose integration was revoked: its secret proves nothing any more, so a device that lost its proof
 * (reinstalled, off for too long) would never learn it. A caller that names a document has sent it, and is told about that document alone. An
 * integration that can be proved has to be.
 */
export function answersRoute(core: RelayCore): Hono<DeviceEnv> {
  const ofDevice = rateLimit(core.clock, QUESTIONS_OF_DEVICE);
  const ofAddress = rateLimit(core.clock, QUESTIONS_OF_ADDRESS);
  return new Hono<DeviceEnv>().post(RELAY_PATHS.answers, async (context) => {
    const { deviceId } = context.get('device');
    const wanted = await readJson(context.req.raw, answersRequestSchema);
    if (!wanted.ok) return wanted.failure;
    const address = addressOf(context, core.config);
    const waitMs = ofAddress(address) || ofDevice(deviceId);
    if (waitMs > 0) return limited(core, { what: 'answers', waitMs, address });
    const link = { deviceId, integrationId: wanted.value.integrationId };
    if (await core.store.isSentAway(link)) return deny(core, { ...link, address, code: 'sent-away' });
    const events = await core.store.answers({ ...wanted.value, rowsMax: PAGE_ROWS_MAX, bytesMax: PAGE_BYTES_MAX });
    if (events.length === 0) return notFound();
    const { integrationId } = wanted.value;
    core.log.info('answers of a former integration read', { deviceId, integrationId, events: events.length, from: core.hashOf(address) });
    const answer: Answers = { epoch: core.store.epoch, events: written(events) };
    return Response.json(answer, { headers: { 'cache-control': 'no-store' } });
  });
}
