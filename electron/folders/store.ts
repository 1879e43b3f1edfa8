import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';

/** A file of a folder, to be shown while its columns are given a meaning. `relativePath`: in the folder. */
export type ToMap = { readonly itemId: ItemId; readonly name: string; readonly relativePath: string };

/** What the journal knows of the mappings of folders of entries. Every call is durable when it returns. */
export type MappingStore = {
  /** The one with this hash (C48), also an old one; null if it was never kept here. */
  mapping(sha256: string): EntriesMapping | null;
  /** Paths of the folder's files that are judged, or asked about, by another mapping than the folder's, or for lack of one. */
  toReadAgain(folderId: FolderId): readonly string[];
  /**
   * The folder's next version; one that says the same as the last one is none. What waits and has not begun to leave is asked about again, and
   * `readAgain` counts the files to be read again. `stale`: its version is not `ifVersion` any more.
   */
  setMapping(
    folderId: FolderId,
    mapping: EntriesMapping,
    ifVersion: number | null,
  ): { readonly version: number; readonly sha256: string; readonly readAgain: number } | 'not-found' | 'stale';
  /** False if no folder of entries is watched there. */
  stopByItself(folderId: FolderId): boolean;
  /** The file of this document in the folder, else the newest file that needs a mapping, else the newest; null if there is none. */
  toMap(folderId: FolderId, itemId: ItemId | undefined): ToMap | null;
};
