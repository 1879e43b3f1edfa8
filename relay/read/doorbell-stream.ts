import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import type { StreamSink } from '../http/stream-sink.ts';
import type { RelayCore } from '../relay-core.ts';
import { type DoorbellLine, retryLine } from './doorbell-line.ts';

/** A reader that takes nothing for two heartbeats is cut off: its connection is dead, or it only wants to occupy sockets. */
const STALLED_MS = 2 * HEARTBEAT_MS;

/** Writes the texts of the line straight to the connection. A slow reader costs one entry per integration, however many events there are. */
export async function pumpInto(core: RelayCore, line: DoorbellLine, sink: StreamSink): Promise<void> {
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
export function bodyOf(core: RelayCore, line: DoorbellLine): ReadableStream<Uint8Array> {
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
