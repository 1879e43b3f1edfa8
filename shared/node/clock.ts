import { type WallMs, wallMs } from '../lib/duration.ts';
import type { Clock } from '../ports/world.ts';

/** A Node timer overflows above 2^31-1 ms and then fires at once, so longer sleeps are split. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** The machine's clock. */
export function nodeClock(): Clock {
  return {
    wallMs: (): WallMs => wallMs(Date.now()),
    monotonicMs: () => performance.now(),
    async sleep(milliseconds, stop) {
      let leftMs = Math.max(0, milliseconds);
      do {
        if (stop?.aborted === true) return;
        const pieceMs = Math.min(leftMs, TIMER_MS_MAX);
        await timer(pieceMs, stop);
        leftMs -= pieceMs;
      } while (leftMs > 0);
    },
  };
}

function timer(milliseconds: number, stop: Parameters<Clock['sleep']>[1]): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(waiting);
      stop?.removeEventListener('abort', done);
      resolve();
    };
    const waiting = setTimeout(done, milliseconds);
    stop?.addEventListener('abort', done, { once: true });
  });
}

/** Calls `act` after everything that is ready in this turn of the event loop has run, so that calls made meanwhile join in. */
export function endOfTurn(act: () => void): void {
  setImmediate(act);
}
