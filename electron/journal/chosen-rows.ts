import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { CHOSEN_MAX, type Chosen, type ItemFilter } from '#shared/app-api/item-filter.ts';
import type { ChosenView, FilterCounts } from '#shared/app-api/views.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import type { ItemStateKind } from '#shared/domain/item-state.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { type ItemQuery, itemQuery } from './item-query.ts';
import { IS_OPEN, IS_SETTLED, itemOf } from './item-rows.ts';

/** A stretch of the list as the person sees it: `upTo` is the `top` of its page. */
type Stretch = { readonly filter: ItemFilter; readonly upTo?: string | undefined; readonly offset: number; readonly limit: number };

export type ChosenRows = {
  /** How many there are of each kind, were they shown. */
  countOf(filter: ItemFilter): FilterCounts;
  idsOf(of: Stretch): readonly ItemId[];
  /** What a person can do with what is chosen, and with how many of it. */
  chosen(of: Chosen): ChosenView;
  /** A page of them, newest first; `after` is the number that the page before ended with. */
  chosenPage(of: Chosen, after: number | null, limit: number): { readonly items: readonly Item[]; readonly next: number | null };
};

/** The rules of the domain (`maySendAgain`, `mayAllow`, `mayPutAside`, `maySettle`, `isSettled`) in SQL, since what is chosen may be the whole journal; a test compares them. */
const QUESTION = "json_extract(state, '$.question.kind')";
const RULES = {
  sendAgain: `(kind = 'refused' AND ${IS_OPEN}) OR (kind = 'unfit' AND json_extract(state, '$.by') = 'service') OR (kind = 'held' AND ${QUESTION} = 'unclear-answer')`,
  allow: "kind = 'held' OR (kind = 'aside' AND json_extract(state, '$.why') = 'person')",
  putAside: `kind = 'held' AND (${QUESTION} = 'maybe-received' OR (reference IS NULL AND resubmission = 0))`,
  settle: `kind = 'refused' AND ${IS_OPEN}`,
  unsettle: `kind = 'refused' AND ${IS_SETTLED}`,
} as const;
/** The only kinds that a rule speaks of: the rest of a large journal is not even read. */
const TO_DECIDE: readonly ItemStateKind[] = ['held', 'aside', 'unfit', 'refused'];

/** What is read of many documents at once: their counts, their ids, what can be done with them. */
export function chosenRows(prepared: (sql: string) => StatementSync): ChosenRows {
  const columns = Object.entries(RULES)
    .map(([name, rule]) => `(${rule}) AS ${name}`)
    .join(', ');
  return {
    countOf: (filter) => {
      const { counted, where, values } = itemQuery(filter);
      const asking = itemQuery({ ...filter, states: [], asking: true });
      const settled = itemQuery({ ...filter, states: ['refused'], asking: false, settled: true });
      const count = ({ counted: from, where: those, values: by }: ItemQuery): number =>
        Number(prepared(`SELECT count(*) AS count FROM ${from} WHERE ${those}`).get(...by)?.['count'] ?? 0);
      return {
        kinds: kindsOf(prepared(`SELECT kind, count(*) AS count FROM ${counted} WHERE ${where} GROUP BY kind`).all(...values)),
        asking: count(asking),
        settled: count(settled),
        oldest: timeOf(prepared('SELECT found_at FROM items ORDER BY n LIMIT 1').get()?.['found_at']),
      };
    },
    idsOf: ({ filter, upTo, offset, limit }) => {
      const { from, where, values } = chosenQuery({ kind: 'filter', filter, upTo });
      const rows = prepared(`SELECT id FROM items WHERE n IN (SELECT n FROM ${from} WHERE ${where} ORDER BY n DESC LIMIT ? OFFSET ?)
        ORDER BY n DESC`).all(...values, limit, offset);
      return rows.map((row) => itemIdSchema.parse(row['id']));
    },
    chosen: (of) => {
      const { counted, where, values } = chosenQuery(of);
      const kinds = kindsOf(prepared(`SELECT kind, count(*) AS count FROM ${counted} WHERE ${where} GROUP BY kind`).all(...values));
      const able = chosenQuery(toDecide(of));
      const rows = prepared(`SELECT id, ${columns} FROM items WHERE n IN (SELECT n FROM ${able.from} WHERE ${able.where})
        AND (${Object.values(RULES).join(' OR ')}) ORDER BY n DESC LIMIT ${CHOSEN_MAX}`).all(...able.values);
      const those = (rule: keyof typeof RULES): ItemId[] => rows.flatMap((row) => (row[rule] === 1 ? [itemIdSchema.parse(row['id'])] : []));
      return {
        kinds,
        sendAgain: those('sendAgain'),
        allow: those('allow'),
        putAside: those('putAside'),
        settle: those('settle'),
        unsettle: those('unsettle'),
      };
    },
    chosenPage: (of, after, limit) => {
      const { from, where, values } = chosenQuery(of);
      const rows = prepared(`SELECT * FROM items WHERE n IN (SELECT n FROM ${from} WHERE ${where} AND n < ? ORDER BY n DESC LIMIT ?)
        ORDER BY n DESC`).all(...values, after ?? Number.MAX_SAFE_INTEGER, limit);
      return { items: rows.map(itemOf), next: rows.length < limit ? null : Number(rows.at(-1)?.['n']) };
    },
  };
}

function toDecide(of: Chosen): Chosen {
  if (of.kind === 'items') return of;
  const { states = [] } = of.filter;
  const left = states.length === 0 ? TO_DECIDE : TO_DECIDE.filter((kind) => states.includes(kind));
  // None of them: then nothing can be done, and an empty list of kinds would mean all.
  return left.length === 0 ? { kind: 'items', itemIds: [] } : { ...of, filter: { ...of.filter, states: [...left], asking: false } };
}

function timeOf(value: unknown): WallMs | null {
  return typeof value === 'number' ? wallMs(value) : null;
}

const BY_ID = 'SELECT i.n FROM json_each(?) j JOIN items i ON i.id = j.value';

function chosenQuery(of: Chosen): ItemQuery {
  if (of.kind === 'items')
    return { from: 'items', counted: 'items', isWalk: true, where: `n IN (${BY_ID})`, values: [JSON.stringify(of.itemIds)] };
  const { where, values, ...from } = itemQuery(of.filter);
  const upTo = Number.parseInt(of.upTo ?? '', 10);
  const more: readonly { readonly sql: string; readonly value: SQLInputValue }[] = [
    ...(Number.isSafeInteger(upTo) ? [{ sql: ' AND n <= ?', value: upTo }] : []),
    ...((of.except ?? []).length === 0 ? [] : [{ sql: ` AND n NOT IN (${BY_ID})`, value: JSON.stringify(of.except) }]),
  ];
  return { ...from, where: `${where}${more.map(({ sql }) => sql).join('')}`, values: [...values, ...more.map(({ value }) => value)] };
}

function kindsOf(rows: readonly Readonly<Record<string, unknown>>[]): FilterCounts['kinds'] {
  const { noAnswer: _, settled: __, ...none } = NO_COUNTS;
  const kinds: Record<ItemStateKind, number> = { ...none };
  for (const row of rows) kinds[row['kind'] as ItemStateKind] = Number(row['count']);
  return kinds;
}
