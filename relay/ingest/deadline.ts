import type { Clock } from '#shared/ports/clock.ts';

/** Resolves with what was asked for, or with null when it takes too long; it goes on then, unheard. */
export type Deadline = <T>(asked: Promise<T>) => Promise<T | null>;

export type DeadlineBy = { readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>; readonly stop: AbortSignal };

type Pending = { readonly dueMs: number; readonly late: () => void };

/**
 * The same patience for all: whoever came first is due first, so one timer is enough for however many there are. After `stop`
 * it is gone with the last of them, since a timer would keep the process.
 */
export function deadline({ clock, stop }: DeadlineBy, patienceMs: number): Deadline {
  const pending = new Set<Pending>();
  let nap: AbortController | null = null;

  const watch = async (): Promise<void> => {
    for (let [first] = pending; first !== undefined; [first] = pending) {
      nap = new AbortController();
      await clock.sleep(first.dueMs - clock.monotonicMs(), nap.signal);
      // In the order in which they came; those that were answered are not here any more.
      for (const one of pending) {
        if (one.dueMs > clock.monotonicMs()) break;
        pending.delete(one);
        one.late();
      }
    }
    nap = null;
  };
  const ended = (): void => {
    if (stop.aborted && pending.size === 0) nap?.abort();
  };
  stop.addEventListener('abort', ended, { once: true });

  return async (asked) => {
    const late = Promise.withResolvers<null>();
    const mine: Pending = { dueMs: clock.monotonicMs() + patienceMs, late: () => late.resolve(null) };
    pending.add(mine);
    if (nap === null) void watch();
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      pending.delete(mine);
      ended();
    }
  };
}
