import type { Clock } from '../../ports/world.ts';
import { nodeClock } from '../clock.ts';
import { codeOf } from '../code-of.ts';
import { copyFile, rename, rm, unlink } from 'node:fs/promises';

/** Windows' errors if another program has a file open. It uses the same ones for a missing permission, so the wait is short. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/**
 * A virus scanner or an indexer holds a new file open for milliseconds, a large one for a second: short pauses first, two seconds in all. A file
 * held for longer is in use by a user's program, and the caller tries again at its own pace.
 */
const PAUSES_MS: readonly number[] = [10, 20, 40, 80, 150, 300, 600, 800];

export type LockRetry = { readonly platform: NodeJS.Platform; readonly clock: Pick<Clock, 'sleep'> };

const HERE: LockRetry = { platform: process.platform, clock: nodeClock() };

/** Retries `act`, which fails on Windows while another program has a file open, for two seconds; then rejects with the last error. */
export async function retryWhileLocked<T>(act: () => Promise<T>, locks: LockRetry = HERE): Promise<T> {
  const settle = async (): Promise<PromiseSettledResult<T>> => (await Promise.allSettled([act()]))[0];
  const resolved = await untilFree(settle, (one) => (one.status === 'rejected' ? codeOf(one.reason) : null), locks);
  if (resolved.status === 'rejected') throw resolved.reason;
  return resolved.value;
}

/** The same for calls that return a value: `codeIn` finds the system's error code in it, or null. */
export async function untilFree<T>(
  ask: () => T | Promise<T>,
  codeIn: (answer: Awaited<T>) => string | null,
  { platform, clock }: LockRetry = HERE,
): Promise<Awaited<T>> {
  for (const pauseMs of PAUSES_MS) {
    const answer = await ask();
    // On other systems an open file blocks nobody.
    if (platform !== 'win32' || !HELD.has(codeIn(answer) ?? '')) return answer;
    await clock.sleep(pauseMs);
  }
  return ask() as Promise<Awaited<T>>;
}

/** The file system's own calls for names, one try each. */
const CALLS = { rename, unlink, rm, copyFile };
type Calls = Pick<typeof CALLS, keyof typeof CALLS>;

export type RenameAndRemove = {
  /** Replaces any file with the new name. */
  readonly rename: (from: string, to: string) => Promise<void>;
  /** Fails if there is no such file. */
  readonly remove: (path: string) => Promise<void>;
  readonly removeIfThere: (path: string) => Promise<void>;
  /** Fails if the new name is taken and the `flags` of node:fs say so. */
  readonly copy: (from: string, to: string, flags: number) => Promise<void>;
};

/**
 * The only way in which our programs rename, remove and copy files: on Windows each of these fails while a virus scanner or an indexer
 * has the file open, which happens right after a file was written (ADR-34).
 */
export function namesBy(calls: Calls, locks?: LockRetry): RenameAndRemove {
  return {
    rename: (from, to) => retryWhileLocked(() => calls.rename(from, to), locks),
    remove: (path) => retryWhileLocked(() => calls.unlink(path), locks),
    removeIfThere: (path) => retryWhileLocked(() => calls.rm(path, { force: true }), locks),
    copy: (from, to, flags) => retryWhileLocked(() => calls.copyFile(from, to, flags), locks),
  };
}

export const RENAME_AND_REMOVE: RenameAndRemove = namesBy(CALLS);
