import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { World } from '#shared/ports/world.ts';

export type KeyWatchDeps = {
  readonly world: Pick<World, 'clock' | 'log'>;
  /** Reads the service's key set; resolves to whether that succeeded. */
  readonly readKeys: () => Promise<boolean>;
  /** Asks the relay which keys its operator distrusts, and stores the answer. */
  readonly askRelay: () => Promise<unknown>;
};

export type KeyWatch = {
  start(): void;
  close(): Promise<void>;
  /** Called after a connection was made, or another service or relay was set: reads now. */
  readNow(): void;
  /** After sleep, or when the network is back: reads now if the last reading is a day old. */
  lookAgain(): void;
};

/** Keys are rotated now and then, and one that was not seen while it was published is not trusted later (C37). */
const READ_EVERY_MS = DAY_MS;
const TRY_AGAIN_MS = 15 * MINUTE_MS;
/** The shortest interval, however often the settings change. */
const READ_GAP_MS = SECOND_MS;

/** Reads the service's keys at every start, at every connection and daily, and asks the relay which of them its operator distrusts. */
export function keyWatch(of: KeyWatchDeps): KeyWatch {
  const { clock, log } = of.world;
  let readAt: WallMs | null = null;
  const loop = new SweepLoop({
    clock,
    look: async () => {
      const read = await of.readKeys();
      if (read) readAt = clock.wallMs();
      await of.askRelay();
      return read ? READ_EVERY_MS : TRY_AGAIN_MS;
    },
    minGapMs: READ_GAP_MS,
    failed: { log: (fields) => log.error('reading the service’s keys broke off', fields), restMs: TRY_AGAIN_MS },
  });
  return {
    start: () => void loop.start(),
    close: () => loop.close(),
    readNow: () => loop.wake(),
    lookAgain: () => {
      if (readAt === null || clock.wallMs() - readAt >= READ_EVERY_MS) loop.wake();
    },
  };
}
