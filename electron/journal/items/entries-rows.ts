import type { AllowEntries, DeliveryStore, OverlapOf } from '#electron/delivery/store.ts';
import { type FolderId, folderIdSchema, type ItemId } from '#shared/domain/ids.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { isReadAnew, mayAllowEntries, mayBookTwice } from '#shared/domain/item/entries.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { MappingRows } from '../companies/mapping-rows.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import type { ItemRows } from './item-rows.ts';
import type { LineKeyRows } from './line-key-rows.ts';
import type { SubmissionRows } from './submission-rows.ts';

export type EntriesRows = Pick<DeliveryStore, 'allowEntries' | 'entriesFolders' | 'mappingOf' | 'mappingNow' | 'overlapOf'>;

type Rows = {
  readonly items: Pick<ItemRows, 'get' | 'apply'>;
  readonly folders: Pick<FolderRows, 'watched' | 'setEntries'>;
  readonly mappings: Pick<MappingRows, 'mappingOf' | 'mappingNow'>;
  readonly lineKeys: Pick<LineKeyRows, 'datedOverlapOf' | 'agree'>;
  readonly submissions: Pick<SubmissionRows, 'sendAgain'>;
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
    mappingNow: (item) => rows.mappings.mappingNow(item),
    overlapOf: overlapIn(base, rows),
    allowEntries: (itemId, agreed) => base.transact(() => allow(itemId, agreed, { ...rows, entriesFolders })),
  };
}

/** Keys do not say under which day a line was booked, but when it was sent is known. */
function overlapIn({ clock }: JournalContext, { items, lineKeys }: Pick<Rows, 'items' | 'lineKeys'>): OverlapOf {
  return ({ companyId, id }, keys = new Uint8Array()) => {
    const item = id === null ? null : items.get(id);
    const { otherDates, sentAt, ...overlap } = lineKeys.datedOverlapOf({ companyId, item }, keys, clock.wallMs());
    return { ...overlap, otherDates: otherDates.map((at, index) => ({ at, sentAt: sentAt[index] ?? null })) };
  };
}

type AllowDeps = Rows & { readonly entriesFolders: EntriesRows['entriesFolders'] };

function allow(itemId: ItemId, { as, keys, byItself, twice, at }: AllowEntries, deps: AllowDeps): ReturnType<EntriesRows['allowEntries']> {
  const item = deps.items.get(itemId);
  if (item === null || !(mayAllowEntries(item) || mayBookTwice(item))) return 'not-asked';
  // Its folder was given another mapping while the file was read.
  const now = isReadAnew(item) ? (deps.mappings.mappingNow(item)?.sha256 ?? as.mappingSha256) : item.entries?.mappingSha256;
  if (now !== as.mappingSha256) return 'changed';
  // All of it, while parts of it were accepted already.
  if (!twice && (item.entries?.part?.n ?? 1) > 1) return 'repeats';
  const agreed = deps.lineKeys.agree(item, { as, keys, twice }, at);
  if (agreed === 'repeats') return 'repeats';
  const { item: after } = mayBookTwice(item)
    ? deps.submissions.sendAgain(item, { resubmission: item.resubmission + 1, at, as: agreed })
    : deps.items.apply(item, { kind: 'entries-allowed', as: agreed }, at);
  if (after === item) return 'not-asked';
  if (byItself && as.choose === undefined)
    for (const { id } of deps.entriesFolders(itemId)) deps.folders.setEntries(id, { byItself: { mappingSha256: as.mappingSha256 } });
  return 'allowed';
}
