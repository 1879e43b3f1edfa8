import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Stop } from '../ports/stop.ts';

export type LookLoop = { start(): void; close(): Promise<void>; lookAgain(): void };

export type LookLoopOf = {
  readonly clock: Clock;
  readonly log: Log;
  /** One look; says how many milliseconds to rest before the next one, unless somebody asks for it. */
  readonly look: (stop: Stop) => Promise<number>;
  /** However often somebody asks, in milliseconds. */
  readonly gapMs: number;
  /** What is logged when a look throws, and how long to rest then: the next one tries again. */
  readonly broken: { readonly message: string; readonly restMs: number };
};

/** Looks at once, then again and again, until it is closed: the slow and certain half of "look again". */
export function lookLoop({ clock, log, look, gapMs, broken }: LookLoopOf): LookLoop {
  const stop = new AbortController();
  let alarm = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const looked = async (): Promise<number> => {
    try {
      return await look(stop.signal);
    } catch (error) {
      // A full disk under the journal, or a bug.
      log.error(broken.message, { error: error instanceof Error ? error.name : 'unknown' });
      return broken.restMs;
    }
  };
  const looks = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      alarm = new AbortController();
      const restMs = await looked();
      if (gapMs > 0) await clock.sleep(gapMs, stop.signal);
      if (!stop.signal.aborted) await clock.sleep(restMs, alarm.signal);
    }
  };
  return {
    start: () => {
      loop = looks();
    },
    close: async () => {
      stop.abort();
      alarm.abort();
      await loop;
    },
    lookAgain: () => alarm.abort(),
  };
}
