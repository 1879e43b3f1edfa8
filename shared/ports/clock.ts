import type { WallMs } from '../lib/duration.ts';
import type { Stop } from './stop.ts';

/** Time as a port. There is no interval: repeated work sleeps in a loop that can be stopped. */
export interface Clock {
  /** The wall clock: for dates shown, kept and compared with other machines. It may jump. */
  wallMs(): WallMs;
  /** Milliseconds that never go back: for durations inside one run. */
  monotonicMs(): number;
  /** Resolves after `milliseconds`, or at once when `stop` is or becomes aborted; never rejects. */
  sleep(milliseconds: number, stop?: Stop): Promise<void>;
}
