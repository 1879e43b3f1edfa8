import { createHash } from 'node:crypto';
import type { FileFault, LargeFile, ReadOptions } from '#shared/ports/files.ts';
import type { OpenFile } from './open-file.ts';
import { open } from 'node:fs/promises';
import { fileFault } from './file-fault.ts';

/** Enough to distinguish all formats. */
const HEAD_BYTES = 8_192;
const PIECE_BYTES = 1_048_576;

type HashHow = Pick<ReadOptions, 'copyLarge'> & { readonly goesOn?: (() => void) | undefined };

/** Hashes a file, and copies it if that is asked for, without holding it in memory. Null if there are more or fewer bytes than `size`. */
export async function hashLarge(file: OpenFile, size: number, { goesOn, copyLarge: to }: HashHow): Promise<LargeFile | null> {
  const copy = to === undefined ? null : await copyWriter(to.path, to.head);
  let fault: FileFault | null = null;
  let hashed: LargeFile | null;
  try {
    hashed = await hashPieces(file, size, async (piece) => {
      await copy?.write(piece);
      goesOn?.();
    });
  } finally {
    fault = (await copy?.end()) ?? null;
  }
  return hashed === null || copy === null ? hashed : { ...hashed, copyFault: fault };
}

async function hashPieces(file: OpenFile, size: number, onPiece: (piece: Uint8Array) => Promise<void>): Promise<LargeFile | null> {
  const hash = createHash('sha256');
  const piece = new Uint8Array(Math.min(PIECE_BYTES, size + 1));
  let head = new Uint8Array(0);
  for (let from = 0; ; ) {
    const bytes = await file.read(piece, 0, from);
    if (bytes === 0) return from === size ? { hash: new Uint8Array(hash.digest()), head } : null;
    const part = piece.subarray(0, bytes);
    hash.update(part);
    if (from === 0) head = part.slice(0, HEAD_BYTES);
    from += bytes;
    if (from > size) return null;
    await onPiece(part);
  }
}

/** A file that is written piece by piece. After a fault nothing more is written. */
type CopyWriter = {
  readonly write: (piece: Uint8Array) => Promise<void>;
  /** Null if all of it was written. */
  readonly end: () => Promise<FileFault | null>;
};

const OWNER_ONLY = 0o600;

/** Begins a file of our own, for this user alone, over whatever is there. It is not flushed: what it holds is read at once, and then removed. */
async function copyWriter(path: string, head: Uint8Array): Promise<CopyWriter> {
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
