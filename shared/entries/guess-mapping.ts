import {
  assignedRoles,
  type Certainty,
  type Column,
  columnOf,
  type ColumnRole,
  headingRowOf,
  MAPPED_MEMBERS,
  type MappedMember,
  type Role,
} from './column-roles.ts';
import type { TableRow } from './entry-lines.ts';
import type { ColumnSource, EntriesMapping, MappedAmounts, MappedColumn } from './mapping.ts';
import type { Dialect } from './quoting.ts';
import { type DatePattern, type Decimals, guessDatePattern, guessDecimals, readSide } from './values.ts';

export type Guessed<T> = { readonly value: T; readonly certainty: Certainty };

/** What a person has to say before a file can be read by the guess; never chosen silently. */
export type OpenQuestion = 'date' | 'journal' | 'account' | 'reference' | 'amounts' | 'dates' | 'decimal' | 'sides' | 'negative';

export type MappingGuess = {
  readonly headingRow: number | null;
  readonly firstRow: number;
  readonly headings: readonly string[];
  readonly sources: Readonly<Partial<Record<MappedMember, Guessed<ColumnSource>>>>;
  readonly amounts: Guessed<MappedAmounts> | null;
  /** One: the pattern. Two or more: day and month could stand in either order. */
  readonly dates: readonly DatePattern[];
  readonly decimal: readonly Decimals[];
  readonly kinds: EntriesMapping['kinds'];
  readonly entryBegins: MappedColumn | null;
  readonly padded: boolean;
  readonly open: readonly OpenQuestion[];
};

/** Enough to see the habits of a file; guessing must not take longer than reading. */
const ROWS_LOOKED_AT = 2_000;

/**
 * What the columns of a file seem to mean, by their headings (French, English, German, whole or cut) and by what stands in them. For a person to
 * correct: what is `open` has to be answered, what is `unsure` is shown first.
 */
export function guessMapping(rows: readonly TableRow[]): MappingGuess {
  const heading = headingRowOf(rows);
  const after = heading === null ? 0 : rows.indexOf(heading) + 1;
  const data = rows.slice(after, after + ROWS_LOOKED_AT).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const width = [heading, ...data].reduce((most, row) => Math.max(most, row?.cells.length ?? 0), 0);
  const headings = Array.from({ length: width }, (_, index) => heading?.cells[index]?.trim() ?? '');
  const columns = headings.map((name, index) => columnOf(name, index, data));
  const roles = assignedRoles(columns);
  const amounts = amountsOf(columns, roles);
  const date = roles.get('date')?.column;
  const shape = date === undefined ? null : guessDatePattern(date.filled);
  const dates = shape === null ? [] : shape.pattern === null ? shape.ambiguous : [shape.pattern];
  const decimal = decimalOf(columns, amounts?.value ?? null);
  const grouped = date !== undefined && date.filled.length < data.length * 0.9 ? date : null;
  const sources = sourcesOf(roles, grouped, dates[0]);
  const kind = roles.get('kind')?.column;
  const guess = {
    headingRow: heading?.line ?? null,
    firstRow: data[0]?.line ?? 1,
    headings,
    sources,
    amounts,
    dates,
    decimal,
    kinds: kind === undefined ? undefined : { column: reference(kind), lines: ['G'], analytical: ['A'] },
    entryBegins: grouped === null ? null : reference(grouped),
    padded: isPadded(roles.get('label')?.column),
  };
  return { ...guess, open: questions(guess, columns) };
}

function reference({ name, index }: Column): MappedColumn {
  return name === '' ? { column: index + 1 } : { column: index + 1, name };
}

