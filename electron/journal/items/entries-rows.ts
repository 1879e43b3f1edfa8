import type { AllowEntries, DeliveryStore, EntriesOverlap, OverlapOf } from '#electron/delivery/store.ts';
import { type FolderId, folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { mayAllowEntries } from '#shared/domain/item/entries.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { MappingRows } from '../companies/mapping-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';

const NO_OVERLAP: EntriesOverlap = { repeated: [], sentBefore: 0, otherDates: [] };

/** Nothing is kept of what was sent yet, so nothing overlaps. */
export const overlapOf: OverlapOf = () => NO_OVERLAP;

export function doesRepeat({ repeated, otherDates }: EntriesOverlap): boolean {
  return repeated.length > 0 || otherDates.length > 0;
}

export type EntriesRows = Pick<DeliveryStore, 'allowEntries' | 'entriesFolders' | 'mappingOf' | 'overlapOf'>;

type Rows = {
  readonly items: Pick<ItemRows, 'get' | 'apply'>;
  readonly folders: Pick<FolderRows, 'watched' | 'setEntries'>;
  readonly overlapOf: OverlapOf;
  readonly mappings: Pick<MappingRows, 'mappingOf'>;
};

/** What a user agrees to about a file of entries. */
export function entriesRows(base: JournalContext, rows: Rows): EntriesRows {
  const lying = base.database.prepare('SELECT DISTINCT folder_id FROM files WHERE item_id = ? AND present = 1');
  const entriesFolders = (itemId: ItemId): readonly Folder[] =>
    lying
      .all(itemId)
      .map((row): FolderId => folderIdSchema.parse(row['folder_id']))
      .flatMap((folderId) => rows.folders.watched(folderId) ?? [])
      .filter(({ importType }) => importType === 'entries');
  return {
    entriesFolders,
    mappingOf: (item) => rows.mappings.mappingOf(item),
    overlapOf: (item, keys) => rows.overlapOf(item, keys),
    allowEntries: (itemId, agreed) => base.transact(() => allow(itemId, agreed, { ...rows, entriesFolders })),
  };
}

type AllowDeps = Rows & { readonly entriesFolders: EntriesRows['entriesFolders'] };

function allow(itemId: ItemId, { as, keys, byItself, twice, at }: AllowEntries, deps: AllowDeps): ReturnType<EntriesRows['allowEntries']> {
  const item = deps.items.get(itemId);
  if (item === null || !mayAllowEntries(item)) return 'not-asked';
  // Its folder was given another mapping while the file was read.
  if (item.entries?.mappingSha256 !== as.mappingSha256) return 'changed';
  // All of it, while parts of it were accepted already.
  const isBegun = (item.entries.part?.n ?? 1) > 1;
  if (!twice && (isBegun || deps.overlapOf(item, keys).repeated.length > 0)) return 'repeats';
  if (deps.items.apply(item, { kind: 'entries-allowed', as }, at).item === item) return 'not-asked';
  const { mappingSha256, choose } = as;
  if (byItself && choose === undefined)
    for (const { id } of deps.entriesFolders(itemId)) deps.folders.setEntries(id, { byItself: { mappingSha256 } });
  return 'allowed';
}
