import { join } from 'node:path';
import type { StatementSync } from 'node:sqlite';
import type { ItemFilter, Sort } from '#shared/app-api/list/item-filter.ts';
import type { FoundBy, ItemDetail, ItemGroup, ItemPage, LinkedItem } from '#shared/app-api/views.ts';
import { folderIdSchema, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Advance, Happening } from '#shared/domain/item/advance.ts';
import { mayAllow, maySendWithoutEntries } from '#shared/domain/item/aside.ts';
import { maySendCorrected } from '#shared/domain/item/entries.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { joinedInto } from '#shared/domain/item/joining/joining.ts';
import { besideIn } from '#shared/domain/item/pair.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { foldText } from '#shared/lib/text/fold-text.ts';
import type { JournalContext, Row } from '../../sqlite/journal-context.ts';
import { type ChosenRows, chosenRows } from './chosen-rows.ts';
import type { WindowUploadRows } from '../files/upload-from-window-rows.ts';
import type { MappingRows } from '../../companies/mapping-rows.ts';
import { uncertainSubmissionRows } from '../../companies/uncertain-submission-rows.ts';
import type { ItemQuery } from './item-query.ts';
import { foundByNumber, type NamedCompany } from './item-search.ts';
import { countOf, groupsOf, type Listed, numberOf, type Placed, placedIn, type Prepare, queryOf } from './list-order.ts';
import { itemOf } from '../item-columns.ts';
import type { ItemRows } from '../item-rows.ts';
import type { FolderNoteRows } from '../folder-note-rows.ts';
import type { GoneRows } from '../files/gone-rows.ts';
import type { LineKeyRows } from '../line-key-rows.ts';
import type { NewSubfolderRows } from '../files/new-subfolder-rows.ts';
import type { OtherTypeRows } from '../type-decision-rows.ts';
import type { SubmissionRows } from '../submission-rows.ts';

export type ListQuery = ItemFilter & {
  /** `next` of the previous page. */
  readonly after?: string | undefined;
  /** `top` of a page: items that came after it are left out, and counted as `newer`. */
  readonly upTo?: string | undefined;
  /** Number of items to skip, to look at a place in the middle. */
  readonly offset?: number | undefined;
  readonly limit: number;
  readonly sort?: Sort | undefined;
};

type GroupsQuery = Pick<ListQuery, 'upTo' | 'sort'> & { readonly filter: ItemFilter; readonly timeZone: string };

export type ListRows = ChosenRows & {
  /** Newest first, unless another order is wanted. */
  page(of: ListQuery): ItemPage;
  /** The headings of the whole list, with how many items are below each. */
  groups(of: GroupsQuery): readonly ItemGroup[];
  detail(itemId: ItemId): ItemDetail | null;
  /** Releases those that are held or put aside, and what is held by the same new sub-folder; returns how many there were. */
  allow(itemIds: readonly ItemId[], how?: { readonly withoutEntries?: boolean | undefined }): number;
  /** The user ignores these, held or unfit; returns how many there were. */
  putAside(itemIds: readonly ItemId[]): number;
  /** The user takes that back; returns how many there were. One whose file is gone meanwhile says so instead (ADR-8). */
  putBack(itemIds: readonly ItemId[]): number;
};

/** The most copies of one content that are shown; nobody reads a longer list. */
const PLACES_MAX = 100;
/** The most prepared statements that are kept; each takes a few kilobytes. */
const STATEMENTS_MAX = 200;

type ListDeps = {
  readonly items: ItemRows;
  readonly submissions: SubmissionRows;
  readonly drops: WindowUploadRows;
  readonly otherTypes: OtherTypeRows;
  readonly newSubfolders: NewSubfolderRows;
  readonly gone: Pick<GoneRows, 'hasFile'>;
  readonly folderNotes: Pick<FolderNoteRows, 'of'>;
  readonly lineKeys: Pick<LineKeyRows, 'asked'>;
  readonly mappings: Pick<MappingRows, 'mappingNow'>;
};

