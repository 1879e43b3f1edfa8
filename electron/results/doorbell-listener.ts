import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { backOffMs } from '#shared/lib/back-off.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import { longPollDoorbell, within } from './long-poll-doorbell.ts';
import type { HttpStream } from '#shared/ports/http.ts';
import { HEARTBEAT_MS } from '#shared/relay-protocol/protocol.ts';
import { DOORBELL_EVENTS, headSchema, type LogHead, type RelayFault } from '#shared/relay-protocol/messages.ts';
import type { RelayClient } from './relay-client.ts';
import type { ResultLink } from './store.ts';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { createParser } from 'eventsource-parser';
import type { Stop } from '#shared/ports/stop.ts';

/** How news of the relay's logs arrives: over its stream, by long polls, or by plain polls. */
export type Mode = 'stream' | 'long-poll' | 'poll';

export type DoorbellListenerDeps = {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly relay: RelayClient;
  /** The links to be read now; none while nothing is set up. */
  readonly links: () => readonly ResultLink[];
  /** Whether the relay lets this computer read any link, as far as is known: a device that may read nothing gets no stream. */
  readonly mayRead: () => boolean;
  /** "Look again" at this link. */
  readonly ring: (integrationId: IntegrationId) => void;
  readonly changed: (mode: Mode) => void;
  /** The relay gave no stream: it may have no proof from this computer. */
  readonly unproved: () => void;
  /** A stream other than the first one was opened. */
  readonly connected: () => void;
  /** A stream or a long poll broke off: the relay may come back as another one before there is a stream again. */
  readonly lost: () => void;
  /** A revocation came that names no integration. */
  readonly revokedSomebody: () => void;
};

export type DoorbellListener = {
  mode(): Mode;
  start(): void;
  close(): Promise<void>;
  /** Tries the way to the relay anew, whatever was found out about it before. */
  again(): void;
  /** A link was proved: a relay that gave no stream before gives one now. */
  proved(): void;
};

const STREAMS_TRIED = 3;
/** Behind a proxy that holds streams back or cuts them: long polls for this time. */
const STREAM_AGAIN_MS = 5 * MINUTE_MS;
const IDLE_MS = MINUTE_MS;
/** A relay that closes spreads its thousands of desktops over these milliseconds; a value outside them is not believed. */
const RETRY_MS = { least: 200, most: 10 * SECOND_MS };
/** Too much is open at our address: as long as the relay says, within these milliseconds. Meanwhile results come by plain polls. */
const LIMITED_MS = { usual: MINUTE_MS, least: 10 * SECOND_MS, most: STREAM_AGAIN_MS };
const BACK_OFF = { firstMs: SECOND_MS, mostMs: 30 * SECOND_MS };

/** Chooses the mode by itself: the stream; after three in a row failed or fell silent, long polls; if these fail too, plain polls. */
export function createDoorbellListener(deps: DoorbellListenerDeps): DoorbellListener {
  const listener = new Choosing(deps);
  return {
    mode: () => listener.mode,
    start: () => listener.start(),
    close: () => listener.close(),
    again: () => listener.again(),
    proved: () => listener.proved(),
  };
}

class Choosing {
  mode: Mode = 'poll';
  readonly #deps: DoorbellListenerDeps;
  readonly #stop = new StopSource();
  readonly #loop: SweepLoop;
  /** Ends the time without a stream early. */
  #without = new StopSource();
  #stream: HttpStream | null = null;
  #wasOpen = false;
  #failures = 0;
  /** The retry delay that the ended stream stated; null if it stated none. */
  #retryMs: number | null = null;
  /** How long the relay wants no further request for a stream; null if it did not refuse one for that reason. */
  #limitedMs: number | null = null;

