import type { Clock } from '#shared/ports/clock.ts';
import type { Stop } from '#shared/ports/stop.ts';

export type Bell = {
  /** "Look again": wakes whoever waits, or the next one to wait. Many rings are one. */
  ring(): void;
  /** Until it rings, `milliseconds` have gone by, or `stop`. */
  wait(milliseconds: number, stop: Stop): Promise<void>;
};

/** A doorbell for one loop: a ring during a look is not lost, it makes the next wait short. */
export function bell(clock: Clock): Bell {
  let rung = false;
  let wake: AbortController | null = null;
  return {
    ring: () => {
      rung = true;
      wake?.abort();
    },
    wait: async (milliseconds, stop) => {
      if (!rung) {
        const waker = new AbortController();
        wake = waker;
        const onStop = (): void => waker.abort();
        stop.addEventListener('abort', onStop, { once: true });
        if (!stop.aborted) await clock.sleep(milliseconds, waker.signal);
        stop.removeEventListener('abort', onStop);
        wake = null;
      }
      rung = false;
    },
  };
}
