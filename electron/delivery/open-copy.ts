import { createHash } from 'node:crypto';
import { COPY_HEADER_BYTES, copyHeader } from '#shared/domain/folder/copy-header.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { COPY_CHANGED, COPY_CUT } from '#shared/domain/item/failure.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { type ByteSource, hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { CopySlot } from './copy-slots.ts';
import type { SpoolDeps } from './spool-deps.ts';

/**
 * A private copy from which a document is sent. Its file is not overwritten before it is closed, and everything that was reading it has ended: an
 * answer may come while the body is still being sent. What is read from the disk is hashed on its way, and the last piece leaves only if the whole is
 * the document: the request cannot end otherwise, so the service has received nothing (ADR-15).
 */
export type OpenCopy = ByteSource & {
  /** The lines that leave in the same request: the JSON text of `entries`, UTF-8. */
  readonly entries?: Uint8Array;
  /** Where it is in the spool; null if it is in memory. */
  readonly at: Pick<CopySlot, 'path' | 'from'> | null;
  /** The disk did not return the bytes, or returned other ones, while they were sent. */
  fault(): FileFault | null;
  /** A request ended before the last piece was given to it: no service can have the document by that request, whatever it answered. */
  isCut(): boolean;
  close(): void;
};

/** The size of a usual scan: it is read once, and a larger document takes no more memory than this. */
export const PIECE_BYTES = 262_144;

/** `sha256`: of what is to be sent. */
export type OpenCopyOf = {
  readonly itemId: ItemId;
  readonly slot: CopySlot;
  readonly bytes: number;
  readonly sha256: string;
  readonly release: () => void;
};

/** Null if its beginning cannot be read or is not this item's, or if that is the whole copy and has another hash. */
export async function openCopy(
  { files }: Pick<SpoolDeps, 'files'>,
  { itemId, slot, bytes, sha256, release }: OpenCopyOf,
): Promise<OpenCopy | null> {
  const { path, from } = slot;
  const start = await files.readPart(path, 0, from + Math.min(bytes, PIECE_BYTES));
  if (!start.ok || !isStartOf(start.value, { itemId, from, bytes })) return null;
  const first = start.value.subarray(from);
  // Most scans are one piece. It stays in memory, so its hash is compared here, before anything is begun.
  if (first.byteLength === bytes && hex(nodeSha256([first])) !== sha256) return null;
  let [readers, isClosed, isCut] = [0, false, false];
  let fault: FileFault | null = null;
  const ended = (): void => {
    if (isClosed && readers === 0) release();
  };
  const broken = (by: FileFault): Error => {
    fault = by;
    return Object.assign(new Error('a copy cannot be read'), { code: by.code });
  };
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    if (isClosed) throw new Error('a copy that was closed is to be sent');
    readers += 1;
    let left = bytes;
    try {
      for await (const piece of pieces(files, { path, from, bytes, sha256, first, broken })) {
        left -= piece.byteLength;
        isCut = left > 0;
        yield piece;
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
  return { byteLength: bytes, at: { path, from }, chunks, fault: () => fault, isCut: () => isCut, close };
}

/** What was made of a copy, and is sent in its place. */
export function inMemory(bytes: Uint8Array): OpenCopy {
  let isCut = false;
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
      isCut = at + PIECE_BYTES < bytes.byteLength;
      yield bytes.subarray(at, at + PIECE_BYTES);
    }
  }
  return { byteLength: bytes.byteLength, at: null, chunks, fault: () => null, isCut: () => isCut, close: () => undefined };
}

type Pieces = Pick<CopySlot, 'path' | 'from'> &
  Pick<OpenCopyOf, 'bytes' | 'sha256'> & { readonly first: Uint8Array; readonly broken: (by: FileFault) => Error };

/** What was read when the copy was opened, then the rest from the disk; the last piece only if all of them are the document. */
async function* pieces(
  files: SpoolDeps['files'],
  { path, from, bytes, sha256, first, broken }: Pieces,
): AsyncGenerator<Uint8Array, void, void> {
  yield first;
  if (first.byteLength === bytes) return;
  const hash = createHash('sha256').update(first);
  for (let at = first.byteLength; at < bytes; ) {
    const read = await files.readPart(path, from + at, Math.min(bytes - at, PIECE_BYTES));
    if (!read.ok || read.value.byteLength === 0) throw broken(read.ok ? { kind: 'other', code: COPY_CUT } : read.failure);
    at += read.value.byteLength;
    hash.update(read.value);
    if (at === bytes && hash.digest('hex') !== sha256) throw broken({ kind: 'other', code: COPY_CHANGED });
    yield read.value;
  }
}

type Start = { readonly itemId: ItemId; readonly from: number; readonly bytes: number };

/** Copies of an older version have no header. */
function isStartOf(start: Uint8Array, { itemId, from, bytes }: Start): boolean {
  if (start.byteLength !== from + Math.min(bytes, PIECE_BYTES)) return false;
  return from !== COPY_HEADER_BYTES || Buffer.compare(start.subarray(0, from), copyHeader(itemId, bytes)) === 0;
}
