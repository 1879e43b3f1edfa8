import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import type { ItemState, ItemStateKind } from '#shared/domain/item/item-state.ts';
import type { CompanyId, ItemId } from '#shared/domain/ids.ts';
import { type Advance, advance, type Happening } from '#shared/domain/item/advance.ts';
import { isResolved } from '#shared/domain/item/resolved.ts';
import { type Counts, NO_COUNTS } from '#shared/domain/standing.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { foldText } from '#shared/lib/text/fold-text.ts';
import { nameKey } from '#shared/lib/text/name-key.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

export type ItemRows = {
  get(itemId: ItemId): Item | null;
  /** `unread` identifies a file whose content is not known (`sha256` null). */
  add(item: Item, unread: string | null): void;
  /** Applies `happening` to the item and saves the outcome. */
  apply(item: Item, happening: Happening, now: WallMs): Advance;
  save(item: Item): void;
  /** How many items there are of each kind; cached in memory, since it is read after every change. */
  counts(): Counts;
  /** Discards the cached counts: a company was removed, or came back. */
  recount(): void;
  /** Grows whenever what is held, or where, may have changed; what is derived from that is good until then. */
  readonly heldRevision: () => number;
  noteHeld(): void;
};

/** Items of a removed company need nobody and are not counted. */
const COUNTS = 'company_id NOT IN (SELECT id FROM companies WHERE removed_at IS NOT NULL)';

/** Values of the column `asks`. */
const ASKING = 1;
const SETTLED = 3;
const UNPROVEN = { accepted: 4, refused: 5 } as const;
/** Conditions in SQL: refusals that were dealt with, and the others. */
export const IS_RESOLVED = `asks = ${SETTLED}`;
export const IS_OPEN = `asks <> ${SETTLED}`;
/** Condition in SQL: no answer came, and a person needs to know. */
export const IS_ASKING = `asks = ${ASKING}`;
/** Conditions in SQL: all items with an unproven answer, or those whose answer is this one. */
export const IS_UNPROVEN = `asks IN (${UNPROVEN.accepted}, ${UNPROVEN.refused})`;
export const IS_UNPROVEN_AS = { accepted: `asks = ${UNPROVEN.accepted}`, refused: `asks = ${UNPROVEN.refused}` } as const;

/** Columns that are written once, when the item is added. */
const LASTING = ['company_id', 'import_type', 'sha256', 'unread', 'bytes', 'name', 'folded', 'name_key', 'replaces', 'found_at'] as const;
const CHANGING = [
  'integration_id',
  'reference',
  'resubmission',
  'attempts',
  'sent_elsewhere',
  'received_at',
  'state_since',
  'state',
  'kind',
  'due_at',
  'document_id',
  'asks',
  'comment',
  'media_type',
  'sent_name',
  'all_the_same_at',
] as const;

/** The items: parsed by `itemSchema`, written whole, changed only by `advance`. */
export function itemRows(base: JournalContext): ItemRows {
  const { database } = base;
  const byId = database.prepare('SELECT * FROM items WHERE id = ?');
  const names = ['id', ...LASTING, ...CHANGING];
  const insert = database.prepare(`INSERT INTO items (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`);
  const update = database.prepare(`UPDATE items SET ${CHANGING.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`);
  const countedAs = database.prepare('SELECT kind, asks FROM items WHERE id = ?');
  const { recount, count, counts } = counting(base);
  let heldRevision = 0;
  const noteHeld = (): void => {
    heldRevision += 1;
  };
  base.onRollback(noteHeld);
  const save = (item: Item): void => {
    const { kind, asks } = countedAs.get(item.id) ?? {};
    if (kind !== item.state.kind) {
      count(item, kind as ItemStateKind, -1);
      count(item, item.state.kind, 1);
    }
    count(item, 'settled', (isResolved(item) ? 1 : 0) - (asks === SETTLED ? 1 : 0));
    if (kind === 'held' || item.state.kind === 'held') noteHeld();
    update.run(changing(item));
  };
  return {
    get: (itemId) => {
      const row = byId.get(itemId);
      return row === undefined ? null : itemOf(row);
    },
    add: (item, unread) => {
      insert.run({ ...columns(item), unread });
      count(item, item.state.kind, 1);
      if (isResolved(item)) count(item, 'settled', 1);
      if (item.state.kind === 'held') noteHeld();
    },
    apply: (item, happening, now) => {
      const advanced = advance(item, happening, now);
      if (advanced.item !== item) save(advanced.item);
      return advanced;
    },
    save,
    counts,
    recount,
    heldRevision: () => heldRevision,
    noteHeld,
  };
}

