import { Hono } from 'hono';
import { STREAMS_MAX } from '#shared/relay-protocol/limits.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { addressOf } from '../http/caller-address.ts';
import type { DeviceEnv } from '#relay/enrol/device-env.ts';
import { tryLater } from '../http/problem.ts';
import { deny } from '../misuse/deny.ts';
import type { RelayCore } from '../relay-core.ts';
import { type DoorbellLine, doorbellLine } from './doorbell-line.ts';
import { bodyOf, pumpInto } from './doorbell-stream.ts';
import { tooManyHeld } from './too-many-held.ts';

/** Open streams of the whole process: each holds a socket and a few kilobytes. */
const STREAMS_OF_ALL_MAX = 20_000;
const RETRY_SECONDS = 60;

const HEADERS = {
  // It is UTF-8 in any case; the parameter is for clients that only look at `text/…`.
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Otherwise nginx would buffer the events.
  'x-accel-buffering': 'no',
} as const;

/** Server-sent events that carry no events, only "integration X has reached seq N" (ADR-3). */
export function doorbellRoute(core: RelayCore): Hono<DeviceEnv> {
  const open = new Map<string, Set<DoorbellLine>>();
  let all = 0;
  const closeAll = (): void => {
    for (const lines of open.values()) for (const line of lines) line.close('over');
  };
  core.stop.addEventListener('abort', closeAll, { once: true });

  return new Hono<DeviceEnv>().get(RELAY_PATHS.doorbell, async (context) => {
    const { deviceId } = context.get('device');
    // Anybody may enrol; a device without a proof would only occupy a socket.
    const heads = await core.store.heads(deviceId);
    if (heads === null || heads.length === 0) return deny(core, { deviceId, address: addressOf(context, core.config), code: 'doorbell' });
    // Hono answers HEAD with the GET route: a stream without a body would be held open in vain, and would end one that is in use.
    if (context.req.method === 'HEAD') return new Response(null, { headers: HEADERS });
    if (core.stop.aborted || all >= STREAMS_OF_ALL_MAX) return tryLater('streams', RETRY_SECONDS);
    // The newest stream wins: the oldest is most likely a connection that broke unnoticed.
    const [oldest, ...others] = open.get(deviceId) ?? [];
    if (others.length + 1 >= STREAMS_MAX) oldest?.close('over');
    const address = addressOf(context, core.config);
    const release = core.heldByAddress.take(address);
    if (release === null) return tooManyHeld(core, { what: 'doorbell', address });
    const mine = open.get(deviceId) ?? new Set();
    open.set(deviceId, mine);
    all += 1;
    core.metrics.streams.set(all);
    const line = doorbellLine(core, deviceId, (why) => {
      all -= 1;
      release();
      core.metrics.streams.set(all);
      core.metrics.streamsEnded.inc({ why });
      mine.delete(line);
      if (mine.size === 0 && open.get(deviceId) === mine) open.delete(deviceId);
    });
    mine.add(line);
    const own = context.env.stream?.(HEADERS);
    if (own === undefined) return new Response(bodyOf(core, line), { headers: HEADERS });
    void pumpInto(core, line, own.sink);
    return own.response;
  });
}
