import { setTimeout as pause } from 'node:timers/promises';

/** Turns of the event loop before turns that take a millisecond. */
const QUICK_TURNS = 1_000;
/** Half a minute, for a disk on a busy machine. */
const TURNS_MAX = 30_000;

/**
 * Gives real files real time while the clock of a test stands still. False if they did not finish. If it counted turns of the loop only, a
 * fast processor would give the disk less time.
 */
export async function untilDisk(isDone: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if (isDone()) return true;
    if (turn < QUICK_TURNS) await new Promise((resolve) => setImmediate(resolve));
    else await pause(1);
  }
  return isDone();
}
