import type { SQLInputValue } from 'node:sqlite';
import { type Chosen, CHOSEN_MAX, type ItemFilter, type Sort, STATE_KINDS } from '#shared/app-api/list/item-filter.ts';
import type { ChosenView, FilterCounts } from '#shared/app-api/views.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { pictureKindOf, whyNotJoined } from '#shared/domain/item/joining/joining.ts';
import { PARTS_MAX } from '#shared/domain/item/joining/parts.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type ItemQuery, itemQuery } from './item-query.ts';
import type { NamedCompany } from './item-search.ts';
import { numberOf, placedIn, type Prepare } from './list-order.ts';
import { IS_OPEN, IS_RESOLVED, IS_UNPROVEN_AS, itemOf } from '../item-columns.ts';

/** A range of the list as the user sees it: `upTo` is the `top` of its page. */
type Stretch = {
  readonly filter: ItemFilter;
  readonly sort?: Sort | undefined;
  readonly upTo?: string | undefined;
  readonly offset: number;
  readonly limit: number;
};

export type ChosenRows = {
  /** How many items of each kind the filter would show. */
  countOf(filter: ItemFilter): FilterCounts;
  idsOf(of: Stretch): readonly ItemId[];
  /** What a user can do with the chosen items, and with which of them. */
  chosen(of: Chosen): ChosenView;
  /** A page of them, newest first; `after` is the `next` of the previous page. */
  chosenPage(of: Chosen, after: number | null, limit: number): { readonly items: readonly Item[]; readonly next: number | null };
};

/**
 * The rules of the domain (`maySendAgain`, `mayAllow`, `mayPutAside`, `mayPutBack`, `mayResolve`, `isResolved`, `unprovenOf`) in SQL, since the chosen
 * items may be the whole journal; a test compares the two.
 */
const QUESTION = "json_extract(state, '$.question.kind')";
const UNFIT = "json_extract(state, '$.unfit')";
const IS_IGNORED = "(kind = 'aside' AND json_extract(state, '$.why') = 'user')";
const IS_LET_GO = "(json_extract(state, '$.unproven') IS NULL OR json_extract(state, '$.unproven.sendAgain') = 1)";
const RULES = {
  sendAgain: `(kind = 'refused' AND ${IS_OPEN} AND ${IS_LET_GO}) OR (kind = 'unfit' AND json_extract(state, '$.by') = 'service') OR (kind = 'held' AND ${QUESTION} = 'unclear-answer')`,
  allow: `(kind = 'held' OR (${IS_IGNORED} AND ${UNFIT} IS NULL)) AND coalesce(${QUESTION}, '') NOT IN ('gone', 'entries', 'entries-missing')`,
  putAside: "kind IN ('held', 'unfit')",
  putBack: `${IS_IGNORED} AND (${QUESTION} IS NOT NULL OR ${UNFIT} IS NOT NULL)`,
  resolve: `kind = 'refused' AND ${IS_OPEN}`,
  unresolve: `kind = 'refused' AND ${IS_RESOLVED}`,
  takeAccepted: `kind = 'awaiting' AND ${IS_UNPROVEN_AS.accepted}`,
} as const;
/** The kinds that a rule applies to. The rest of a large journal is not even read. */
const TO_DECIDE: readonly ItemStateKind[] = STATE_KINDS.filter(isRuledOn);

/** Whether a rule applies to this kind. The few awaited items with an unproven answer are found separately. */
function isRuledOn(kind: ItemStateKind): boolean {
  switch (kind) {
    case 'held':
    case 'aside':
    case 'unfit':
    case 'refused':
      return true;
    case 'waiting':
    case 'uploading':
    case 'awaiting':
    case 'accepted':
      return false;
    default:
      return unreachable(kind);
  }
}

type Companies = (filter: ItemFilter) => readonly NamedCompany[];