/** The items as the window reads them. */
export function listRows(
  base: JournalContext,
  { items, submissions, drops, otherTypes, newSubfolders, gone, folderNotes, lineKeys, mappings }: ListDeps,
): ListRows {
  const statements = new Map<string, StatementSync>();
  // There is one text for each combination of filters, and only a handful of them occur.
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? base.database.prepare(sql);
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    statements.set(sql, statement);
    return statement;
  };
  // Searched by name, also those that were removed; there are few.
  const named = base.database.prepare('SELECT id, name FROM companies');
  const companies = ({ search = '' }: ItemFilter): readonly NamedCompany[] =>
    search === '' ? [] : named.all().map(({ id, name }) => ({ id: String(id), folded: foldText(String(name)) }));
  return {
    ...chosenRows(prepared, companies),
    page: (of) => pageOf(of, { prepared, companies, drops }),
    groups: ({ filter, sort = 'newest', upTo, timeZone }) =>
      groupsOf({ filter, sort, companies: companies(filter), upTo: numberOf(upTo) }, timeZone, prepared),
    detail: (itemId) => {
      const item = items.get(itemId);
      if (item === null) return null;
      const places =
        prepared(`SELECT o.path, f.relative_path, f.present, f.seen_at, f.stays FROM files f JOIN folders o ON o.id = f.folder_id
        WHERE f.item_id = ? ORDER BY f.present DESC, f.seen_at DESC LIMIT ${PLACES_MAX}`).all(itemId);
      const sent = prepared('SELECT min(at) AS at FROM intents WHERE item_id = ? AND resubmission = ?').get(itemId, item.resubmission)?.[
        'at'
      ];
      return {
        item: lineKeys.asked(item, base.clock.wallMs()),
        sentAt: typeof sent === 'number' ? wallMs(sent) : null,
        replacedBy: replacedBy(prepared('SELECT id FROM items WHERE replaces = ? ORDER BY n DESC LIMIT 1').get(itemId)),
        earlier: [...submissions.earlier(itemId)],
        ...linkedTo(item, items),
        folderNote: folderNotes.of(item),
        folderId: folderIdSchema.nullable().parse(prepared('SELECT found_in FROM items WHERE id = ?').get(itemId)?.['found_in'] ?? null),
        ...(isCorrected(item, mappings) ? { columnsCorrected: true as const } : {}),
        otherType: item.sha256 === null ? null : otherTypes.of(item),
        places: places.map(placeOf),
        drops: [...drops.of(itemId)],
      };
    },
    ...answers(base, { items, newSubfolders, gone }),
  };
}

/** Whether it would be read by another mapping than the one that it was sent by. */
function isCorrected(item: Item, mappings: ListDeps['mappings']): boolean {
  const before = item.entries?.mappingSha256 ?? null;
  return before !== null && maySendCorrected(item) && mappings.mappingNow(item)?.sha256 !== before;
}

/** What it was joined from, and what it is a part of; and of a pair the other half. */
function linkedTo(item: Item, items: Pick<ItemRows, 'get'>): Pick<ItemDetail, 'parts' | 'into' | 'beside'> {
  const named = (itemId: ItemId): readonly LinkedItem[] => {
    const found = items.get(itemId);
    return found === null ? [] : [{ itemId, name: found.name }];
  };
  const whole = joinedInto(item);
  const [into] = whole === null ? [] : named(whole);
  return {
    ...(item.parts === undefined ? {} : { parts: item.parts.flatMap(({ itemId }) => named(itemId)) }),
    ...(into === undefined ? {} : { into }),
    beside: [...new Set(besideIn(item))].flatMap(named),
  };
}

type Reading = {
  readonly prepared: Prepare;
  readonly companies: (filter: ItemFilter) => readonly NamedCompany[];
  readonly drops: WindowUploadRows;
};

/** An offset counts from the top that the user sees, so documents that arrived meanwhile move nothing. */
function pageOf(of: ListQuery, { prepared, companies, drops }: Reading): ItemPage {
  const { sort = 'newest', upTo: last, after, offset = 0, limit, ...filter } = of;
  const upTo = numberOf(last);
  const list = { filter, sort, companies: companies(filter), upTo };
  const placed = placedIn(list, { after, offset, limit: limit + 1 }, prepared);
  const shown = placed.slice(0, limit);
  const items = itemsOf(shown, prepared);
  // All of it was read already if it fits in one page.
  const isWhole = after === undefined && offset === 0 && placed.length <= limit;
  return {
    items: [...items],
    drops: drops.ofAll(items.map(({ id }) => id)),
    ...foundIn(items, filter.search ?? '', prepared),
    total: isWhole ? items.length : countOf(queryOf(list), prepared),
    top: shown.length === 0 ? null : String(upTo ?? newestNumber(prepared)),
    newer: upTo === null ? 0 : countOf(newerThan(upTo, list), prepared),
    next: placed.length > limit ? (shown.at(-1)?.cursor ?? null) : null,
  };
}

function newerThan(upTo: number, list: Listed): ItemQuery {
  const query = queryOf({ ...list, upTo: null });
  return { ...query, counted: query.from, where: `${query.where} AND n > ?`, values: [...query.values, upTo] };
}

function newestNumber(prepared: Prepare): number {
  return Number(prepared('SELECT max(n) AS n FROM items').get()?.['n'] ?? 0);
}

