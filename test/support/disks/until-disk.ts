import { setTimeout as pause } from 'node:timers/promises';

/** Turns of the event loop before one takes a millisecond. */
const QUICK_TURNS = 1_000;
/** Half a minute of a disk to which a busy machine gives no turn. */
const TURNS_MAX = 30_000;

/**
 * Lets real files take their real time, while the clock of a test stands still. False when they did not come to an end. Counted in turns of
 * the loop alone, a disk would get less time the quicker the processor is.
 */
export async function untilDisk(isDone: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if (isDone()) return true;
    if (turn < QUICK_TURNS) await new Promise((resolve) => setImmediate(resolve));
    else await pause(1);
  }
  return isDone();
}