  constructor(deps: DoorbellListenerDeps) {
    this.#deps = deps;
    const { clock, log } = deps;
    this.#loop = new SweepLoop({
      clock,
      look: () => this.#listenOnce(),
      failed: { log: (fields) => log.error('listening to the relay broke off', fields), restMs: IDLE_MS },
    });
  }

  start(): void {
    void this.#loop.start();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.again();
    await this.#loop.close();
  }

  again(): void {
    this.#failures = 0;
    this.#tryNow();
    // After sleep a connection may be dead without notice; a new call costs one round trip.
    this.#stream?.close();
  }

  proved(): void {
    if (this.#stream !== null) return;
    this.#failures = 0;
    this.#tryNow();
  }

  #tryNow(): void {
    this.#without.abort();
    this.#loop.wake();
  }

  /** One attempt at the stream, to its end. Returns how long to stay away from it. */
  async #listenOnce(): Promise<number> {
    this.#without = new StopSource();
    if (!this.#deps.mayRead()) {
      this.#set('poll');
      return IDLE_MS;
    }
    await this.#listen();
    const isTried = this.#failures >= STREAMS_TRIED && this.#limitedMs === null;
    return isTried ? this.#listenWithout() : this.#pauseMs();
  }

  /** The delay that the relay stated when it ended the stream. If it stated none, or if streams fail, at least our own back-off. */
  #pauseMs(): number {
    const ownMs = backOffMs(Math.max(1, this.#failures), this.#deps.random.fraction(), BACK_OFF);
    // The computers of an office must not all come at the same moment.
    if (this.#limitedMs !== null) return within(this.#limitedMs, LIMITED_MS) + ownMs;
    if (this.#retryMs === null) return ownMs;
    const saidMs = within(this.#retryMs, RETRY_MS);
    return this.#failures === 0 ? saidMs : Math.max(saidMs, ownMs);
  }

  async #listen(): Promise<void> {
    const { clock, log, relay } = this.#deps;
    const openedAtMs = clock.monotonicMs();
    this.#retryMs = null;
    this.#limitedMs = null;
    const opened = await relay.doorbell(this.#stop);
    if (this.#stop.aborted) return;
    if (!opened.ok) return this.#refused(opened.failure);
    this.#stream = opened.value;
    if (this.#wasOpen) this.#deps.connected();
    this.#wasOpen = true;
    let lived = false;
    const how = await readDoorbellStream(opened.value, {
      clock,
      stop: this.#stop,
      onSound: () => {
        this.#set('stream');
        // A proxy that holds a stream back passes it on in one first burst, and then nothing.
        lived ||= clock.monotonicMs() - openedAtMs >= HEARTBEAT_MS;
      },
      onRetry: (milliseconds) => {
        this.#retryMs = milliseconds;
      },
      onRevocation: () => this.#deps.revokedSomebody(),
      onHead: ({ integrationId, epoch, seq }) => {
        const link = this.#deps.links().find((one) => one.integrationId === integrationId);
        if (link !== undefined && (link.cursor?.epoch !== epoch || link.cursor.seq < seq)) this.#deps.ring(integrationId);
      },
    });
    this.#stream = null;
    this.#deps.lost();
    // A relay that closes says when to come back. Even if one node after the other is restarted, that is not a failure.
    if (lived) this.#failures = 0;
    else if (this.#retryMs === null) this.#failures += 1;
    log.debug('doorbell ended', { how, failures: this.#failures });
  }

  #refused({ kind, retryAfterMs }: RelayFault): void {
    if (kind === 'limited') {
      // Not a failure: the relay is there, and long polls would also be held open at the same address.
      this.#limitedMs = retryAfterMs ?? LIMITED_MS.usual;
      this.#set('poll');
      return;
    }
    this.#failures += 1;
    if (kind === 'not-found') this.#deps.unproved();
  }

  /** Does without the stream for a while; then the stream is tried again. */
  async #listenWithout(): Promise<number> {
    const { clock, relay, links, ring, lost } = this.#deps;
    const stop = this.#without;
    const untilMs = clock.monotonicMs() + STREAM_AGAIN_MS;
    if (this.mode === 'stream') this.#set('poll');
    await longPollDoorbell({ clock, relay, links, ring, lost, stop, untilMs, works: () => this.#set('long-poll') });
    const leftMs = untilMs - clock.monotonicMs();
    if (leftMs <= 0 || stop.aborted) return 0;
    this.#set('poll');
    return leftMs;
  }

  #set(mode: Mode): void {
    if (this.mode === mode || this.#stop.aborted) return;
    this.mode = mode;
    this.#deps.log.info('way to the relay', { mode });
    this.#deps.changed(mode);
  }
}

type DoorbellStreamEnd = {
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
async function readDoorbellStream(stream: HttpStream, by: DoorbellStreamEnd): Promise<'ended' | 'silent' | 'garbage'> {
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
