import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { lstat, open, readFile, utimes } from 'node:fs/promises';
import { flushFolder } from '#shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/rename-and-remove.ts';
import { withStartedUmask } from '../private-umask.ts';

/** Never follows a link; Windows has no such flag. */
const JUST_MADE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * The disk operations of a move, one durable step each; a test may end the program between any two. What they create is in a folder of the
 * person's, so it gets the permissions of this user's other files.
 */
export const MOVE_STEPS = {
  makeFolder: async (path: string): Promise<void> => {
    withStartedUmask(() => mkdirSync(path));
  },
  /** Creates an empty file, or fails with EEXIST: it never opens an existing file. */
  reserve: async (path: string): Promise<void> => {
    closeSync(newFile(path));
  },
  writeNew: async (path: string, bytes: Uint8Array): Promise<void> => {
    closeSync(newFile(path));
    // A handle can be flushed where Node's permission model is on, and the umask applies only to a call that does not wait.
    const file = await open(path, JUST_MADE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  rename: RENAME_AND_REMOVE.rename,
  remove: RENAME_AND_REMOVE.remove,
  read: async (path: string): Promise<Uint8Array> => readFile(path),
  stat: lstat,
  setTimes: utimes,
  flushFolder,
} as const;

export type MoveSteps = typeof MOVE_STEPS;

function newFile(path: string): number {
  return withStartedUmask(() => openSync(path, 'wx'));
}
