import { type FolderId, folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import { advance } from '#shared/domain/item/advance.ts';
import type { Advance } from '#shared/domain/item/advanced.ts';
import type { Item } from '#shared/domain/item/item.ts';
import {
  besideIn,
  type EntriesBeside,
  isScan,
  pairKeyOf,
  type PairHappening,
  solePair,
  stateOfEntriesFile,
  stateOfGoneFile,
} from '#shared/domain/item/pair.ts';
import { PAIRS, type Pairs } from '#shared/domain/folder/folder-entries.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { FolderRows } from '../companies/folder-rows.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import { itemOf } from './item-columns.ts';

/**
 * Scans and the files of entries beside them (C43). Everything is derived from where the files lie, in whatever order they came, within the transaction
 * that changes one of them. Each call is a part of the caller's.
 */
export type PairRows = {
  /** What is about to wait to be sent is held if its entries are missing, or were not agreed to. */
  gated(advanced: Advance, before: Item, now: WallMs): Advance;
  /** After an item was saved: files of entries follow their scan. */
  followed(before: Item, after: Item, now: WallMs): void;
  /** Files were found at these paths, or are no longer there. */
  after(folderId: FolderId, relativePaths: readonly string[], now: WallMs): void;
  /** The folder takes pairs now, or does not any more. */
  ofFolder(folderId: FolderId, now: WallMs): void;
  /** The item, held if it may not leave as it is. */
  asked(item: Item, now: WallMs): Item;
};

type Beside = Extract<PairHappening, { kind: 'entries-beside' }>;

/** The items, as this file uses them. */
type Items = { get(itemId: ItemId): Item | null; apply(item: Item, happening: PairHappening, now: WallMs): Advance };

export function pairRows({ database }: Pick<JournalContext, 'database'>, items: Items): PairRows {
  const statements = prepared(database);
  const lying = lyingIn(statements);
  const { besideScan, followScan, followFile, settle } = following(statements, lying, items);
  const setKeys = (folderId: FolderId, relativePaths: readonly string[]): void => {
    for (const path of relativePaths) statements.setKey.run(pairKeyOf(path), folderId, path);
  };
  return {
    gated: (advanced, before, now) => {
      const { item } = advanced;
      const beside = item.state === before.state || !mayBeAsked(item) ? null : besideScan(item);
      if (beside === null) return advanced;
      const wasIgnored = before.state.kind === 'aside';
      const { item: asked, chores } = advance(item, { ...beside, wasIgnored }, now);
      return asked === item ? advanced : { item: asked, chores: [...advanced.chores, ...chores] };
    },
    followed: (before, after, now) => {
      const isSame = before.pair === after.pair && before.entries === after.entries && before.state === after.state;
      if (isSame || !isScan(after)) return;
      for (const itemId of new Set([...besideIn(before), ...besideIn(after)])) {
        const file = items.get(itemId);
        if (file !== null) followFile(file, now);
      }
    },
    after: (folderId, relativePaths, now) => {
      const isPaired = lying.pairsIn(folderId) !== 'no';
      if (isPaired) setKeys(folderId, relativePaths);
      const ids = relativePaths.flatMap((relativePath) => [
        ...statements.at.all(folderId, relativePath).map(idOf),
        ...(isPaired ? lying.concerned({ folderId, relativePath }).map(({ id }) => id) : []),
      ]);
      settle(new Set(ids), now);
    },
    ofFolder: (folderId, now) => {
      if (lying.pairsIn(folderId) !== 'no')
        setKeys(
          folderId,
          statements.paths.all(folderId).map((row) => String(row['relative_path'])),
        );
      settle(new Set(statements.concerned.all({ folder: folderId }).map(idOf)), now);
    },
    asked: followScan,
  };
}

/** The folders, whose scans and files of entries follow a change of how they are set. */
export function followedFolders(
  base: Pick<JournalContext, 'transact' | 'clock'>,
  { folders, items }: { readonly folders: FolderRows; readonly items: { readonly pairs: Pick<PairRows, 'ofFolder'> } },
): FolderRows {
  const change: FolderRows['change'] = (folderId, changes) =>
    base.transact(() => {
      const changed = folders.change(folderId, changes);
      if (changes.pairs !== undefined) items.pairs.ofFolder(folderId, base.clock.wallMs());
      return changed;
    });
  return { ...folders, change };
}

/** How items are brought in line with what lies beside their files. */
function following(statements: Statements, lying: Lying, items: Items) {
  /** Null where nobody knows, since its file is nowhere: another rule says what becomes of it then. */
  const besideScan = (scan: Item): Beside | null => {
    const places = lying.places(scan.id);
    if (places.length === 0 && scan.parts === undefined) return null;
    const pairs = lying.pairs(scan.id);
    return { kind: 'entries-beside', pairs, files: pairs === 'no' ? [] : lying.beside(places).flatMap(entriesIn) };
  };
  const followFile = (file: Item, now: WallMs): void => {
    if (file.pair?.kind !== 'file') return;
    const [owners, places, pairs] = [statements.owners.all(file.id).map(itemOf), lying.places(file.id), lying.pairs(file.id)];
    const scans = pairs === 'no' ? [] : lying.beside(places).filter(isScan);
    if (places.length === 0) items.apply(file, { kind: 'scans-beside', as: stateOfGoneFile(file, owners) }, now);
    else items.apply(file, { kind: 'scans-beside', as: stateOfEntriesFile(file, { owners, scans, pairs }) }, now);
  };
  const followScan = (item: Item, now: WallMs): Item => {
    const beside = isScan(item) ? besideScan(item) : null;
    return beside === null ? item : items.apply(item, beside, now).item;
  };
  const settle = (itemIds: ReadonlySet<ItemId>, now: WallMs): void => {
    for (const follow of [followScan, followFile]) {
      for (const itemId of itemIds) {
        const item = items.get(itemId);
        if (item !== null) follow(item, now);
      }
    }
  };
  return { besideScan, followScan, followFile, settle };
}

/** Whether it waits for nothing else, or is held for its entries already, by what lay beside it before. */
function mayBeAsked(item: Item): boolean {
  const { state } = item;
  const isHeld = state.kind === 'held' && (state.question.kind === 'entries-missing' || state.question.kind === 'entries');
  return (state.kind === 'waiting' || isHeld) && isScan(item);
}

function entriesIn({ id, name, pair }: Item): readonly EntriesBeside[] {
  return pair?.kind === 'file' ? [{ itemId: id, name, as: pair.as }] : [];
}

type Place = { readonly folderId: FolderId; readonly relativePath: string };

type Lying = {
  /** Where files of an item are. */
  places(itemId: ItemId): readonly Place[];
  /** How the folders of its files are set: what expects entries counts for more. */
  pairs(itemId: ItemId): Pairs;
  pairsIn(folderId: FolderId): Pairs;
  /** The items of the files that belong to one at these places: each has its name but for the ending, or is alone with it in a sub-folder; each once. */
  beside(places: readonly Place[]): readonly Item[];
  /** Those that a file which comes, goes or changes there may belong to, or keep apart. */
  concerned(place: Place): readonly Item[];
};

function lyingIn({ places, set, setIn, foundIn, beside, within, owners }: Statements): Lying {
  const named = ({ folderId, relativePath }: Place): readonly Item[] => {
    const key = pairKeyOf(relativePath);
    // One that was moved since has the key of its former place.
    return beside
      .all(folderId, key)
      .filter((row) => pairKeyOf(String(row['at_path'])) === key)
      .map(itemOf);
  };
  const inSubfolder = ({ folderId, relativePath }: Place, most: number): readonly Item[] => {
    const path = relativePath.slice(0, relativePath.lastIndexOf('/') + 1);
    // "0" is the character after "/".
    const rows = path === '' ? [] : within.all(path, folderId, `${path.slice(0, -1)}0`, most + 1);
    return rows.length > most ? [] : each(rows.map(itemOf));
  };
  const sole = (place: Place): readonly Item[] =>
    solePair(inSubfolder(place, SUBFOLDER_FILES_MAX), (fileId) => owners.all(fileId).map(itemOf));
  return {
    places: (itemId) =>
      places.all(itemId, PLACES_MAX).map((row) => ({
        folderId: folderIdSchema.parse(row['folder_id']),
        relativePath: String(row['relative_path']),
      })),
    pairs: (itemId) => {
      const there = set.all(itemId);
      return strictest(there.length > 0 ? there : foundIn.all(itemId));
    },
    pairsIn: (folderId) => strictest(setIn.all(folderId)),
    beside: (at) => each(at.flatMap((place) => [...named(place), ...sole(place)])),
    concerned: (place) => each([...named(place), ...inSubfolder(place, SUBFOLDER_FILES_MAX + 1)]),
  };
}

/** In a sub-folder with more files than these, names alone say what belongs together: a pair, and what lies there for people. */
const SUBFOLDER_FILES_MAX = 8;

function each(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function strictest(found: readonly Row[]): Pairs {
  return PAIRS.findLast((pairs) => found.some((row) => row['pairs'] === pairs)) ?? 'no';
}

/** Copies of one document, as of one that lies in many folders. */
const PLACES_MAX = 20;

function idOf(row: Row): ItemId {
  return itemIdSchema.parse(row['id']);
}

type Statements = ReturnType<typeof prepared>;

function prepared(database: JournalContext['database']) {
  return {
    places: database.prepare('SELECT folder_id, relative_path FROM files WHERE item_id = ? AND present = 1 ORDER BY seen_at DESC LIMIT ?'),
    set: database.prepare(`SELECT o.pairs FROM files f JOIN folders o ON o.id = f.folder_id WHERE f.item_id = ? AND f.present = 1`),
    setIn: database.prepare('SELECT pairs FROM folders WHERE id = ?'),
    // Of a joined document, whose files are those of its parts.
    foundIn: database.prepare('SELECT pairs FROM folders WHERE id = (SELECT found_in FROM items WHERE id = ?)'),
    at: database.prepare('SELECT item_id AS id FROM files WHERE folder_id = ? AND relative_path = ?'),
    beside: database.prepare(`SELECT f.relative_path AS at_path, i.* FROM files f CROSS JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ? AND f.pair_key = ? AND f.present = 1 ORDER BY f.relative_path`),
    paths: database.prepare('SELECT relative_path FROM files WHERE folder_id = ? AND present = 1 AND pair_key IS NULL'),
    setKey: database.prepare('UPDATE files SET pair_key = ? WHERE folder_id = ? AND relative_path = ? AND present = 1'),
    within: database.prepare(`SELECT i.* FROM files f CROSS JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = ?2 AND f.relative_path > ?1 AND f.relative_path < ?3 AND f.present = 1
      AND instr(substr(f.relative_path, length(?1) + 1), '/') = 0 LIMIT ?4`),
    owners: database.prepare("SELECT * FROM items WHERE json_extract(pair, '$.itemId') = ? AND pair IS NOT NULL"),
    concerned: database.prepare(`SELECT i.id FROM files f CROSS JOIN items i ON i.id = f.item_id
      WHERE f.folder_id = :folder AND f.present = 1 AND (i.pair IS NOT NULL OR ${IS_MISSING})
      UNION SELECT i.id FROM items i WHERE ${IS_MISSING} AND i.found_in = :folder`),
  };
}

const IS_MISSING = "(i.kind = 'held' AND json_extract(i.state, '$.question.kind') = 'entries-missing')";
