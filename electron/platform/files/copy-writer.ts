import { open } from 'node:fs/promises';
import type { FileFault } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';

/** A file that is written piece by piece. After a fault nothing more is written. */
export type CopyWriter = {
  readonly write: (piece: Uint8Array) => Promise<void>;
  /** Null if all of it was written. */
  readonly end: () => Promise<FileFault | null>;
};

const OWNER_ONLY = 0o600;

/** Begins a file of our own, for this user alone, over whatever is there. It is not flushed: what it holds is read at once, and then removed. */
export async function copyWriter(path: string, head: Uint8Array): Promise<CopyWriter> {
  let fault: FileFault | null = null;
  const tried = async <T>(act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act();
    } catch (error) {
      fault ??= fileFault(error);
      return null;
    }
  };
  const file = await tried(() => open(path, 'w', OWNER_ONLY));
  const write = async (piece: Uint8Array): Promise<void> => {
    if (file !== null && fault === null) await tried(() => file.writeFile(piece));
  };
  await write(head);
  return {
    write,
    end: async () => {
      if (file !== null) await tried(() => file.close());
      return fault;
    },
  };
}