function amountsOf(columns: readonly Column[], roles: ReadonlyMap<ColumnRole, Role>): Guessed<MappedAmounts> | null {
  const [debit, credit, side] = [roles.get('debit'), roles.get('credit'), roles.get('side')];
  if (debit !== undefined && credit !== undefined) {
    return { value: { form: 'two', debit: reference(debit.column), credit: reference(credit.column) }, certainty: 'heading' };
  }
  const money = columns.filter(({ shape }) => shape === 'amount');
  const named = roles.get('amount');
  const amount = named?.column ?? money.find(({ cells }) => cells.filter((cell) => !isZero(cell)).length >= cells.length * 0.98);
  if (side !== undefined && amount !== undefined) {
    const distinct = [...new Set(side.column.filled)];
    const those = (one: string): string[] => distinct.filter((letter) => readSide(letter) === one);
    const [debits, credits] = [those('debit'), those('credit')];
    if (debits.length > 0 && credits.length > 0) {
      const certainty = named === undefined && money.length > 1 ? 'unsure' : (named?.certainty ?? 'values');
      return {
        value: { form: 'side', amount: reference(amount), side: reference(side.column), debit: debits, credit: credits },
        certainty,
      };
    }
  }
  const pair = named === undefined ? exclusivePair(money) : null;
  // Which of the two is the debit no value says.
  if (pair !== null) return { value: { form: 'two', debit: reference(pair[0]), credit: reference(pair[1]) }, certainty: 'unsure' };
  const signed = [amount, ...money].find((column) => column?.filled.some(isNegative));
  if (signed === undefined) return null;
  return { value: { form: 'signed', amount: reference(signed), positive: 'debit' }, certainty: 'unsure' };
}

function isZero(value: string): boolean {
  return !/[1-9]/.test(value);
}

