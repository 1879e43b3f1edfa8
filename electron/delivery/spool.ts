import { dirname } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { type CopySlot, CopySlots } from './copy-slots.ts';
import { type OpenCopy, openCopy, PIECE_BYTES } from './open-copy.ts';
import type { SpoolDeps } from './spool-deps.ts';

type IsIt = (bytes: Uint8Array) => Promise<boolean>;

/** The hash of what is to be sent, and whether bytes have it. */
export type ToSend = { readonly sha256: string; readonly isIt: IsIt };

/** `bytes`: the size without the header. */
export type Written = { readonly path: string; readonly bytes: number };

export type Spool = {
  /** The item's copy, confirmed by `isIt`, which compares the hash. Null if there is no readable copy: then the file itself is read. */
  read(itemId: ItemId, isIt: IsIt): Promise<Uint8Array | null>;
  /**
   * The same for sending it. To be closed. Its hash is compared while it is sent; before that, `isIt` is asked only about a large copy that an earlier
   * run of the program left, or about each large one where another content of the same item must not be taken for it (`compare`).
   */
  open(itemId: ItemId, what: ToSend, how?: 'compare'): Promise<OpenCopy | null>;
  /** A file for the reader to write a copy to; it belongs to no item until it is kept. */
  readonly take: () => string;
  /** What was written to a file that belongs to no item; null if it cannot be read. Its hash is not compared. */
  readTaken(written: Written): Promise<Uint8Array | null>;
  /** The same piece by piece, for what is large; ends early if it cannot be read. */
  readonly chunksTaken: (written: Written) => AsyncIterable<Uint8Array>;
  /** Makes what was written there the item's copy; `bytes` is its size without the header. */
  readonly keep: (itemId: ItemId, written: Written) => Promise<void>;
  readonly giveBack: (path: string, as: 'free' | 'doubtful') => Promise<void>;
  /** The item no longer needs its copy: another one may overwrite it. */
  readonly drop: (itemId: ItemId) => Promise<void>;
  /** Removes the files that contain nobody's copy. What cannot be removed now is removed by the next `tidy`. */
  rest(): Promise<void>;
  /** Somebody removed the folder while the program runs. False if the folder that it was in is gone too: then all of our files are, and none is made. */
  makeFolderAgain(): Promise<boolean>;
  /** Makes the folder, learns which copies are in it, and removes the ones that nobody needs. */
  tidy(wanted: (itemId: ItemId) => boolean): Promise<void>;
};

/**
 * Private copies of documents on their way. They ensure that a crash, or an edit of the original, never leaves a reference behind whose bytes
 * nobody has. The reader writes them (`shared/ports/file-reader.ts`). A copy overwrites one that is no longer needed, so that its flush covers
 * only bytes, no names and no allocation; its header says whose it is. No intent is written before its copy is flushed. No copy is
 * believed: the hash of what is sent is compared before its last byte leaves, so half a copy, which a power cut may leave, or a changed one counts as none.
 */
export function spool(of: SpoolDeps): Spool {
  const { files, folder } = of;
  const slots = new CopySlots(of);
  return {
    read: async (itemId, isIt) => {
      await slots.learn();
      for (const slot of slots.of(itemId)) {
        const bytes = await bytesIn(of, slot);
        if (bytes !== null && (await isIt(bytes))) return bytes;
      }
      return null;
    },
    open: async (itemId, what, how) => {
      await slots.learn();
      for (const slot of slots.of(itemId)) {
        const copy = await opened(of, slots, { itemId, slot, ...what, isCompared: how === 'compare' });
        if (copy !== null) return copy;
      }
      return null;
    },
    readTaken: (written) => readTaken(of, slots, written),
    chunksTaken: (written) => chunksTaken(of, written),
    take: () => slots.take(),
    keep: (itemId, { path, bytes }) => slots.fill(itemId, { path, from: COPY_HEADER_BYTES, bytes, isKnown: true }),
    giveBack: (path, as) => slots.giveBack(path, as),
    drop: (itemId) => slots.fill(itemId, null),
    rest: () => slots.removeFree(),
    makeFolderAgain: async () => (await files.stat(dirname(folder))).ok && (await files.makeFolder(folder)).ok,
    tidy: async (wanted) => {
      await files.makeFolder(folder);
      await slots.learn(wanted);
    },
  };
}

type Opened = ToSend & { readonly itemId: ItemId; readonly slot: CopySlot; readonly isCompared: boolean };

async function opened(of: SpoolDeps, slots: CopySlots, { isCompared, sha256, ...by }: Opened): Promise<OpenCopy | null> {
  const release = slots.hold(by.slot.path);
  const known = isPiece(by.slot) || (by.slot.isKnown && !isCompared) ? by.slot : await confirmed(of, slots, by);
  const bytes = known?.bytes ?? null;
  const { itemId } = by;
  const copy =
    known === null || bytes === null ? null : await openCopy(of, { itemId, slot: known, bytes, sha256, release: () => void release() });
  if (copy === null) await release();
  return copy;
}

/** A copy of one piece is read whole when it is opened, and compared there. */
function isPiece({ bytes }: CopySlot): boolean {
  return bytes !== null && bytes <= PIECE_BYTES;
}

/** Null if the bytes are not, or no longer, the item's. */
async function confirmed(
  of: SpoolDeps,
  slots: CopySlots,
  { itemId, slot, isIt }: Omit<Opened, 'isCompared' | 'sha256'>,
): Promise<CopySlot | null> {
  const bytes = await bytesIn(of, slot);
  return bytes !== null && (await isIt(bytes)) ? slots.confirm(itemId, slot, bytes.byteLength) : null;
}

async function readTaken(of: SpoolDeps, slots: CopySlots, { path, bytes }: Written): Promise<Uint8Array | null> {
  const release = slots.hold(path);
  const read = await bytesIn(of, { path, from: COPY_HEADER_BYTES, bytes });
  await release();
  return read;
}

async function* chunksTaken({ files }: SpoolDeps, { path, bytes }: Written): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes; ) {
    const read = await files.readPart(path, COPY_HEADER_BYTES + at, Math.min(bytes - at, PIECE_BYTES));
    if (!read.ok || read.value.byteLength === 0) return;
    at += read.value.byteLength;
    yield read.value;
  }
}

async function bytesIn(
  { files, folder }: SpoolDeps,
  { path, from, bytes }: Pick<CopySlot, 'path' | 'from' | 'bytes'>,
): Promise<Uint8Array | null> {
  const read = await files.read(path, { root: folder, bytesMax: FILE_BYTES_MAX + COPY_HEADER_BYTES });
  const all = read.ok ? read.value.bytes : null;
  if (all === null || bytes === null) return all;
  // The rest of the file is left over from a longer copy.
  return all.byteLength < from + bytes ? null : all.subarray(from, from + bytes);
}
