import type { SQLInputValue } from 'node:sqlite';
import type { FolderId, ItemId } from '#shared/domain/ids.ts';
import { type Advance, advance, type Happening } from '#shared/domain/item/advance.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { isResolved } from '#shared/domain/item/resolved.ts';
import type { Counts } from '#shared/domain/standing.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { ABOUT_SENT, type Changing, changing, columns, itemOf, NAMES, SETTLED } from './item-columns.ts';
import { itemCounts } from './item-counts.ts';
import { changedColumns, type RecentItems, recentItems, type StoredItem } from './recent-items.ts';

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
};

/**
 * The items, changed only by `advance`. A row is parsed by `itemSchema` when it is read. What was read or written a moment ago is taken from memory: no
 * other program writes to the journal, and no other statement to these columns.
 */
export function itemRows(base: JournalContext): ItemRows {
  const insert = base.database.prepare(`INSERT INTO items (${NAMES.join(', ')}) VALUES (${NAMES.map((name) => `:${name}`).join(', ')})`);
  const update = updating(base);
  const recent = recentItems(base);
  const stored = storedItem(base, recent);
  const about = base.database.prepare(ABOUT_SENT);
  const { count, ...counted } = itemCounts(base);
  let heldRevision = 0;
  const noteHeld = (): void => {
    heldRevision += 1;
  };
  base.onRollback(noteHeld);
  const save = (item: Item): void => {
    const before = stored(item.id)?.row;
    if (before === undefined) throw new Error('an item that is not in the journal was to be changed');
    const now = changing(item);
    if (before.kind !== now.kind) {
      count(item, before.kind as ItemStateKind, -1);
      count(item, item.state.kind, 1);
    }
    count(item, 'settled', (now.asks === SETTLED ? 1 : 0) - (before.asks === SETTLED ? 1 : 0));
    if (before.kind === 'held' || now.kind === 'held') noteHeld();
    update(item.id, changedColumns(before, now));
    recent.keep(item, now);
    // What is like it is no second document then.
    if (before.kind !== now.kind && (now.kind === 'refused' || now.kind === 'unfit'))
      for (const row of about.all(item.id)) apply(itemOf(row), { kind: 'unlike-sent', itemId: item.id }, item.stateSince);
  };
  const apply = (item: Item, happening: Happening, now: WallMs): Advance => {
    const advanced = advance(item, happening, now);
    if (advanced.item !== item) save(advanced.item);
    return advanced;
  };
  return {
    get: (itemId) => stored(itemId)?.item ?? null,
    add: (item, { folderId, writtenAt, unread }) => {
      insert.run({ ...columns(item), unread, written_at: Math.max(0, writtenAt), found_in: folderId });
      recent.keep(item, changing(item));
      count(item, item.state.kind, 1);
      count(item, 'settled', isResolved(item) ? 1 : 0);
      if (item.state.kind === 'held') noteHeld();
    },
    apply,
    save,
    ...rewriting(update, recent),
    ...counted,
    heldRevision: () => heldRevision,
    noteHeld,
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
  const { name = null, folded = null, name_key = null, sent_name = null } = columns(item);
  return { name, folded, name_key, sent_name };
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
