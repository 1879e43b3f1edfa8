import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { itemIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Result } from '#shared/lib/result.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';

export type Spool = {
  /** Null when there is no copy, or none that can be read: then the file itself is asked. */
  read(itemId: ItemId): Promise<Uint8Array | null>;
  write(itemId: ItemId, bytes: Uint8Array): Promise<Result<null, FileFault>>;
  /** A copy that cannot be removed now is removed by the next `tidy`. */
  readonly drop: (itemId: ItemId) => Promise<void>;
  /** Makes the folder, and removes what nobody wants any more. */
  tidy(wanted: (itemId: ItemId) => boolean): Promise<void>;
};

/**
 * Private copies of what is on its way, one a file, named by the item: so a crash, or an edit of the original, never
 * leaves a reference behind whose bytes nobody has. No intent is written before its copy is flushed, and whoever reads a
 * copy compares its hash: so half a copy, which a power cut may leave, is no copy.
 */
export function spool(files: Files, folder: string): Spool {
  const pathOf = (itemId: ItemId): string => join(folder, itemId);
  const drop = async (path: string): Promise<void> => {
    // Failing is no matter: a copy too many is tidied away at the next start, and it is ours alone to read.
    await files.remove(path);
  };
  return {
    read: async (itemId) => {
      const read = await files.read(pathOf(itemId), { root: folder, bytesMax: FILE_BYTES_MAX });
      return read.ok ? read.value.bytes : null;
    },
    write: (itemId, bytes) => files.writeCopy(pathOf(itemId), bytes),
    drop: (itemId) => drop(pathOf(itemId)),
    tidy: async (wanted) => {
      await files.makeFolder(folder);
      const listed = await files.list(folder);
      if (!listed.ok) return;
      for (const entry of listed.value) {
        const itemId = itemIdSchema.safeParse(entry.name);
        // A name that is no item's is none of ours, or a half-written copy of an older version.
        if (!itemId.success || !wanted(itemId.data)) await drop(join(folder, entry.name));
      }
    },
  };
}
