import type { Clock } from '../ports/clock.ts';
import type { Stop } from '../ports/stop.ts';

export type ThrottleOf = {
  readonly clock: Pick<Clock, 'sleep'>;
  /** At most one run in this many milliseconds; each call is followed by a run no later than this. */
  readonly everyMs: number;
  /** `leading`: the first call runs at once and later ones wait. `trailing`: the first call waits too, so that a burst becomes one run. */
  readonly edge: 'leading' | 'trailing';
  /** Nothing runs after this, not even for earlier calls. */
  readonly stop: Stop;
};

export type Throttled = {
  call(): void;
  /** Resolves when no run is active or pending. */
  idle(): Promise<void>;
};

/** Merges many calls into few runs, never two at a time. The last call is always followed by a run, unless `stop` comes first. */
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
