import type { SQLInputValue } from 'node:sqlite';
import { type ItemFilter, type OrderedState, STATE_ORDER } from '#shared/app-api/list/item-filter.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { IN_BULK_ARRIVAL } from '../files/bulk-arrival-rows.ts';
import { IS_ASKING, IS_LIKE_SENT, IS_OPEN, IS_RESOLVED, IS_UNPROVEN } from '../item-columns.ts';
import { type Clause, type NamedCompany, searched } from './item-search.ts';

/** Selects rows of `items`; the table is named with its index where we know better than SQLite. */
export type ItemQuery = {
  readonly from: string;
  /** The same for counting only: the order does not matter, so a narrower index may do. */
  readonly counted: string;
  readonly where: string;
  readonly values: readonly SQLInputValue[];
};

/** The indexes that contain all that a list is filtered by: in the order of arrival, and in that of names. */
export type ListIndex = 'items_list' | 'items_name';

export type QueryBy = {
  /** The companies whose names are searched too. */
  readonly companies?: readonly NamedCompany[];
  /** Walks this index whatever the filter, because the rows are wanted in its order, or everything is counted anyway. */
  readonly along?: ListIndex;
  /** Only what is shown as being in this state. */
  readonly state?: OrderedState;
};

/** The kinds in which most documents end up over the years. The other kinds are few, and are found by their own index. */
function isBulk(kind: ItemStateKind): boolean {
  switch (kind) {
    case 'accepted':
    case 'aside':
      return true;
    case 'held':
    case 'unfit':
    case 'waiting':
    case 'uploading':
    case 'awaiting':
    case 'refused':
      return false;
    default:
      return unreachable(kind);
  }
}

/** By their numbers: SQLite would prefer the index of a company, which holds all of its documents. */
const FEW = 'items NOT INDEXED';

/** A filter in SQL. The text depends on which members are present and on the companies that the search names, not on other values. */
export function itemQuery(filter: ItemFilter, { companies = [], along, state }: QueryBy = {}): ItemQuery {
  const states = state === undefined ? (filter.states ?? []) : [KINDS[state]];
  const asked = askedClause(filter);
  const others = [
    ...plain(filter),
    ...oneByOne(filter),
    ...asked,
    ...resolvedClause(filter),
    ...shownAs(state),
    ...searched(filter.search ?? '', companies),
  ];
  const beside =
    state === undefined ? [...(filter.asking === true ? [IS_ASKING] : []), ...(filter.unproven === true ? [IS_UNPROVEN] : [])] : [];
  // What is held for one question is found by an index of its own, whatever else is asked for.
  const isFew = asked.length > 0 || (states.length === 0 ? beside.length > 0 && others.length === 0 : !states.some(isBulk));
  const isBroad = along !== undefined || !isFew;
  const isAsked = along === undefined && asked.length > 0;
  const clauses = [...stateClause(states, beside, isBroad || asked.length > 0), ...others];
  const isOrdered = along === undefined && others.length === 0 && states.length < 2;
  return {
    from: isAsked ? FEW : isBroad && !isOrdered ? `items INDEXED BY ${along ?? 'items_list'}` : 'items',
    counted: isAsked ? FEW : isBroad && (along !== undefined || others.length > 0) ? 'items INDEXED BY items_list' : 'items',
    where: clauses.length === 0 ? 'TRUE' : clauses.map(({ sql }) => sql).join(' AND '),
    values: clauses.flatMap(({ values }) => values),
  };
}

/** The states that a filter can show, in the order of the list. */
export function statesOf({ states = [], asking = false, unproven = false, resolved }: ItemFilter): readonly OrderedState[] {
  const isAll = states.length === 0 && !asking && !unproven;
  return STATE_ORDER.filter((state) => {
    if (resolved !== undefined && KINDS[state] === 'refused' && resolved !== (state === 'resolved')) return false;
    if (resolved === true && KINDS[state] !== 'refused') return false;
    return isAll || states.includes(KINDS[state]) || (asking && state === 'no-answer') || (unproven && state === 'unproven');
  });
}

const KINDS: Readonly<Record<OrderedState, ItemStateKind>> = {
  refused: 'refused',
  unfit: 'unfit',
  held: 'held',
  unproven: 'awaiting',
  'no-answer': 'awaiting',
  uploading: 'uploading',
  waiting: 'waiting',
  awaiting: 'awaiting',
  accepted: 'accepted',
  resolved: 'refused',
  aside: 'aside',
};

