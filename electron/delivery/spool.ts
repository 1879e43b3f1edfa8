import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import type { Random } from '#shared/ports/random.ts';
import { COPY_HEADER_BYTES, copyHeader } from './copy-header.ts';
import { type CopySlot, CopySlots } from './copy-slots.ts';
import { createPlaces } from './places.ts';

export type Spool = {
  /** The copy that is the item's by `isIt`, a comparison of its hash. Null when there is none that can be read: then the file itself is asked. */
  read(itemId: ItemId, isIt: (bytes: Uint8Array) => Promise<boolean>): Promise<Uint8Array | null>;
  write(itemId: ItemId, bytes: Uint8Array): Promise<Result<null, FileFault>>;
  /** The item needs its copy no more: another one may be written over it. */
  readonly drop: (itemId: ItemId) => Promise<void>;
  /** Removes the files in which nobody's copy is. What cannot be removed now is removed by the next `tidy`. */
  rest(): Promise<void>;
  /** Makes the folder, learns whose copies are there, and removes what nobody wants any more. */
  tidy(wanted: (itemId: ItemId) => boolean): Promise<void>;
};

/** A flush ties up a thread, of which there are four: one is left for reading and hashing what comes next. */
const WRITES_AT_ONCE = 3;

export type SpoolOf = { readonly files: Files; readonly random: Random; readonly folder: string };

/**
 * Private copies of what is on its way: so a crash, or an edit of the original, never leaves a reference behind whose
 * bytes nobody has. A copy is written over one that is not needed any more, so that its flush is of bytes alone, and not of names
 * and room; its header says whose it is. No intent is written before its copy is flushed, and whoever reads a copy
 * compares its hash: so half a copy, which a power cut may leave, is no copy.
 */
export function spool(of: SpoolOf): Spool {
  const { files, folder } = of;
  const slots = new CopySlots(of);
  const writing = createPlaces(() => WRITES_AT_ONCE, new AbortController().signal);
  return {
    read: async (itemId, isIt) => {
      await slots.learn();
      for (const slot of slots.of(itemId)) {
        const bytes = await bytesIn(of, slot);
        if (bytes !== null && (await isIt(bytes))) return bytes;
      }
      return null;
    },
    write: async (itemId, bytes) => {
      await writing.enter();
      const path = slots.take();
      try {
        const written = await files.writeOver(path, [copyHeader(itemId, bytes.byteLength), bytes]);
        if (written.ok) await slots.fill(itemId, { path, from: COPY_HEADER_BYTES, bytes: bytes.byteLength });
        else await slots.remove(path);
        return written.ok ? ok(null) : written;
      } finally {
        writing.leave();
      }
    },
    drop: (itemId) => slots.fill(itemId, null),
    rest: () => slots.removeFree(),
    tidy: async (wanted) => {
      await files.makeFolder(folder);
      await slots.learn(wanted);
    },
  };
}

async function bytesIn({ files, folder }: SpoolOf, { path, from, bytes }: CopySlot): Promise<Uint8Array | null> {
  const read = await files.read(path, { root: folder, bytesMax: FILE_BYTES_MAX + COPY_HEADER_BYTES });
  const all = read.ok ? read.value.bytes : null;
  if (all === null || bytes === null) return all;
  // Behind it lies what is left of a longer one.
  return all.byteLength < from + bytes ? null : all.subarray(from, from + bytes);
}