/** The rows of these items, in this order. */
function itemsOf(placed: readonly Placed[], prepared: Prepare): readonly Item[] {
  const numbers = JSON.stringify(placed.map(({ n }) => n));
  const rows = prepared('SELECT * FROM items WHERE n IN (SELECT value FROM json_each(?))').all(numbers);
  const byNumber = new Map(rows.map((row) => [Number(row['n']), row]));
  return placed.flatMap(({ n }) => {
    const row = byNumber.get(n);
    return row === undefined ? [] : [itemOf(row)];
  });
}

/** What of a page was found by a number or a reference, and by which; by the user's own number only where the name does not show it. */
function foundIn(items: readonly Item[], search: string, prepared: Prepare): Pick<ItemPage, 'found'> {
  const ways = foundByNumber(search);
  const words = foldText(search).split(' ');
  const own = items.flatMap(({ id, name, ownNumber: value }): readonly (readonly [ItemId, FoundBy])[] => {
    const isFound = value !== undefined && words.some((word) => foldText(value).includes(word) && !foldText(name).includes(word));
    return isFound ? [[id, { kind: 'own-number', value }]] : [];
  });
  if ((ways.length === 0 && own.length === 0) || items.length === 0) return {};
  const ids = JSON.stringify(items.map(({ id }) => id));
  const numbered = ways.flatMap(({ kind, sql, values }) => {
    const rows = prepared(`SELECT i.id, f.value FROM (${sql}) f JOIN items i ON i.n = f.n
      WHERE i.id IN (SELECT value FROM json_each(?))`).all(...values, ids);
    return rows.map((row): readonly [ItemId, FoundBy] => [itemIdSchema.parse(row['id']), { kind, value: String(row['value']) }]);
  });
  const entries = [...own, ...numbered];
  return entries.length === 0 ? {} : { found: Object.fromEntries(entries) };
}

/** A user's answers about documents that need one. */
function answers(
  base: JournalContext,
  { items, newSubfolders, gone }: Pick<ListDeps, 'items' | 'newSubfolders' | 'gone'>,
): Pick<ListRows, 'allow' | 'putAside' | 'putBack'> {
  const doubts = uncertainSubmissionRows(base);
  const each = (itemIds: readonly ItemId[], act: (item: Item, now: WallMs) => Advance): number =>
    base.transact(() => {
      const now = base.clock.wallMs();
      const before = itemIds.flatMap((itemId) => items.get(itemId) ?? []);
      return before.filter((item) => act(item, now).item !== item).length;
    });
  /** Its file may have come or gone while it was ignored. */
  const putBack = (item: Item, now: WallMs): Advance => {
    const back = items.apply(item, { kind: 'put-back' }, now);
    if (back.item === item) return back;
    const meanwhile: Happening = gone.hasFile(item.id)
      ? { kind: 'found-again', as: { kind: 'waiting', dueAt: now, last: null } }
      : { kind: 'gone' };
    return items.apply(back.item, meanwhile, now);
  };
  return {
    allow: (itemIds, { withoutEntries = false } = {}) =>
      base.transact(() => {
        const now = base.clock.wallMs();
        const wanted = itemIds.flatMap((itemId) => items.get(itemId) ?? []);
        // Files of a new sub-folder are asked about once: a yes to one is a yes to all.
        const alike = wanted.flatMap((item) => newSubfolders.alike(item)).filter((itemId) => !itemIds.includes(itemId));
        const held = [...wanted, ...[...new Set(alike)].flatMap((itemId) => items.get(itemId) ?? [])].filter(
          (item) => mayAllow(item) || (withoutEntries && maySendWithoutEntries(item)),
        );
        const allowed: Happening = withoutEntries ? { kind: 'allowed', withoutEntries } : { kind: 'allowed' };
        for (const { id } of held) doubts.cleared(id);
        // Its folder may still want its note.
        return held.filter((item) => items.apply(item, allowed, now).item.state.kind !== 'held').length;
      }),
    putAside: (itemIds) => each(itemIds, (item, now) => items.apply(item, { kind: 'put-aside' }, now)),
    putBack: (itemIds) => each(itemIds, putBack),
  };
}

function placeOf(row: Row): ItemDetail['places'][number] {
  return {
    path: join(String(row['path']), ...String(row['relative_path']).split('/')),
    present: row['present'] === 1,
    seenAt: wallMs(Number(row['seen_at'])),
    stays: typeof row['stays'] === 'string' ? row['stays'] : null,
  };
}

function replacedBy(row: Row | undefined): ItemId | null {
  return row === undefined ? null : itemIdSchema.parse(row['id']);
}
