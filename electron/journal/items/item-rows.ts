import type { SQLInputValue } from 'node:sqlite';
import type { CompanyId, FolderId, ItemId } from '#shared/domain/ids.ts';
import { type Advance, advance, type Happening } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import { mayWaitForNote, noteFileProblem } from '#shared/domain/item/note.ts';
import { type Counts, NO_COUNTS } from '#shared/domain/standing.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { type PairRows, pairRows } from './pair-rows.ts';
import {
  ABOUT_SENT,
  type Changing,
  changing,
  CHANGING,
  columns,
  IS_ASKING,
  IS_RESOLVED,
  IS_UNPROVEN,
  itemOf,
  NAMES,
  RESOLVED,
} from './item-columns.ts';

/**
 * Where an item, or the first of its parts, was found; null if that is not known any more. `unread` identifies a file whose content is not known
 * (`sha256` null).
 */
export type FoundIn = { readonly folderId: FolderId | null; readonly writtenAt: WallMs; readonly unread: string | null };

export type ItemRows = {
  get(itemId: ItemId): Item | null;
  add(item: Item, found: FoundIn): void;
  /** Applies `happening` to the item and saves the outcome. */
  apply(item: Item, happening: Happening, now: WallMs): Advance;
  save(item: Item): void;
  /** Writes what is otherwise written once: the file of a document was found that was known by its result alone. */
  complete(item: Item, found: FoundIn): void;
  /** Writes another name, of one that has not left. */
  rename(item: Item): void;
  /** How many items there are of each kind; cached in memory, since it is read after every change. */
  counts(): Counts;
  /** Discards the cached counts: a company was removed, or came back. */
  recount(): void;
  /** Grows whenever what is held, or where, may have changed; what is derived from that is good until then. */
  readonly heldRevision: () => number;
  noteHeld(): void;
  readonly pairs: PairRows;
};

/**
 * The items, changed only by `advance`. A row is parsed by `itemSchema` when it is read. What was read or written a moment ago is taken from memory: no
 * other program writes to the journal, and no other statement to these columns.
 */
export function itemRows(base: JournalContext): ItemRows {
  const insert = base.database.prepare(`INSERT INTO items (${NAMES.join(', ')}) VALUES (${NAMES.map((name) => `:${name}`).join(', ')})`);
  const [update, recent, askedForNote] = [updating(base), recentItems(base), askingForNotes(base)];
  const stored = storedItem(base, recent);
  const about = base.database.prepare(ABOUT_SENT);
  const { count, ...counted } = itemCounts(base);
  const { heldRevision, noteHeld } = heldRevisions(base);
  const save = (item: Item): void => {
    const before = stored(item.id)?.row;
    if (before === undefined) throw new Error('an item that is not in the journal was to be changed');
    const now = changing(item);
    if (before.kind !== now.kind) {
      count(item, before.kind as ItemStateKind, -1);
      count(item, item.state.kind, 1);
    }
    count(item, 'resolved', (now.asks === RESOLVED ? 1 : 0) - (before.asks === RESOLVED ? 1 : 0));
    if (before.kind === 'held' || now.kind === 'held') noteHeld();
    update(item.id, changedColumns(before, now));
    recent.keep(item, now);
    // What is like it is no second document then.
    if (before.kind !== now.kind && (now.kind === 'refused' || now.kind === 'unfit'))
      for (const row of about.all(item.id)) apply(itemOf(row), { kind: 'unlike-sent', itemId: item.id }, item.stateSince);
  };
  const apply = (item: Item, happening: Happening, now: WallMs): Advance => {
    const advanced = askedForNote(pairs.gated(advance(item, happening, now), item, now), { before: item, now });
    if (advanced.item !== item) save(advanced.item);
    pairs.followed(item, advanced.item, now);
    return advanced;
  };
  const get = (itemId: ItemId): Item | null => stored(itemId)?.item ?? null;
  const pairs = pairRows(base, { get, apply });
  return {
    pairs,
    get,
    add: (added, { folderId, writtenAt, unread }) => {
      const { item } = askedForNote({ item: added, chores: [] }, { before: null, now: added.stateSince, folderId });
      insert.run({ ...columns(item), unread, written_at: Math.max(0, writtenAt), found_in: folderId });
      recent.keep(item, changing(item));
      count(item, item.state.kind, 1);
      count(item, 'resolved', isResolved(item) ? 1 : 0);
      if (item.state.kind === 'held') noteHeld();
    },
    apply,
    save,
    ...rewriting(update, recent),
    ...counted,
    heldRevision,
    noteHeld,
  };
}

