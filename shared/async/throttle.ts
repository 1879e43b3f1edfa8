import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';

export type ThrottleOf = {
  readonly clock: Pick<Clock, 'sleep'>;
  /** At most one run in so many milliseconds; a call is answered by a run no later than this. */
  readonly everyMs: number;
  /** `leading`: the first call runs at once, and what follows waits. `trailing`: the first call waits too, so that a burst is one run. */
  readonly edge: 'leading' | 'trailing';
  /** Afterwards nothing is run any more, also not what was called for before. */
  readonly stop: Stop;
};

export type Throttled = {
  call(): void;
  /** Resolves when nothing is under way or called for. */
  idle(): Promise<void>;
};

/** Many calls become few runs, never two of them at a time. The last call is always followed by a run, unless `stop` comes first. */
export function throttle({ clock, everyMs, edge, stop }: ThrottleOf, act: () => Promise<void> | void): Throttled {
  let isWanted = false;
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    if (edge === 'trailing') await clock.sleep(everyMs, stop);
    while (isWanted && !stop.aborted) {
      isWanted = false;
      await act();
      if (edge === 'leading' || isWanted) await clock.sleep(everyMs, stop);
    }
    running = null;
  };
  return {
    call: () => {
      isWanted = true;
      running ??= run();
    },
    idle: async () => {
      await running;
    },
  };
}
