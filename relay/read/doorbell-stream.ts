import { StopSource } from '#shared/async/stop-source.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import type { StreamSink } from '../http/stream-sink.ts';
import type { RelayCore } from '../relay-core.ts';
import { type DoorbellLine, retryLine } from './doorbell-line.ts';

/** A reader that takes nothing for two heartbeats is cut: its line is dead, or it is somebody who only holds sockets. */
const STALLED_MS = 2 * HEARTBEAT_MS;

/** Writes to the connection itself what the line has to say. A slow reader costs one entry an integration, however many events there are. */
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
    // The store cannot be read: the device comes again.
    line.close('over');
  }
  sink.end();
}

function isTaken({ clock }: RelayCore, sink: StreamSink): Promise<boolean> {
  const drained = sink.drained().then(() => true);
  return withTimeout(drained, { clock, withinMs: STALLED_MS, late: () => false });
}

/** The same as a stream of the web, where the relay is a function and there is no connection. */
export function bodyOf(core: RelayCore, line: DoorbellLine): ReadableStream<Uint8Array> {
  let taken = new StopSource();
  /** Called with each text that was handed over; the next pull says that it was taken. */
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
          // The store cannot be read, or the reader went meanwhile: the device comes again.
          line.close('over');
          sink.close();
        }
      },
      cancel: () => {
        taken.abort();
        line.close('over');
      },
    },
    // Nothing is made in advance: a text is asked for when the socket has room for it.
    { highWaterMark: 0 },
  );
}
