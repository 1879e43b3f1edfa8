import { closeSync, fsync, mkdirSync, openSync, writeFile } from 'node:fs';
import { lstat, readFile, utimes } from 'node:fs/promises';
import { promisify } from 'node:util';
import { flushFolder } from '#shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/rename-and-remove.ts';
import { withStartedUmask } from '../private-umask.ts';

const [written, flushed] = [promisify(writeFile), promisify(fsync)];

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
    const file = newFile(path);
    try {
      await written(file, bytes);
      await flushed(file);
    } finally {
      closeSync(file);
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
