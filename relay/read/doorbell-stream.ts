import { utf8 } from '#shared/lib/utf8.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import type { RelayCore } from '../relay-core.ts';
import { doorbellNews } from './doorbell-news.ts';

export type Doorbell = { readonly body: ReadableStream<Uint8Array>; close(): void };

/** A reader that takes nothing for two heartbeats is cut: its line is dead, or it is somebody who only holds sockets. */
const STALLED_MS = 2 * HEARTBEAT_MS;
/** When the relay ends the stream, its thousands of readers come back over these milliseconds and not all at once. */
const RETRY_MS = { least: 200, spread: 3_000 };

/**
 * One device's stream. What it has to say is a map from integration to newest seq, written when the reader has room: a slow
 * reader costs one entry an integration, however many events there are. `closed` is called once.
 */
export function doorbellStream(core: RelayCore, deviceId: string, closed: (why: 'over' | 'stalled') => void): Doorbell {
  const line = openLine(core, deviceId, closed);
  let taken = new AbortController();

  /** Called with each text that was handed over; the next pull says that it was taken. */
  const watch = async (sink: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    taken = new AbortController();
    const mine = taken;
    const stop = AbortSignal.any([mine.signal, core.stop]);
    await core.clock.sleep(STALLED_MS, stop);
    if (stop.aborted || line.isOver()) return;
    line.close('stalled');
    sink.error(new Error('the reader takes nothing'));
  };
  const close = (): void => {
    taken.abort();
    line.close('over');
  };

  const body = new ReadableStream<Uint8Array>(
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
          close();
          sink.close();
        }
      },
      cancel: close,
    },
    // Nothing is made in advance: a text is asked for when the socket has room for it.
    { highWaterMark: 0 },
  );
  return { body, close };
}

/** What a device is told, text after text, until it is gone, the relay closes or somebody ends it. */
function openLine(core: RelayCore, deviceId: string, closed: (why: 'over' | 'stalled') => void) {
  let over = false;
  let nap = new AbortController();
  const news = doorbellNews(core, deviceId, () => nap.abort());
  const close = (why: 'over' | 'stalled'): void => {
    if (over) return;
    over = true;
    news.close();
    core.stop.removeEventListener('abort', ended);
    nap.abort();
    closed(why);
  };
  const ended = (): void => close('over');
  core.stop.addEventListener('abort', ended, { once: true });

  return {
    close,
    isOver: () => over,
    /** As soon as there is something to say; null at the end. */
    async next(): Promise<string | null> {
      while (true) {
        if (over) return null;
        nap = new AbortController();
        const text = await news.told();
        if (text === null) close('over');
        else if (text !== '') return text;
        else {
          await core.clock.sleep(HEARTBEAT_MS, nap.signal);
          if (!nap.signal.aborted) return ': alive\n\n';
        }
      }
    },
  };
}

function retryLine(core: RelayCore): string {
  return `retry: ${RETRY_MS.least + Math.floor(core.random.fraction() * RETRY_MS.spread)}\n\n`;
}
