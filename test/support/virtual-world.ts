import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { Clock, Log, LogFields, Random } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';
import { hex } from '#shared/lib/bytes.ts';

export interface VirtualClock extends Clock {
  /** Moves time on, and wakes every sleeper at its own moment, in order. */
  advance(milliseconds: number): Promise<void>;
  /** Wakes sleepers one by one until `done()`; false if nobody sleeps any longer or `mostMs` have passed first. */
  run(done?: () => boolean, mostMs?: number): Promise<boolean>;
  /** Lets everything go on that can, without time passing. */
  settle(): Promise<void>;
  /** Sets only the wall clock forward or back, as a user or a time server does. */
  jump(milliseconds: number): void;
  readonly sleepers: number;
}

/** 2026-01-05T08:00:00Z, a Monday: tests that show a date show this one. */
const START_MS = Date.UTC(2026, 0, 5, 8);
/** Turns of the event loop between two moments: enough for chains of awaits over real SQLite and real hashes. */
const TURNS = 8;
/** `run` without a limit of its own stops after 30 virtual days: longer than anything here waits. */
const RUN_MOST_MS = 30 * 86_400_000;

type Sleeper = { readonly dueMs: number; readonly order: number; readonly wake: () => void };

/**
 * A clock that stands still until it is moved. Nothing sleeps for real. `settle` lets everything go on that can without time passing; the
 * default waits for a few turns of the loop, a simulation until nothing is left.
 */
export function virtualClock(startMs: number = START_MS, settle: () => Promise<void> = someTurns): VirtualClock {
  const sleepers = new Set<Sleeper>();
  let nowMs = 0;
  let wallOffsetMs = startMs;
  let order = 0;

  const wake = async (sleeper: Sleeper): Promise<void> => {
    nowMs = Math.max(nowMs, sleeper.dueMs);
    sleeper.wake();
    await settle();
  };

  return {
    // In whole milliseconds, like a machine's wall clock; sleeps may end at a fraction of one.
    wallMs: (): WallMs => wallMs(Math.floor(wallOffsetMs + nowMs)),
    monotonicMs: () => nowMs,
    sleep: (milliseconds, stop) => {
      order += 1;
      return asleep(sleepers, { dueMs: nowMs + Math.max(0, milliseconds), order, stop });
    },
    async advance(milliseconds) {
      const untilMs = nowMs + milliseconds;
      await settle();
      for (let due = nextOf(sleepers); due !== null && due.dueMs <= untilMs; due = nextOf(sleepers)) await wake(due);
      nowMs = untilMs;
    },
    async run(done = () => false, mostMs = RUN_MOST_MS) {
      const untilMs = nowMs + mostMs;
      await settle();
      while (!done()) {
        const due = nextOf(sleepers);
        if (due === null || due.dueMs > untilMs) return false;
        await wake(due);
      }
      return true;
    },
    settle,
    jump: (milliseconds) => {
      wallOffsetMs += milliseconds;
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}

function nextOf(sleepers: ReadonlySet<Sleeper>): Sleeper | null {
  let first: Sleeper | null = null;
  for (const one of sleepers) {
    if (first === null || one.dueMs < first.dueMs || (one.dueMs === first.dueMs && one.order < first.order)) first = one;
  }
  return first;
}

function asleep(sleepers: Set<Sleeper>, of: { dueMs: number; order: number; stop: Stop | undefined }): Promise<void> {
  if (of.stop?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = (): void => {
      sleepers.delete(sleeper);
      of.stop?.removeEventListener('abort', wake);
      resolve();
    };
    const sleeper: Sleeper = { dueMs: of.dueMs, order: of.order, wake };
    sleepers.add(sleeper);
    of.stop?.addEventListener('abort', wake, { once: true });
  });
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Seeded randomness: the same seed gives the same bytes, UUIDs and fractions, in the order of the calls. */
export function seededRandom(seed: number): Random {
  const next = mulberry32(seed);
  const bytes = (count: number): Uint8Array<ArrayBuffer> => {
    const drawn = new Uint8Array(count);
    for (let at = 0; at < count; at += 1) drawn[at] = next() & 0xff;
    return drawn;
  };
  return {
    bytes,
    uuid: () => {
      const drawn = bytes(16);
      drawn[6] = ((drawn[6] ?? 0) & 0x0f) | 0x40;
      drawn[8] = ((drawn[8] ?? 0) & 0x3f) | 0x80;
      const digits = hex(drawn);
      return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
    },
    fraction: () => next() / 2 ** 32,
  };
}

/** Mulberry32: small, fast, and even enough for tests; 32 bits per draw. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

type LogLine = { readonly level: keyof Log; readonly message: string; readonly fields: LogFields };

export interface RecordingLog extends Log {
  readonly lines: readonly LogLine[];
  /** Everything that was logged, as one text: to search for what must not be in it. */
  text(): string;
}

/** Keeps what was logged. */
export function recordingLog(): RecordingLog {
  const lines: LogLine[] = [];
  const at =
    (level: keyof Log) =>
    (message: string, fields: LogFields = {}): void => {
      lines.push({ level, message, fields });
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines,
    text: () => lines.map((line) => JSON.stringify(line)).join('\n'),
  };
}
