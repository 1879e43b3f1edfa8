import { copyFile, rename, rm, unlink } from 'node:fs/promises';
import { retryWhileLocked, type LockRetry } from './retry-while-locked.ts';

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
 * has the file open, which happens right after a file was written (ADR-54).
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