/** What is read of many documents at once: their counts, their ids, and what can be done with them. */
export function chosenRows(prepared: Prepare, companies: Companies): ChosenRows {
  const columns = Object.entries(RULES)
    .map(([name, rule]) => `(${rule}) AS ${name}`)
    .join(', ');
  return {
    countOf: (filter) => countsOf(filter, prepared, companies(filter)),
    idsOf: ({ filter, sort = 'newest', upTo, offset, limit }) => {
      const placed = placedIn({ filter, sort, companies: companies(filter), upTo: numberOf(upTo) }, { offset, limit }, prepared);
      // In the order of the array.
      const rows = prepared('SELECT i.id FROM json_each(?) j JOIN items i ON i.n = j.value ORDER BY j.key');
      return rows.all(JSON.stringify(placed.map(({ n }) => n))).map((row) => itemIdSchema.parse(row['id']));
    },
    chosen: (of) => {
      const { from, counted, where, values } = chosenQuery(of, companies);
      const kinds = kindsOf(prepared(`SELECT kind, count(*) AS count FROM ${counted} WHERE ${where} GROUP BY kind`).all(...values));
      const able = chosenQuery(toDecide(of), companies);
      const rows = prepared(`SELECT id, ${columns} FROM items WHERE n IN (SELECT n FROM ${able.from} WHERE ${able.where})
        AND (${Object.values(RULES).join(' OR ')}) ORDER BY n DESC LIMIT ${CHOSEN_MAX}`).all(...able.values);
      const those = (rule: keyof typeof RULES): ItemId[] => rows.flatMap((row) => (row[rule] === 1 ? [itemIdSchema.parse(row['id'])] : []));
      return {
        kinds,
        sendAgain: those('sendAgain'),
        allow: those('allow'),
        putAside: those('putAside'),
        putBack: those('putBack'),
        resolve: those('resolve'),
        unresolve: those('unresolve'),
        takeAccepted: those('takeAccepted'),
        join: joinOf(
          prepared(`SELECT * FROM items WHERE n IN (SELECT n FROM ${from} WHERE ${where}) ORDER BY name_key, n LIMIT ${PARTS_MAX + 1}`)
            .all(...values)
            .map(itemOf),
        ),
      };
    },
    chosenPage: (of, after, limit) => {
      const { from, where, values } = chosenQuery(of, companies);
      const rows = prepared(`SELECT * FROM items WHERE n IN (SELECT n FROM ${from} WHERE ${where} AND n < ? ORDER BY n DESC LIMIT ?)
        ORDER BY n DESC`).all(...values, after ?? Number.MAX_SAFE_INTEGER, limit);
      return { items: rows.map(itemOf), next: rows.length < limit ? null : Number(rows.at(-1)?.['n']) };
    },
  };
}

/** Whether these, in the order of their names, may be joined into one PDF. */
export function joinOf(items: readonly Item[]): ChosenView['join'] {
  const why = whyNotJoined(items);
  const able = items.filter((item) => pictureKindOf(item) !== null).length;
  return { able, why, parts: why === null ? items.map(({ id, name, comment }) => ({ itemId: id, name, comment })) : [] };
}

function countsOf(filter: ItemFilter, prepared: Prepare, companies: readonly NamedCompany[]): FilterCounts {
  const { counted, where, values } = itemQuery(filter, { companies });
  const count = (of: Partial<ItemFilter>): number => {
    const query = itemQuery({ ...filter, states: [], asking: false, unproven: false, ...of }, { companies });
    const row = prepared(`SELECT count(*) AS count FROM ${query.counted} WHERE ${query.where}`).get(...query.values);
    return Number(row?.['count'] ?? 0);
  };
  return {
    kinds: kindsOf(prepared(`SELECT kind, count(*) AS count FROM ${counted} WHERE ${where} GROUP BY kind`).all(...values)),
    asking: count({ asking: true }),
    unproven: count({ unproven: true }),
    resolved: count({ states: ['refused'], resolved: true }),
  };
}

function toDecide(of: Chosen): Chosen {
  if (of.kind === 'items') return of;
  const { states = [], asking = false, unproven: beside = false } = of.filter;
  const isAll = states.length === 0 && !asking && !beside;
  const left = isAll ? TO_DECIDE : TO_DECIDE.filter((kind) => states.includes(kind));
  const unproven = isAll || beside || states.includes('awaiting');
  // No kind is left, so nothing can be done. An empty list of kinds would mean all of them.
  if (left.length === 0 && !unproven) return { kind: 'items', itemIds: [] };
  return { ...of, filter: { ...of.filter, states: [...left], asking: false, unproven } };
}

const BY_ID = 'SELECT i.n FROM json_each(?) j JOIN items i ON i.id = j.value';

function chosenQuery(of: Chosen, companies: Companies): ItemQuery {
  if (of.kind === 'items') return { from: 'items', counted: 'items', where: `n IN (${BY_ID})`, values: [JSON.stringify(of.itemIds)] };
  const { where, values, ...from } = itemQuery(of.filter, { companies: companies(of.filter) });
  const upTo = Number.parseInt(of.upTo ?? '', 10);
  const more: readonly { readonly sql: string; readonly value: SQLInputValue }[] = [
    ...(Number.isSafeInteger(upTo) ? [{ sql: ' AND n <= ?', value: upTo }] : []),
    ...((of.except ?? []).length === 0 ? [] : [{ sql: ` AND n NOT IN (${BY_ID})`, value: JSON.stringify(of.except) }]),
  ];
  return { ...from, where: `${where}${more.map(({ sql }) => sql).join('')}`, values: [...values, ...more.map(({ value }) => value)] };
}

function kindsOf(rows: readonly Readonly<Record<string, unknown>>[]): FilterCounts['kinds'] {
  const { noAnswer: _, unproven: __, resolved: ___, ...none } = NO_COUNTS;
  const kinds: Record<ItemStateKind, number> = { ...none };
  for (const row of rows) kinds[row['kind'] as ItemStateKind] = Number(row['count']);
  return kinds;
}
