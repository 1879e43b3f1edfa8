import type { Clock } from '../ports/world.ts';
import type { Stop } from '../ports/stop.ts';
import { StopSource } from './stop-source.ts';

export type TimeoutOf<L> = {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly withinMs: number;
  /** Ends the wait early, as if the time had run out. */
  readonly stop?: Stop | undefined;
  /** The answer if there is none in time. */
  readonly late: () => L;
};

/**
 * Waits for an answer with a limit. After the limit the operation itself continues unobserved; after an answer the sleep is aborted, so that
 * no timer is left behind. A failure before the limit rejects; a later one is ignored, because nobody waits for it.
 */
export async function withTimeout<T, L>(asked: Promise<T>, { clock, withinMs, stop, late }: TimeoutOf<L>): Promise<T | L> {
  const over = new StopSource();
  const letGo = over.follow(stop);
  try {
    const answered = asked.then((value) => ({ value }));
    const first = await Promise.race([answered, clock.sleep(withinMs, over).then(() => null)]);
    return first === null ? late() : first.value;
  } finally {
    letGo();
    over.abort();
  }
}

/** Resolves with the answer, or with null when it takes too long; the operation itself then continues unobserved. */
export type SharedTimeout = <T>(asked: Promise<T>) => Promise<T | null>;

type SharedTimeoutOf = { readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>; readonly withinMs: number; readonly stop: Stop };

type Pending = { readonly dueMs: number; readonly late: () => void };

/**
 * `withTimeout` for thousands of concurrent waits of equal length: the oldest is always due first, so one timer serves all of them. After
 * `stop` the timer ends with the last wait, because it would keep the process alive.
 */
export function sharedTimeout({ clock, withinMs, stop }: SharedTimeoutOf): SharedTimeout {
  const pending = new Set<Pending>();
  let resting: StopSource | null = null;

  const watch = async (): Promise<void> => {
    for (let [first] = pending; first !== undefined; [first] = pending) {
      resting = new StopSource();
      await clock.sleep(first.dueMs - clock.monotonicMs(), resting);
      // In the order of arrival; answered waits have been removed.
      for (const one of pending) {
        if (one.dueMs > clock.monotonicMs()) break;
        pending.delete(one);
        one.late();
      }
    }
    resting = null;
  };
  const ended = (): void => {
    if (stop.aborted && pending.size === 0) resting?.abort();
  };
  stop.addEventListener('abort', ended, { once: true });

  return async (asked) => {
    const late = Promise.withResolvers<null>();
    const mine: Pending = { dueMs: clock.monotonicMs() + withinMs, late: () => late.resolve(null) };
    pending.add(mine);
    if (resting === null) void watch();
    try {
      return await Promise.race([asked, late.promise]);
    } finally {
      pending.delete(mine);
      ended();
    }
  };
}
