import type { MappingStore, ToMap } from '#electron/folders/store.ts';
import type { DeliveryStore } from '#electron/delivery/store.ts';
import { type FolderEntries, takesEntries } from '#shared/domain/folder/folder-entries.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { type FolderId, folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { mappingText } from '#shared/entries/canonical.ts';
import { type EntriesMapping, entriesMappingSchema } from '#shared/entries/mapping.ts';
import { hex, utf8 } from '#shared/lib/bytes.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import { itemOf } from '../items/item-columns.ts';
import type { ItemRows } from '../items/item-rows.ts';
import { inPages, type JournalContext, type Row } from '../sqlite/journal-context.ts';
import type { FolderRows } from './folder-rows.ts';

/** A folder's mapping as the copy of the set-up keeps it, beside the journal. */
export type KeptMapping = { readonly folderId: FolderId; readonly version: number; readonly madeAt: number; readonly text: string };

export type MappingRows = MappingStore &
  Pick<DeliveryStore, 'mappingOf' | 'mappingNow'> & {
    /** Those that are in use. */
    kept(): readonly KeptMapping[];
    /** Part of the caller's transaction. Returns its hash; null if this version of Intray does not read such a mapping. */
    restore(kept: KeptMapping): string | null;
  };

/**
 * What the columns of files of entries mean, in each folder that takes some. Every version stays: what was sent names the hash of the mapping that it was
 * read by (C48), and its lines must be readable again.
 */
export function mappingRows(base: JournalContext, rows: Rows): MappingRows {
  const { folders } = rows;
  const statements = prepared(base.database);
  const mapping = readingMappings(statements);
  const put = ({ folderId, version, madeAt, text }: KeptMapping): string => {
    const sha256 = hashOf(text);
    statements.insert.run(folderId, version, sha256, madeAt, text);
    return sha256;
  };
  const entriesFolder = (folderId: FolderId): Folder | null => {
    const folder = folders.watched(folderId);
    return folder !== null && takesEntries(folder) ? folder : null;
  };
  return {
    mapping,
    ...mappingsOfItems(statements, { mapping, entriesFolder }),
    toReadAgain: (folderId) => toReadAgain(statements, entriesFolder(folderId)),
    setMapping: (folderId, made, ifVersion) =>
      base.transact(() => {
        const folder = entriesFolder(folderId);
        if (folder === null) return 'not-found';
        const before = folder.entries.mapping;
        if ((before?.version ?? null) !== ifVersion) return 'stale';
        const text = mappingText(made);
        if (before !== null && hashOf(text) === before.sha256) return { version: before.version, sha256: before.sha256, readAgain: 0 };
        const [version, madeAt] = [(before?.version ?? 0) + 1, base.clock.wallMs()];
        const sha256 = put({ folderId, version, madeAt, text });
        folders.setEntries(folderId, { mapping: { version, sha256, madeAt }, byItself: null });
        askAgain(statements, rows, { folderId, sha256, now: madeAt });
        return { version, sha256, readAgain: toReadAgain(statements, entriesFolder(folderId)).length };
      }),
    stopByItself: (folderId) =>
      base.transact(() => {
        if (entriesFolder(folderId) === null) return false;
        folders.setEntries(folderId, { byItself: null });
        return true;
      }),
    toMap: (folderId, itemId) => toMap(itemId === undefined ? statements.newest.get(folderId) : statements.named.get(folderId, itemId)),
    kept: () => folders.folders().flatMap(({ id, entries }) => keptOf(statements, id, entries)),
    restore: (kept) => (parsedMapping(kept.text) === null ? null : put(kept)),
  };
}

type OfItems = {
  readonly mapping: MappingRows['mapping'];
  readonly entriesFolder: (folderId: FolderId) => Folder | null;
};

/** By which mapping an item was read, and by which it would be read now. */
function mappingsOfItems(
  { readBy, byHash, lying }: Statements,
  { mapping, entriesFolder }: OfItems,
): Pick<MappingRows, 'mappingOf' | 'mappingNow'> {
  const usedBy = ({ id, entries }: Parameters<MappingRows['mappingOf']>[0]): string | null => {
    const sha256 = entries === undefined ? readBy.get(id)?.['mapping'] : entries.mappingSha256;
    return typeof sha256 === 'string' ? sha256 : null;
  };
  const numbered = (sha256: string | null): ReturnType<MappingRows['mappingOf']> => {
    const used = sha256 === null ? null : mapping(sha256);
    return sha256 === null || used === null ? null : { version: Number(byHash.get(sha256)?.['version']), sha256, mapping: used };
  };
  return {
    mappingOf: (item) => numbered(usedBy(item)),
    mappingNow: (item) => {
      const before = usedBy(item);
      const folderIds = before === null ? [] : lying.all(item.id).map((row) => folderIdSchema.parse(row['folder']));
      const now = folderIds.flatMap((folderId) => entriesFolder(folderId)?.entries.mapping?.sha256 ?? [])[0];
      return numbered(now ?? before);
    },
  };
}

type Rows = { readonly folders: FolderRows; readonly items: Pick<ItemRows, 'apply'> };

function hashOf(text: string): string {
  return hex(nodeSha256([utf8(text)]));
}

function toReadAgain({ again }: Statements, folder: Folder | null): readonly string[] {
  if (folder === null) return [];
  return again.all(folder.id, folder.entries.mapping?.sha256 ?? null).map((row) => String(row['relative_path']));
}

