import type { Clock } from '../ports/world.ts';
import type { Stop } from '../ports/stop.ts';

/** Calls during a run share its answer. The next call after its end starts another run. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let flight: Promise<T> | null = null;
  return () => {
    flight ??= run().finally(() => {
      flight = null;
    });
    return flight;
  };
}

/** The first call runs it, for instance to load what most runs of the program do not need; all calls share its answer. */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => (answer ??= run());
}

/** The answer of a run, and the end of the run itself, which comes later if the answer timed out. */
export type Flight<T> = { readonly answer: Promise<T>; readonly over: Promise<unknown> };

/** Runs `run` once at a time. Everybody who asks during a run, or within `freshMs` of its start, gets the same answer. */
export function cachedFlight<T>(clock: Pick<Clock, 'monotonicMs'>, freshMs: number, run: () => Flight<T>): () => Promise<T> {
  let last: Promise<T> | null = null;
  let beganAtMs = 0;
  let isOver = true;
  const end = (): void => {
    isOver = true;
  };
  return () => {
    const now = clock.monotonicMs();
    // While a run hangs, another one would only hold more of the same resource.
    if (last !== null && (!isOver || now - beganAtMs < freshMs)) return last;
    const { answer, over } = run();
    [last, beganAtMs, isOver] = [answer, now, false];
    over.then(end, end);
    return answer;
  };
}

/**
 * Merges many calls into few runs. A call runs `act` at once; all calls during a run become one more run after it, because the current run may
 * have read before the change. There are never two runs at a time, and no delay. To spread runs over time, use `throttle`.
 */
export function coalesce(act: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await act();
      }
    } finally {
      isRunning = false;
    }
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
}

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
