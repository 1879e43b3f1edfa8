import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import type { World } from '#shared/ports/world.ts';

export type KeyWatchDeps = {
  readonly world: Pick<World, 'clock' | 'log'>;
  /** Reads the service's key set; says whether that could be done. */
  readonly readKeys: () => Promise<boolean>;
  /** Asks the relay which of them its operator distrusts, and keeps that. */
  readonly askRelay: () => Promise<unknown>;
};

export type KeyWatch = {
  start(): void;
  close(): Promise<void>;
  /** A connection was made, or another service or relay was set: reads now. */
  readNow(): void;
  /** Woken, or the network is back: reads now when the day is over. */
  lookAgain(): void;
};

/** Keys are exchanged now and then, and one that was not seen while it was published is not believed later (C37). */
const READ_EVERY_MS = DAY_MS;
const TRY_AGAIN_MS = 15 * MINUTE_MS;
/** However often somebody changes the settings. */
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