type Made = { readonly folderId: FolderId; readonly sha256: string; readonly now: WallMs };

/** What a user agreed to by the mapping before, and has not begun to leave, is asked about at once: nobody knows when its file can be read. */
function askAgain({ waiting }: Statements, { items }: Rows, { folderId, sha256, now }: Made): void {
  inPages(waiting, [folderId, sha256], (row) => void items.apply(itemOf(row), { kind: 'mapping-changed' }, now));
}

/** By hash, so that what was read once stays right for ever. */
function readingMappings({ byHash }: Statements): (sha256: string) => EntriesMapping | null {
  const known = new Map<string, EntriesMapping>();
  return (sha256) => {
    const before = known.get(sha256);
    if (before !== undefined) return before;
    const row = byHash.get(sha256);
    const mapping = row === undefined ? null : parsedMapping(String(row['text']));
    if (mapping !== null) known.set(sha256, mapping);
    return mapping;
  };
}

function parsedMapping(text: string): EntriesMapping | null {
  return entriesMappingSchema.safeParse(jsonOf(text)).data ?? null;
}

function keptOf({ byHash }: Statements, folderId: FolderId, { mapping }: FolderEntries): readonly KeptMapping[] {
  const row = mapping === null ? undefined : byHash.get(mapping.sha256);
  return mapping === null || row === undefined
    ? []
    : [{ folderId, version: mapping.version, madeAt: mapping.madeAt, text: String(row['text']) }];
}

function toMap(row: Row | undefined): ToMap | null {
  if (row === undefined) return null;
  const itemId: ItemId = itemIdSchema.parse(row['id']);
  return { itemId, name: String(row['name']), relativePath: String(row['relative_path']) };
}

type Statements = ReturnType<typeof prepared>;

/** Of a file that has a mapping to thank for its verdict, or lacks one. */
const BY_MAPPING = `(i.kind = 'unfit' AND json_extract(i.state, '$.by') = 'intray'
    AND json_extract(i.state, '$.problem.kind') IN ('no-entries', 'entries-misfit', 'entries'))
  OR (i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'entries' AND i.left_at IS NULL AND i.resubmission = 0
    AND json_extract(i.entries, '$.mappingSha256') = f.mapping)
  OR (json_extract(i.pair, '$.kind') = 'file' AND (json_extract(i.pair, '$.as.problem.kind') IN ('no-entries', 'entries-misfit', 'entries')
    OR json_extract(i.pair, '$.as.mappingSha256') = f.mapping)
    AND (i.kind = 'unfit' OR EXISTS (SELECT 1 FROM items s WHERE s.id = json_extract(i.state, '$.into') AND s.kind IN ('held', 'waiting') AND s.reference IS NULL)))`;
/** Those that cannot be read for lack of one come first, then those that it was made for. */
const NEED = `CASE WHEN coalesce(json_extract(i.pair, '$.as.problem.why'), json_extract(i.state, '$.problem.why')) = 'needs-mapping'
    OR coalesce(json_extract(i.pair, '$.as.problem.kind'), json_extract(i.state, '$.problem.kind')) = 'entries-misfit' THEN 0
  WHEN coalesce(json_extract(i.pair, '$.as.mappingSha256'), json_extract(i.entries, '$.mappingSha256')) IS NOT NULL THEN 1 ELSE 2 END`;
const IN_FOLDER = `FROM files f CROSS JOIN items i ON i.id = f.item_id WHERE f.folder_id = ? AND f.present = 1`;
/** A scan has no columns. */
const WITH_ROWS = `(i.import_type = 'entries' OR json_extract(i.pair, '$.kind') = 'file')`;

function prepared(database: JournalContext['database']) {
  return {
    byHash: database.prepare('SELECT text, version FROM entries_mappings WHERE sha256 = ? ORDER BY made_at DESC LIMIT 1'),
    insert: database.prepare('INSERT OR REPLACE INTO entries_mappings (folder_id, version, sha256, made_at, text) VALUES (?, ?, ?, ?, ?)'),
    readBy: database.prepare('SELECT mapping FROM files WHERE item_id = ? AND present = 1 AND mapping IS NOT NULL LIMIT 1'),
    // The one in which it was found first, if it lies there; and that one in the end, if it lies in none.
    lying:
      database.prepare(`SELECT f.folder_id AS folder, f.folder_id IS NOT i.found_in AS rank FROM files f JOIN items i ON i.id = f.item_id
      WHERE f.item_id = ?1 AND f.present = 1
      UNION SELECT found_in, 2 FROM items WHERE id = ?1 AND found_in IS NOT NULL ORDER BY rank, folder`),
    again: database.prepare(`SELECT f.relative_path ${IN_FOLDER} AND f.mapping IS NOT ? AND (${BY_MAPPING})`),
    waiting: database.prepare(`SELECT * FROM items WHERE kind = 'waiting' AND found_in = ?
      AND json_extract(entries, '$.mappingSha256') IS NOT NULL AND json_extract(entries, '$.mappingSha256') <> ? AND n > ? ORDER BY n LIMIT ?`),
    newest: database.prepare(`SELECT i.id, i.name, f.relative_path ${IN_FOLDER} AND ${WITH_ROWS} ORDER BY ${NEED}, i.n DESC LIMIT 1`),
    named: database.prepare(`SELECT i.id, i.name, f.relative_path ${IN_FOLDER} AND i.id = ? AND ${WITH_ROWS} LIMIT 1`),
  };
}
