import type { SQLInputValue } from 'node:sqlite';
import type { ItemFilter } from '#shared/app-api/item-filter.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { foldText } from '#shared/lib/fold-text.ts';
import { REFERENCE_STEM_CHARACTERS } from '#shared/domain/item/reference.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { IN_BULK_ARRIVAL } from './bulk-arrival-rows.ts';
import { IS_OPEN, IS_RESOLVED, IS_UNPROVEN } from './item-rows.ts';

/** Selects rows of `items`; the table is named with its index where we know better than SQLite. */
export type ItemQuery = {
  readonly from: string;
  /** The same for counting only: the order does not matter, so a narrower index may do. */
  readonly counted: string;
  /** The first rows are known only after all were looked at: the result is then materialised, and counted in the same walk. */
  readonly isWalk: boolean;
  readonly where: string;
  readonly values: readonly SQLInputValue[];
};

type Clause = { readonly sql: string; readonly values: readonly SQLInputValue[] };

/** More words than anybody types; the rest of a pasted page is ignored. */
const WORDS_MAX = 8;
/** The beginning of a documentId; shorter ones are treated as words of names. */
const NUMBER = /^[0-9a-f]{8}(?:-[0-9a-f-]{0,27})?$/;
/** The beginning of one of our references (C10). */
const REFERENCE = /^iy2[a-z2-7]{5,52}\d{0,2}$/;
/** Sorts after every character that can follow in such a number or reference. */
const LAST = '~';

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

/** A filter in SQL. The text depends on which members are present, not on their values. */
export function itemQuery(filter: ItemFilter): ItemQuery {
  const states = filter.states ?? [];
  const asked = askedClause(filter);
  const others = [...plain(filter), ...oneByOne(filter), ...asked, ...settledClause(filter), ...searched(filter.search ?? '')];
  const beside = [...(filter.asking === true ? ['asks = 1'] : []), ...(filter.unproven === true ? [IS_UNPROVEN] : [])];
  // What is held for one question is found by an index of its own, whatever else is asked for.
  const isFew = asked.length > 0;
  const isBroad = !isFew && (states.length === 0 ? beside.length === 0 || others.length > 0 : states.some(isBulk));
  const clauses = [...stateClause(states, beside, isBroad || isFew), ...others];
  const isOrdered = others.length === 0 && states.length < 2;
  return {
    from: isFew ? FEW : isBroad && !isOrdered ? 'items INDEXED BY items_list' : 'items',
    counted: isFew ? FEW : isBroad && others.length > 0 ? 'items INDEXED BY items_list' : 'items',
    // In the order of its index a page is read from its end, so showing a hundred does not require keeping all hundred thousand.
    isWalk: !(isBroad && others.length === 0),
    where: clauses.length === 0 ? 'TRUE' : clauses.map(({ sql }) => sql).join(' AND '),
    values: clauses.flatMap(({ values }) => values),
  };
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
  return bulkArrival === undefined ? [] : [{ sql: `NOT (kind = 'held' AND json_extract(state, '$.question.kind') = 'flood')`, values: [] }];
}

/** Each half repeats the condition of its partial index word for word. */
function askedClause({ question }: ItemFilter): readonly Clause[] {
  if (question === undefined) return [];
  const { kind, folderId } = question;
  const [index, where, values] =
    kind === 'flood' ? ['items_flood', IN_BULK_ARRIVAL, []] : ['items_asked', `${IS_ASKED_ALONE} AND ${QUESTION} = ?`, [kind]];
  const folder = folderId === undefined ? { sql: '', values: [] } : { sql: ' AND found_in IS ?', values: [folderId] };
  return [{ sql: `n IN (SELECT n FROM items INDEXED BY ${index} WHERE ${where}${folder.sql})`, values: [...values, ...folder.values] }];
}

const QUESTION = "json_extract(state, '$.question.kind')";
const IS_ASKED_ALONE = `kind = 'held' AND ${QUESTION} <> 'flood'`;

/** `asks > 0` is redundant, but SQLite uses the partial index only for a query that repeats its condition word for word. */
function settledClause({ settled }: ItemFilter): readonly Clause[] {
  if (settled === undefined) return [];
  return [{ sql: settled ? `${IS_RESOLVED} AND asks > 0` : IS_OPEN, values: [] }];
}

/** Matches if every word occurs in the name, or if the text is the beginning of a documentId or reference, of this sending or of an earlier one. */
function searched(search: string): readonly Clause[] {
  const words = foldText(search).split(' ').slice(0, WORDS_MAX);
  if (words[0] === '') return [];
  const typed = search.trim().toLowerCase();
  const named = words.map(() => 'instr(folded, ?) > 0').join(' AND ');
  const ways: readonly Clause[] = [
    { sql: `(${named})`, values: words },
    ...(NUMBER.test(typed) ? [{ sql: `n IN (${BY_NUMBER})`, values: [typed, typed + LAST, typed, typed + LAST] }] : []),
    ...(REFERENCE.test(typed) ? [{ sql: `n IN (${BY_REFERENCE})`, values: [stemOf(typed), stemOf(typed) + LAST] }] : []),
  ];
  return [{ sql: `(${ways.map(({ sql }) => sql).join(' OR ')})`, values: ways.flatMap(({ values }) => values) }];
}

const BY_NUMBER = `SELECT n FROM items WHERE document_id >= ? AND document_id < ? UNION ALL
  SELECT i.n FROM submissions s JOIN items i ON i.id = s.item_id WHERE s.document_id >= ? AND s.document_id < ?`;
const BY_REFERENCE = 'SELECT n FROM reference_stems WHERE stem >= ? AND stem < ?';

/** Without the number of the sending, which is not part of the stem. */
function stemOf(typed: string): string {
  return typed.slice(0, REFERENCE_STEM_CHARACTERS);
}