/** The counts that are cached; the few unanswered and unproven items are counted on demand. */
type Counted = Exclude<keyof Counts, 'noAnswer' | 'unproven'>;

type Counting = {
  readonly recount: () => void;
  readonly count: (item: Item, what: Counted, by: number) => void;
  readonly counts: () => Counts;
};

/** The cached counts, without removed companies. */
function counting(base: JournalContext): Counting {
  const { database } = base;
  const kinds = database.prepare(`SELECT kind, count(*) AS count FROM items WHERE ${COUNTS} GROUP BY kind`);
  // These are few. `asks > 0` is redundant, but SQLite uses their partial index only for a query that repeats its condition word for word.
  const asking = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_ASKING} AND asks > 0 AND ${COUNTS}`);
  const unproven = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_UNPROVEN} AND asks > 0 AND ${COUNTS}`);
  const settled = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_RESOLVED} AND asks > 0 AND ${COUNTS}`);
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
        const fresh = { ...NO_COUNTS, settled: Number(settled.get()?.['count'] ?? 0) };
        for (const row of kinds.all()) fresh[row['kind'] as ItemStateKind] = Number(row['count']);
        counted = fresh;
      }
      return { ...counted, noAnswer: Number(asking.get()?.['count'] ?? 0), unproven: Number(unproven.get()?.['count'] ?? 0) };
    },
  };
}

/** Parses a row of `items`; throws on an invalid row, which is a bug or a damaged file. */
export function itemOf(row: Row): Item {
  return itemSchema.parse({
    id: row['id'],
    companyId: row['company_id'],
    importType: row['import_type'],
    sha256: row['sha256'],
    bytes: row['bytes'],
    mediaType: row['media_type'],
    name: row['name'],
    sentName: row['sent_name'],
    integrationId: row['integration_id'],
    reference: row['reference'],
    resubmission: row['resubmission'],
    attempts: row['attempts'],
    sentElsewhere: row['sent_elsewhere'] === 1,
    replaces: row['replaces'],
    ...(typeof row['comment'] === 'string' ? { comment: row['comment'] } : {}),
    ...(typeof row['all_the_same_at'] === 'number' ? { allTheSameAt: row['all_the_same_at'] } : {}),
    foundAt: row['found_at'],
    receivedAt: row['received_at'],
    state: JSON.parse(String(row['state'])),
    stateSince: row['state_since'],
  });
}

function columns(item: Item) {
  return {
    ...changing(item),
    company_id: item.companyId,
    import_type: item.importType,
    sha256: item.sha256,
    bytes: item.bytes,
    name: item.name,
    folded: foldText(item.name),
    name_key: nameKey(item.name),
    replaces: item.replaces,
    found_at: item.foundAt,
  };
}

/** The columns that may change after the item was added, and the id to find it by. */
function changing(item: Item) {
  return {
    id: item.id,
    integration_id: item.integrationId,
    reference: item.reference,
    resubmission: item.resubmission,
    attempts: item.attempts,
    sent_elsewhere: item.sentElsewhere ? 1 : 0,
    received_at: item.receivedAt,
    state_since: item.stateSince,
    state: JSON.stringify(item.state),
    kind: item.state.kind,
    due_at: item.state.kind === 'waiting' ? item.state.dueAt : null,
    document_id: documentOf(item.state),
    asks: asksOf(item.state),
    comment: item.comment ?? null,
    media_type: item.mediaType,
    sent_name: item.sentName,
    all_the_same_at: item.allTheSameAt ?? null,
  };
}

/** 0: nothing to ask; 1: needs a person; 2: the person has asked; 3: refused, and dealt with; 4 and 5: unproven, accepted or refused. */
function asksOf(state: ItemState): number {
  if (state.kind === 'refused') return isResolved({ state }) ? SETTLED : 0;
  if (state.kind !== 'awaiting') return 0;
  if (state.unproven !== undefined) return UNPROVEN[state.unproven.kind];
  if (state.noAnswer === undefined) return 0;
  return state.noAnswer.askedAt === null ? ASKING : 2;
}

function documentOf(state: ItemState): string | null {
  return 'documentId' in state ? state.documentId : null;
}
