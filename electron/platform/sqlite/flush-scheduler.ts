import { endOfTurn } from '../../../shared/node/end-of-turn.ts';

/** Says when what was gathered is written. */
export type FlushScheduler = (write: () => void) => void;

type Time = {
  readonly nowMs: () => number;
  readonly endOfTurn: (act: () => void) => void;
  readonly after: (ms: number, act: () => void) => void;
};

/** A disk that takes longer for one flush is ill, and what is gathered is not to wait for it twice. */
const REST_MS_MAX = 20;
/** A timer is no finer than this. */
const TIMER_MS_MIN = 1;

const REAL: Time = { nowMs: () => performance.now(), endOfTurn, after: (ms, act) => setTimeout(act, ms) };

/**
 * At the end of the turn; after a write that took long, only when as much time has passed. So half of the event loop's time at the
 * most goes into waiting for the disk, and the slower it is the more shares one flush. Whoever comes alone is written at once.
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
