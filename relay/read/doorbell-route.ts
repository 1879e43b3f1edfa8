import { Hono } from 'hono';
import { HEARTBEAT_MS, RELAY_PATHS, STREAMS_MAX } from '#shared/relay-protocol/protocol.ts';
import { addressOf } from '../http/caller-address.ts';
import type { DeviceEnv, RelayCore } from '../relay-core.ts';
import { tryLater } from '../http/problem.ts';
import { deny } from '../misuse/refusals.ts';
import { tooManyHeld } from '../http/limited.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { StreamSink } from '../http/stream-sink.ts';
import { WakeSignal } from '#shared/async/sweep-loop.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { DOORBELL_EVENTS, type LogHead } from '#shared/relay-protocol/messages.ts';
import type { Ring } from './pub-sub.ts';

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

/** A reader that takes nothing for two heartbeats is cut off: its connection is dead, or it only wants to occupy sockets. */
const STALLED_MS = 2 * HEARTBEAT_MS;

/** Writes the texts of the line straight to the connection. A slow reader costs one entry per integration, however many events there are. */
async function pumpInto(core: RelayCore, line: DoorbellLine, sink: StreamSink): Promise<void> {
  sink.onClose(() => line.close('over'));
  try {
    for (let text = await line.next(); text !== null; text = await line.next()) {
      if (sink.write(text) || (await isTaken(core, sink))) continue;
      line.close('stalled');
      sink.cut();
      return;
    }
    if (core.stop.aborted) sink.write(retryLine(core));
  } catch {
    // The store cannot be read: the device reconnects.
    line.close('over');
  }
  sink.end();
}

function isTaken({ clock }: RelayCore, sink: StreamSink): Promise<boolean> {
  const drained = sink.drained().then(() => true);
  return withTimeout(drained, { clock, withinMs: STALLED_MS, late: () => false });
}

/** The same as a web stream, for a relay that is a function and has no connection. */
function bodyOf(core: RelayCore, line: DoorbellLine): ReadableStream<Uint8Array> {
  let taken = new StopSource();
  /** Called with each text that was handed over; the next pull proves that it was taken. */
  const watch = async (sink: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const mine = new StopSource();
    taken = mine;
    await core.clock.sleep(STALLED_MS, mine);
    if (mine.aborted || line.isOver()) return;
    line.close('stalled');
    sink.error(new Error('the reader takes nothing'));
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(sink) {
        taken.abort();
        try {
          const text = await line.next();
          if (text !== null) {
            sink.enqueue(utf8(text));
            void watch(sink);
            return;
          }
          if (core.stop.aborted) sink.enqueue(utf8(retryLine(core)));
          sink.close();
        } catch {
          // The store cannot be read, or the reader has left meanwhile: the device reconnects.
          line.close('over');
          sink.close();
        }
      },
      cancel: () => {
        taken.abort();
        line.close('over');
      },
    },
    // No text is prepared in advance: each is requested when the socket has room for it.
    { highWaterMark: 0 },
  );
}

/** Why a stream ended: `over`: one side ended it; `stalled`: its reader took nothing. */
type Ending = 'over' | 'stalled';

/** What a device is told, one text after another, until the device is gone, the relay closes or the line is closed. */
type DoorbellLine = {
  /** Resolves with the next text as soon as there is one; null at the end. */
  next(): Promise<string | null>;
  close(why: Ending): void;
  isOver(): boolean;
};

/** When the relay ends its streams, thousands of readers reconnect: spread over these milliseconds, not all at once. */
const RETRY_MS = { least: 200, spread: 3_000 };

/** `closed` is called once. */
function doorbellLine(core: RelayCore, deviceId: string, closed: (why: Ending) => void): DoorbellLine {
  let over = false;
  const signal = new WakeSignal(core.clock);
  const news = doorbellNews(core, deviceId, () => signal.wake());
  const close = (why: Ending): void => {
    if (over) return;
    over = true;
    news.close();
    signal.wake();
    closed(why);
  };
  return {
    close,
    isOver: () => over,
    async next() {
      while (true) {
        if (over) return null;
        const text = await news.told();
        if (text === null) close('over');
        else if (text !== '') return text;
        else if (!(await signal.wait(HEARTBEAT_MS))) return ': alive\n\n';
      }
    },
  };
}

function retryLine(core: RelayCore): string {
  return `retry: ${RETRY_MS.least + Math.floor(core.random.fraction() * RETRY_MS.spread)}\n\n`;
}

type DoorbellNews = {
  /** What there is to say now, perhaps nothing; null if the device is gone, or may read less than before. */
  told(): Promise<string | null>;
  close(): void;
};

/** What one device has not been told yet: the newest `seq` of each of its logs. `rung` is called when there is something. */
function doorbellNews(core: RelayCore, deviceId: string, rung: () => void): DoorbellNews {
  const untold = newestPlaces();
  // The device's heads are read again on connecting and whenever its links change.
  let reload = true;
  let [gone, revoked] = [false, ''];
  let greeting = GREETING;

  const subscription = core.pubSub.subscribe(deviceId, (ring) => hear(ring) && rung());
  const take = (heads: readonly LogHead[]): boolean => {
    const mine = new Set(heads.map((head) => head.integrationId));
    // The device lost an integration, or has none to hear about: the stream ends, and the next one is authorised again.
    gone ||= mine.size === 0 || untold.lack(mine);
    subscription.follow(mine);
    return heads.filter((head) => untold.learn(head.integrationId, head.seq)).length > 0 || gone;
  };
  const hear = (ring: Ring): boolean => {
    switch (ring.kind) {
      case 'links':
        reload = true;
        return true;
      case 'seq':
        return untold.learn(ring.integrationId, ring.seq);
      case 'revocation':
        revoked = REVOCATION;
        return true;
      case 'heads':
        gone ||= ring.heads === null;
        return gone || take(ring.heads ?? []);
      default:
        return unreachable(ring);
    }
  };

  return {
    close: () => subscription.close(),
    async told() {
      if (reload && !gone) {
        reload = false;
        const heads = await core.store.heads(deviceId);
        if (heads === null) gone = true;
        else take(heads);
      }
      if (gone) return null;
      const rings = Array.from(untold.taken(), ([integrationId, seq]) => rungOf({ integrationId, epoch: core.store.epoch, seq }));
      const text = rings.join('') + revoked || greeting;
      [greeting, revoked] = ['', ''];
      return text;
    },
  };
}

/** The headers leave with the first bytes of the answer, so some are sent at once. */
const GREETING = ': connected\n\n';

/** Carries no truth either: an integration was revoked, and the service knows which. */
const REVOCATION = `event: ${DOORBELL_EVENTS.revocation}\ndata: {}\n\n`;

function rungOf(head: LogHead): string {
  return `event: ${DOORBELL_EVENTS.seq}\ndata: ${JSON.stringify(head)}\n\n`;
}

/** The newest known `seq` of each log, and which of them have not been told yet. */
function newestPlaces() {
  const known = new Map<IntegrationId, number>();
  let pending = new Map<IntegrationId, number>();
  return {
    learn(integrationId: IntegrationId, seq: number): boolean {
      // Another node's announcement may be older than what was seen here since.
      if (seq <= (known.get(integrationId) ?? -1)) return false;
      known.set(integrationId, seq);
      pending.set(integrationId, seq);
      return true;
    },
    lack: (mine: ReadonlySet<IntegrationId>): boolean => [...known.keys()].some((id) => !mine.has(id)),
    taken(): ReadonlyMap<IntegrationId, number> {
      const taken = pending;
      pending = new Map();
      return taken;
    },
  };
}
