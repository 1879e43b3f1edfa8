import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { COPY_HEADER_BYTES } from '#shared/domain/folder/copy-header.ts';
import { type CopySlot, CopySlots } from './copy-slots.ts';
import type { SpoolDeps } from './spool-deps.ts';

export type Spool = {
  /** The copy that is the item's by `isIt`, a comparison of its hash. Null when there is none that can be read: then the file itself is asked. */
  read(itemId: ItemId, isIt: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array | null>;
  /** A place for the reader to write a copy to; it is nobody's until it is kept. */
  readonly take: () => string;
  /** What was written there is the item's copy from now on; `bytes` without its header. */
  readonly keep: (itemId: ItemId, written: { readonly path: string; readonly bytes: number }) => Promise<void>;
  readonly giveBack: (path: string, as: 'free' | 'doubtful') => Promise<void>;
  /** The item needs its copy no more: another one may be written over it. */
  readonly drop: (itemId: ItemId) => Promise<void>;
  /** Removes the files in which nobody's copy is. What cannot be removed now is removed by the next `tidy`. */
  rest(): Promise<void>;
  /** Makes the folder, learns whose copies are there, and removes what nobody wants any more. */
  tidy(wanted: (itemId: ItemId) => boolean): Promise<void>;
};

/**
 * Private copies of what is on its way: so a crash, or an edit of the original, never leaves a reference behind whose
 * bytes nobody has. The reader writes them (`shared/ports/file-reader.ts`). A copy is written over one that is not needed any more, so
 * that its flush is of bytes alone, and not of names and room; its header says whose it is. No intent is written before its copy is flushed, and whoever reads a copy
 * compares its hash: so half a copy, which a power cut may leave, is no copy.
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
    take: () => slots.take(),
    keep: (itemId, { path, bytes }) => slots.fill(itemId, { path, from: COPY_HEADER_BYTES, bytes }),
    giveBack: (path, as) => slots.giveBack(path, as),
    drop: (itemId) => slots.fill(itemId, null),
    rest: () => slots.removeFree(),
    tidy: async (wanted) => {
      await files.makeFolder(folder);
      await slots.learn(wanted);
    },
  };
}

async function bytesIn({ files, folder }: SpoolDeps, { path, from, bytes }: CopySlot): Promise<Uint8Array | null> {
  const read = await files.read(path, { root: folder, bytesMax: FILE_BYTES_MAX + COPY_HEADER_BYTES });
  const all = read.ok ? read.value.bytes : null;
  if (all === null || bytes === null) return all;
  // Behind it lies what is left of a longer one.
  return all.byteLength < from + bytes ? null : all.subarray(from, from + bytes);
}