function isNegative(value: string): boolean {
  return /^\(|-\s*\d|-\D?\d|\d-$/.test(value) && !isZero(value);
}

/** The first two neighbouring columns of amounts of which each row fills one. */
function exclusivePair(money: readonly Column[]): readonly [Column, Column] | null {
  for (const [at, first] of money.entries()) {
    const second = money[at + 1];
    if (second === undefined || second.index !== first.index + 1) continue;
    const rows = first.cells.map((cell, row) => [isZero(cell), isZero(second.cells[row] ?? '')] as const);
    const one = rows.filter(([a, b]) => a !== b).length;
    if (one >= rows.length * 0.95 && rows.some(([a]) => !a) && rows.some(([, b]) => !b)) return [first, second];
  }
  return null;
}

function amountColumns(amounts: MappedAmounts): readonly MappedColumn[] {
  return amounts.form === 'two' ? [amounts.debit, amounts.credit] : [amounts.amount];
}

/** Both where no amount says which. Of amounts without a sign either reads the same. */
function decimalOf(columns: readonly Column[], amounts: MappedAmounts | null): readonly Decimals[] {
  if (amounts === null) return [];
  const guess = guessDecimals(amountColumns(amounts).flatMap(({ column }) => columns[column - 1]?.filled ?? []));
  if (guess.decimals !== null) return [guess.decimals];
  return guess.comma + guess.dot + guess.unclear === 0 ? ['.'] : [',', '.'];
}

/** Of an entry whose later lines are left empty, what they lack comes from its first. */
const OF_ENTRY: ReadonlySet<MappedMember> = new Set(['date', 'journal', 'reference', 'entry', 'dueDate']);

function sourcesOf(roles: ReadonlyMap<ColumnRole, Role>, grouped: Column | null, dates: DatePattern | undefined): MappingGuess['sources'] {
  const sources: Partial<Record<MappedMember, Guessed<ColumnSource>>> = {};
  for (const member of MAPPED_MEMBERS) {
    const role = roles.get(member);
    if (role === undefined) continue;
    const own = member === 'dueDate' ? guessDatePattern(role.column.filled).pattern : null;
    const value: ColumnSource = {
      from: 'column',
      ...reference(role.column),
      ...(grouped !== null && OF_ENTRY.has(member) ? { asAbove: true } : {}),
      ...(own === null || own === dates ? {} : { dates: own }),
    };
    sources[member] = { value, certainty: role.certainty };
  }
  return sources;
}

/** All cells of the label are of one length, and some end with blanks. */
function isPadded(label: Column | undefined): boolean {
  const cells = label?.cells.filter((cell) => cell !== '') ?? [];
  return cells.some((cell) => cell.endsWith(' ')) && new Set(cells.map(({ length }) => length)).size === 1;
}

function questions(guess: Omit<MappingGuess, 'open'>, columns: readonly Column[]): readonly OpenQuestion[] {
  const { sources, amounts, dates, decimal } = guess;
  const open: OpenQuestion[] = (['date', 'journal', 'account', 'reference'] as const).filter(
    (member) => sources[member] === undefined || sources[member].certainty === 'unsure',
  );
  if (amounts === null) return [...open, 'amounts', ...(dates.length > 1 ? (['dates'] as const) : [])];
  if (dates.length > 1) open.push('dates');
  if (decimal.length > 1) open.push('decimal');
  if (amounts.certainty === 'unsure') open.push('sides');
  const cells = amountColumns(amounts.value).flatMap(({ column }) => columns[column - 1]?.filled ?? []);
  if (amounts.value.form !== 'signed' && cells.some(isNegative)) open.push('negative');
  return open;
}

/** The mapping that a guess comes to with what is typed for members without a column; null while a required part is missing. */
export function guessedMapping(
  guess: MappingGuess,
  dialect: Dialect | null,
  typed: Partial<EntriesMapping['sources']> = {},
): EntriesMapping | null {
  const { headingRow, firstRow, headings, amounts, padded, kinds, entryBegins } = guess;
  const [decimal, dates] = [guess.decimal[0], guess.dates[0]];
  const found = Object.fromEntries(Object.entries(guess.sources).map(([member, source]) => [member, [source.value]])) as typeof typed;
  const { date, journal, account, reference: piece, ...others } = { ...found, ...typed };
  if (!date || !journal || !account || !piece || amounts === null || decimal === undefined || dates === undefined) return null;
  return {
    v: 1,
    encoding: null,
    dialect,
    headingRow,
    firstRow,
    headings: [...headings],
    decimal,
    dates,
    padded,
    skip: [],
    sources: { ...others, date, journal, account, reference: piece },
    amounts: amounts.value,
    negative: 'keep',
    ...(entryBegins === null ? {} : { entryBegins }),
    ...(kinds === undefined ? {} : { kinds }),
    currency: 'EUR',
    labelFromAccount: false,
  };
}

/**
 * The guess as a whole mapping, for a person to correct: where nothing was found, the first possibility, or a text that nobody takes for an answer. Its
 * `open` questions have to be answered all the same.
 */
export function proposedMapping(guess: MappingGuess, dialect: Dialect | null): EntriesMapping {
  const { sources, amounts, dates, decimal, headings } = guess;
  const column = (place: number): MappedColumn => {
    const [at, name] = [Math.min(place, Math.max(1, headings.length)), headings[place - 1] ?? ''];
    return name === '' ? { column: at } : { column: at, name };
  };
  const typed = {
    ...(sources.date === undefined ? { date: [{ from: 'column', ...column(1) }] } : {}),
    ...(sources.account === undefined ? { account: [{ from: 'column', ...column(2) }] } : {}),
    ...(sources.journal === undefined ? { journal: [{ from: 'constant', text: UNANSWERED }] } : {}),
    ...(sources.reference === undefined ? { reference: [{ from: 'constant', text: UNANSWERED }] } : {}),
  } as const satisfies Record<string, unknown>;
  const sides: MappedAmounts = { form: 'two', debit: column(headings.length - 1), credit: column(headings.length) };
  const whole: MappingGuess = {
    ...guess,
    amounts: amounts ?? { value: sides, certainty: 'unsure' },
    dates: dates.length > 0 ? dates : ['dd/mm/yyyy'],
    decimal: decimal.length > 0 ? decimal : [','],
  };
  const mapping = guessedMapping(whole, dialect, typed as unknown as Partial<EntriesMapping['sources']>);
  if (mapping === null) throw new Error('a guess with every part filled in is no mapping');
  return mapping;
}

const UNANSWERED = '?';