/** Tells states of one kind from each other; `asks > 0` is there for the partial index. */
const TOLD_BY: Partial<Readonly<Record<OrderedState, string>>> = {
  refused: IS_OPEN,
  resolved: `${IS_RESOLVED} AND asks > 0`,
  unproven: `${IS_UNPROVEN} AND asks > 0`,
  'no-answer': `${IS_ASKING} AND asks > 0`,
  awaiting: `NOT (${IS_ASKING} OR ${IS_UNPROVEN})`,
};

function shownAs(state: OrderedState | undefined): readonly Clause[] {
  const sql = state === undefined ? undefined : TOLD_BY[state];
  return sql === undefined ? [] : [{ sql, values: [] }];
}

/**
 * SQLite cannot know that most documents are accepted: it would sort a hundred thousand of them, or read the wide row of each. So a broad
 * filter walks the narrow index of the list, and the few items of other kinds are found first, each kind in its own index.
 */
function stateClause(states: readonly string[], beside: readonly string[], isBroad: boolean): readonly Clause[] {
  if (states.length === 0 && beside.length === 0) return [];
  const kinds = states.length === 0 ? [] : [`kind IN (${states.map(() => '?').join(', ')})`];
  if (isBroad) return [{ sql: `(${[...kinds, ...beside].join(' OR ')})`, values: states }];
  // `asks > 0` is redundant, but SQLite uses the partial index only for a query that repeats its condition word for word.
  const few = [...kinds, ...beside.map((sql) => `${sql} AND asks > 0`)];
  return [{ sql: `n IN (${few.map((sql) => `SELECT n FROM items WHERE ${sql}`).join(' UNION ALL ')})`, values: states }];
}

function plain({ companyId, importType, from, before }: ItemFilter): readonly Clause[] {
  return [
    { sql: 'company_id = ?', value: companyId },
    { sql: 'import_type = ?', value: importType },
    { sql: 'found_at >= ?', value: from },
    { sql: 'found_at < ?', value: before },
  ].flatMap(({ sql, value }) => (value === undefined ? [] : [{ sql, values: [value] }]));
}

/** Reads the state only of the few held items. */
function oneByOne({ bulkArrival }: ItemFilter): readonly Clause[] {
  if (bulkArrival === undefined) return [];
  const together = `SELECT found_in || ' ' || ${WAY} FROM items INDEXED BY items_sent_before WHERE ${IS_LIKE_SENT} AND found_in IS NOT NULL GROUP BY 1 HAVING count(*) > 1`;
  const asked = `${QUESTION} = 'bulk-arrival' OR (${QUESTION} = 'sent-before' AND coalesce(found_in, '') || ' ' || ${WAY} IN (${together}))`;
  return [{ sql: `NOT (kind = 'held' AND (${asked}))`, values: [] }];
}

const WAY = `json_extract(state, '$.question.way')`;

/** Each half repeats the condition of its partial index word for word. */
function askedClause({ question }: ItemFilter): readonly Clause[] {
  if (question === undefined) return [];
  const { kind, folderId } = question;
  const [index, where, values] =
    kind === 'bulk-arrival'
      ? ['items_bulk_arrival', IN_BULK_ARRIVAL, []]
      : ['items_asked', `${IS_ASKED_ALONE} AND ${QUESTION} = ?`, [kind]];
  const folder = folderId === undefined ? { sql: '', values: [] } : { sql: ' AND found_in IS ?', values: [folderId] };
  return [{ sql: `n IN (SELECT n FROM items INDEXED BY ${index} WHERE ${where}${folder.sql})`, values: [...values, ...folder.values] }];
}

const QUESTION = "json_extract(state, '$.question.kind')";
const IS_ASKED_ALONE = `kind = 'held' AND ${QUESTION} <> 'bulk-arrival'`;

/** `asks > 0` is redundant, but SQLite uses the partial index only for a query that repeats its condition word for word. */
function resolvedClause({ resolved }: ItemFilter): readonly Clause[] {
  if (resolved === undefined) return [];
  return [{ sql: resolved ? `${IS_RESOLVED} AND asks > 0` : IS_OPEN, values: [] }];
}
