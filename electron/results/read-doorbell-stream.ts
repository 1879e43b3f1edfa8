import { withTimeout } from '#shared/async/with-timeout.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { createParser } from 'eventsource-parser';
import type { Clock } from '#shared/ports/clock.ts';
import type { HttpStream } from '#shared/ports/http.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/limits.ts';
import { DOORBELL_EVENTS, type LogHead, headSchema } from '#shared/relay-protocol/messages.ts';

export type DoorbellStreamEnd = {
  readonly clock: Clock;
  readonly stop: Stop;
  /** Anything was received, a heartbeat included: the stream is alive. */
  readonly onSound: () => void;
  /** A doorbell, never truth: look again. */
  readonly onHead: (head: LogHead) => void;
  /** The relay says how long to stay away after this stream has ended. */
  readonly onRetry: (milliseconds: number) => void;
  /** Some integration was revoked, but it is not known which. */
  readonly onRevocation: () => void;
};

/** A half-dead connection delivers nothing at all; three missed heartbeats are no accident. */
const SILENCE_MS = 3 * HEARTBEAT_MS;
/** A head is 150 characters; a stream that accumulates more in one event is not the relay's. */
const EVENT_CHARACTERS_MAX = 16_384;

/** Listens until the stream ends, falls silent, or says what no relay says; then closes it. The caller connects again. */
export async function readDoorbellStream(stream: HttpStream, by: DoorbellStreamEnd): Promise<'ended' | 'silent' | 'garbage'> {
  const close = (): void => stream.close();
  by.stop.addEventListener('abort', close, { once: true });
  let garbage = false;
  const parser = createParser({
    maxBufferSize: EVENT_CHARACTERS_MAX,
    onEvent: (event) => {
      if (event.event === DOORBELL_EVENTS.revocation) by.onRevocation();
      const head = event.event === DOORBELL_EVENTS.seq ? headSchema.safeParse(jsonOf(event.data)) : null;
      if (head?.success === true) by.onHead(head.data);
    },
    onRetry: (milliseconds) => by.onRetry(milliseconds),
    onError: (error) => {
      // Unknown fields may come from later versions; a buffer that overflows may not.
      garbage ||= error.type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new TextDecoder();
  const chunks = stream.chunks[Symbol.asyncIterator]();
  try {
    // Ends with the stream, which the relay, silence or `stop` ends.
    while (!by.stop.aborted) {
      const heard = await withTimeout(chunks.next(), { clock: by.clock, withinMs: SILENCE_MS, late: () => null });
      if (heard === null) return 'silent';
      if (heard.done === true) return 'ended';
      by.onSound();
      parser.feed(decoder.decode(heard.value, { stream: true }));
      if (garbage) return 'garbage';
    }
    return 'ended';
  } finally {
    by.stop.removeEventListener('abort', close);
    stream.close();
  }
}