function heldRevisions({ onRollback }: Pick<JournalContext, 'onRollback'>): Pick<ItemRows, 'heldRevision' | 'noteHeld'> {
  let revision = 0;
  const noteHeld = (): void => {
    revision += 1;
  };
  onRollback(noteHeld);
  return { heldRevision: () => revision, noteHeld };
}

type Became = { readonly before: Item | null; readonly now: WallMs; readonly folderId?: FolderId | null };

/** Before a document leaves for the first time, the user is asked for its note if its folder says so, or if its note file cannot be used. */
function askingForNotes({ database }: JournalContext): (advanced: Advance, became: Became) => Advance {
  const since = "SELECT json_extract(notes, '$.holdsSince') AS since FROM folders WHERE id =";
  const byFolder = database.prepare(`${since} ?`);
  const byItem = database.prepare(`${since} (SELECT found_in FROM items WHERE id = ?)`);
  return (advanced, { before, now, folderId }) => {
    const { item } = advanced;
    if (before?.state.kind === 'waiting' || !mayWaitForNote(item)) return advanced;
    const row = folderId === undefined ? byItem.get(item.id) : byFolder.get(folderId);
    const heldSince = row?.['since'];
    const isHeldByFolder = typeof heldSince === 'number' && item.foundAt >= heldSince;
    if (!isHeldByFolder && noteFileProblem(item) === null) return advanced;
    const held = advance(item, { kind: 'note-wanted' }, now);
    return { item: held.item, chores: [...advanced.chores, ...held.chores] };
  };
}

/** Writes what is otherwise written once. */
function rewriting(update: ReturnType<typeof updating>, recent: RecentItems): Pick<ItemRows, 'complete' | 'rename'> {
  return {
    complete: (item, { folderId, writtenAt }) => {
      const { id: _, ...all } = columns(item);
      update(item.id, { ...all, written_at: Math.max(0, writtenAt), found_in: folderId });
      recent.keep(item, changing(item));
    },
    rename: (item) => {
      update(item.id, named(item));
      recent.keep(item, changing(item));
    },
  };
}

function named(item: Item): Readonly<Record<string, SQLInputValue>> {
  const { name = null, folded = null, name_key = null, sent_name = null, own_number = null, own_number_from = null } = columns(item);
  return { name, folded, name_key, sent_name, own_number, own_number_from };
}

function storedItem({ database }: JournalContext, recent: RecentItems): (itemId: ItemId) => StoredItem | null {
  const byId = database.prepare('SELECT * FROM items WHERE id = ?');
  return (itemId) => {
    const known = recent.get(itemId);
    if (known !== undefined) return known;
    const row = byId.get(itemId);
    return row === undefined ? null : recent.keep(itemOf(row), row as Changing);
  };
}

/** Writes these columns of an item. SQLite updates each index that contains a written column, even if its value stays the same. */
function updating({ database }: JournalContext): (itemId: ItemId, values: Readonly<Record<string, SQLInputValue>>) => void {
  const statements = new Map<string, ReturnType<typeof database.prepare>>();
  return (itemId, values) => {
    const set = Object.keys(values)
      .map((name) => `${name} = :${name}`)
      .join(', ');
    if (set === '') return;
    const statement = statements.get(set) ?? database.prepare(`UPDATE items SET ${set} WHERE id = :id`);
    statements.set(set, statement);
    statement.run({ ...values, id: itemId });
  };
}

