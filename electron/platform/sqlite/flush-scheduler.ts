import { endOfTurn } from '../../../shared/node/end-of-turn.ts';

/** Decides when gathered writes are flushed. */
export type FlushScheduler = (write: () => void) => void;

type Time = {
  readonly nowMs: () => number;
  readonly endOfTurn: (act: () => void) => void;
  readonly after: (ms: number, act: () => void) => void;
};

/** A disk that takes longer for one flush is in trouble, and gathered writes should not wait for it twice. */
const REST_MS_MAX = 20;
/** Resolution of a timer. */
const TIMER_MS_MIN = 1;

const REAL: Time = { nowMs: () => performance.now(), endOfTurn, after: (ms, act) => setTimeout(act, ms) };

/**
 * Writes at the end of the turn; after a slow write, only once as much time has passed. So at most half of the event loop's time is spent
 * waiting for the disk, and the slower the disk, the more writes share one flush. A lone write is flushed at once.
 */
export function flushScheduler(time: Time = REAL): FlushScheduler {
  let restUntilMs = Number.NEGATIVE_INFINITY;
  return (write) => {
    const timed = (): void => {
      const fromMs = time.nowMs();
      write();
      const toMs = time.nowMs();
      restUntilMs = toMs + Math.min(toMs - fromMs, REST_MS_MAX);
    };
    const restMs = restUntilMs - time.nowMs();
    if (restMs < TIMER_MS_MIN) time.endOfTurn(timed);
    else time.after(restMs, timed);
  };
}
