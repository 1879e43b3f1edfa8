import type { Clock } from '../../ports/clock.ts';
import { nodeClock } from '../clock.ts';
import { codeOf } from '../code-of.ts';

/** What Windows answers where another program has a file open. It says the same where a right is missing, so the wait is short. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/**
 * A virus scanner or an indexer has a new file open for milliseconds, a large one for a second: short steps first, two seconds in all. What is
 * held for longer is held by a program that a person works with, and whoever asked tries again in its own time.
 */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 150, 300, 600, 800];

export type LockRetry = { readonly platform: NodeJS.Platform; readonly clock: Pick<Clock, 'sleep'> };

const HERE: LockRetry = { platform: process.platform, clock: nodeClock() };

/** Does to the disk what fails on Windows as long as another program has a file open, and rejects with the last answer when two seconds are over. */
export async function retryWhileLocked<T>(act: () => Promise<T>, locks: LockRetry = HERE): Promise<T> {
  const settle = async (): Promise<PromiseSettledResult<T>> => (await Promise.allSettled([act()]))[0];
  const settled = await untilFree(settle, (one) => (one.status === 'rejected' ? codeOf(one.reason) : null), locks);
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** The same for what answers with a value: `codeIn` finds the code of the system in it, or null. */
export async function untilFree<T>(
  ask: () => T | Promise<T>,
  codeIn: (answer: Awaited<T>) => string | null,
  { platform, clock }: LockRetry = HERE,
): Promise<Awaited<T>> {
  for (const pauseMs of PAUSES_MS) {
    const answer = await ask();
    // On other systems a file that somebody has open is in nobody's way.
    if (platform !== 'win32' || !HELD.has(codeIn(answer) ?? '')) return answer;
    await clock.sleep(pauseMs);
  }
  return ask() as Promise<Awaited<T>>;
}
