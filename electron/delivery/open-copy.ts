import { COPY_HEADER_BYTES, copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { FileFault } from '#shared/ports/files.ts';
import type { ByteSource } from '#shared/lib/byte-source.ts';
import type { CopySlot } from './copy-slots.ts';
import type { SpoolDeps } from './spool-deps.ts';

/**
 * A private copy from which a document is sent. Its file is not overwritten before it is closed, and everything that was reading it has ended: an
 * answer may come while the body is still being sent.
 */
export type OpenCopy = ByteSource & {
  /** The disk did not return the bytes while they were sent. */
  fault(): FileFault | null;
  close(): void;
};

/** The size of a usual scan: it is read once, and a larger document takes no more memory than this. */
export const PIECE_BYTES = 262_144;

export type OpenCopyOf = { readonly itemId: ItemId; readonly slot: CopySlot; readonly bytes: number; readonly release: () => void };

/**
 * Opens a copy whose bytes are known to be the item's. Their hash was made where they were written (C10), and is not made again. Null if its beginning
 * cannot be read, or is not this item's.
 */
export async function openCopy(
  { files }: Pick<SpoolDeps, 'files'>,
  { itemId, slot, bytes, release }: OpenCopyOf,
): Promise<OpenCopy | null> {
  const { path, from } = slot;
  const start = await files.readPart(path, 0, from + Math.min(bytes, PIECE_BYTES));
  if (!start.ok || !isStartOf(start.value, { itemId, from, bytes })) return null;
  const first = start.value.subarray(from);
  let [readers, isClosed] = [0, false];
  let fault: FileFault | null = null;
  const ended = (): void => {
    if (isClosed && readers === 0) release();
  };
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    if (isClosed) throw new Error('a copy that was closed is to be sent');
    readers += 1;
    try {
      yield first;
      for (let at = first.byteLength; at < bytes; ) {
        const read = await files.readPart(path, from + at, Math.min(bytes - at, PIECE_BYTES));
        if (!read.ok || read.value.byteLength === 0) {
          fault = read.ok ? CUT_SHORT : read.failure;
          throw Object.assign(new Error('a copy cannot be read'), { code: fault.code });
        }
        at += read.value.byteLength;
        yield read.value;
      }
    } finally {
      readers -= 1;
      ended();
    }
  }
  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    ended();
  };
  return { byteLength: bytes, chunks, fault: () => fault, close };
}

/** Our own code, beside the platform's: the file ends before the copy does. */
const CUT_SHORT: FileFault = { kind: 'other', code: 'CUT_SHORT' };

type Start = { readonly itemId: ItemId; readonly from: number; readonly bytes: number };

/** Copies of an older version have no header. */
function isStartOf(start: Uint8Array, { itemId, from, bytes }: Start): boolean {
  if (start.byteLength !== from + Math.min(bytes, PIECE_BYTES)) return false;
  return from !== COPY_HEADER_BYTES || Buffer.compare(start.subarray(0, from), copyHeader(itemId, bytes)) === 0;
}