/** What is derived from the held documents, read anew only after what is held, or where, has changed. */
export function whileHeldStays<T>({ heldRevision }: Pick<ItemRows, 'heldRevision'>, read: () => T): () => T {
  let last: { readonly revision: number; readonly value: T } | null = null;
  return () => {
    const revision = heldRevision();
    if (last?.revision !== revision) last = { revision, value: read() };
    return last.value;
  };
}

/** An item as it is in the journal, and what its columns contain there. */
type StoredItem = { readonly item: Item; readonly row: Changing };

type RecentItems = {
  get(itemId: ItemId): StoredItem | undefined;
  /** Called with what was just read, or written. */
  keep(item: Item, row: Changing): StoredItem;
};

/** Several times as many as are on their way at a time: some 200 KB. */
const ITEMS_MAX = 128;

/** The items that were read or written last. A rollback may have undone what was written, so it discards all of them. */
function recentItems({ onRollback }: Pick<JournalContext, 'onRollback'>): RecentItems {
  const recent = new Map<ItemId, StoredItem>();
  onRollback(() => recent.clear());
  return {
    get: (itemId) => recent.get(itemId),
    keep: (item, row) => {
      // The new entry is the last one of the map.
      recent.delete(item.id);
      const stored = { item, row };
      recent.set(item.id, stored);
      const [oldest] = recent.keys();
      if (recent.size > ITEMS_MAX && oldest !== undefined) recent.delete(oldest);
      return stored;
    },
  };
}

/** The columns whose value is another one now. */
function changedColumns(before: Changing, now: Changing): Record<string, SQLInputValue> {
  return Object.fromEntries(CHANGING.flatMap((name) => (before[name] === now[name] ? [] : [[name, now[name]]])));
}

/** Items of a removed company need nobody and are not counted. */
const COUNTS = 'company_id NOT IN (SELECT id FROM companies WHERE removed_at IS NOT NULL)';

/** The counts that are cached; the few unanswered and unproven items are counted on demand. */
type Counted = Exclude<keyof Counts, 'noAnswer' | 'unproven'>;

type ItemCounts = {
  readonly recount: () => void;
  readonly count: (item: Item, what: Counted, by: number) => void;
  readonly counts: () => Counts;
};

/** The cached counts, without removed companies. */
function itemCounts(base: JournalContext): ItemCounts {
  const { database } = base;
  const kinds = database.prepare(`SELECT kind, count(*) AS count FROM items WHERE ${COUNTS} GROUP BY kind`);
  // These are few. `asks > 0` is redundant, but SQLite uses their partial index only for a query that repeats its condition word for word.
  const asking = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_ASKING} AND asks > 0 AND ${COUNTS}`);
  const unproven = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_UNPROVEN} AND asks > 0 AND ${COUNTS}`);
  const resolved = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_RESOLVED} AND asks > 0 AND ${COUNTS}`);
  const anyRemoved = database.prepare('SELECT 1 FROM companies WHERE removed_at IS NOT NULL LIMIT 1');
  const removed = database.prepare('SELECT 1 FROM companies WHERE id = ? AND removed_at IS NOT NULL');
  let counted: Record<Counted, number> | null = null;
  let isNone: boolean | null = null;
  const recount = (): void => {
    counted = null;
    isNone = null;
  };
  base.onRollback(recount);
  const isRemoved = (companyId: CompanyId): boolean => {
    isNone ??= anyRemoved.get() === undefined;
    return !isNone && removed.get(companyId) !== undefined;
  };
  return {
    recount,
    count: ({ companyId }, what, by) => {
      if (by !== 0 && counted !== null && !isRemoved(companyId)) counted[what] += by;
    },
    counts: () => {
      if (counted === null) {
        const fresh = { ...NO_COUNTS, resolved: Number(resolved.get()?.['count'] ?? 0) };
        for (const row of kinds.all()) fresh[row['kind'] as ItemStateKind] = Number(row['count']);
        counted = fresh;
      }
      return { ...counted, noAnswer: Number(asking.get()?.['count'] ?? 0), unproven: Number(unproven.get()?.['count'] ?? 0) };
    },
  };
}
