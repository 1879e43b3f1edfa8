import { lstat, mkdir, open, readFile, rename, unlink, utimes } from 'node:fs/promises';
import { flushFolder } from '#shared/node/flush-folder.ts';

/** What a move does to the disk, one durable step each; a test may let the program die between any two of them. */
export const MOVE_STEPS = {
  makeFolder: async (path: string): Promise<void> => {
    await mkdir(path);
  },
  /** Makes an empty file, or fails with EEXIST: nobody else's is ever opened. */
  reserve: async (path: string): Promise<void> => {
    const handle = await open(path, 'wx');
    await handle.close();
  },
  writeNew: async (path: string, bytes: Uint8Array): Promise<void> => {
    const handle = await open(path, 'wx');
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  remove: unlink,
  read: async (path: string): Promise<Uint8Array> => readFile(path),
  stat: lstat,
  setTimes: utimes,
  flushFolder,
} as const;

export type MoveSteps = typeof MOVE_STEPS;
