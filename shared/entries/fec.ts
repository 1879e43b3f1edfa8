import { foldText } from '../lib/text/fold-text.ts';
import type { MemberPlaces } from './check-lines.ts';
import {
  type EntriesFault,
  type EntriesReading,
  type EntriesRefusal,
  type FilePlace,
  inCurrency,
  type ReadLine,
  type TableRow,
} from './entry-lines.ts';
import { cellsOf, type Dialect } from './quoting.ts';
import { COLUMNS_MAX, LINE_LENGTH_MAX, readRows, splitLines } from './rows.ts';
import { type Decimals, guessDecimals, readAmount, readDate, readSide, type ValueFault } from './values.ts';

/** Whether the first row of a file is the heading of a FEC: `fichier des écritures comptables`, LPF art. A47 A-1. */
export function isFec(cells: readonly string[]): boolean {
  if (cells.length > COLUMNS_MAX) return false;
  const members = membersOf(cells);
  const known = cells.filter((cell) => NAMES.has(plainName(cell)));
  const amounts = (members.has('debit') && members.has('credit')) || (members.has('amount') && members.has('side'));
  return known.length >= KNOWN_MIN && members.has('account') && amounts;
}

/** A table that was made otherwise has names of its own; one that lacks a column of a FEC is one with a fault. */
const KNOWN_MIN = 12;

export type FecOptions = {
  /** The currency of the books, in which all debits and credits are (C47). */
  readonly currency?: string;
};

/**
 * The lines of a FEC with all faults at once. Columns go by their names, in any order and case, so that 18, 21 and 22 of them and a trailing
 * separator are read alike. Amounts are in `Debit` and `Credit`, or in `Montant` and `Sens` (`D`, `C`, `+1`, `-1`); dates are `yyyymmdd`.
 * - A line with a fault is left out of `lines`, but for one whose only faults are `decimals` with the cents that are meant: it has these.
 * - `PieceRef` becomes the reference and may be empty, which the contract allows. What the service has no member for is in `unsent`.
 * - Where a journal, an account or a number is padded with blanks, the file pads, and all its cells are trimmed. Otherwise only these are.
 * - Cells are never joined: with a separator too many, a line is a fault.
 * - Debit and credit are in the currency of the books; `Idevise` and `Montantdevise` say beside them what the document was in. So they are in
 *   `unsent`, and the line is one in euros (C47). Only where a foreign amount equals the line's to the cent, nobody knows which of the two
 *   currencies that is: the fault `currency`.
 */
export function readFec(text: string, dialect: Dialect, options: FecOptions = {}): EntriesReading | EntriesRefusal {
  const lines = splitLines(text);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return { refused: 'empty' };
  const names = lines[first] ?? '';
  const heading = names.length > LINE_LENGTH_MAX ? [] : withoutTrailing(cellsOf(names, dialect).cells);
  if (!isFec(heading)) return { refused: 'not-entries', place: { line: first + 1 } };
  const { rows, faults, refused } = readRows(text, dialect, { columns: heading.length, from: first + 2 });
  if (refused !== null) return { refused };
  const table = tableOf(heading, rows, options.currency ?? 'EUR');
  const read = rows.map((row) => lineOf(table, row));
  const errors = [...faults, ...missingColumns(table, first + 1), ...read.flatMap((one) => one.faults)];
  if (read.length === 0 && errors.length === 0) errors.push({ line: first + 1, kind: 'no-lines' });
  const whole = read.flatMap(({ line }) => (line === null ? [] : [line]));
  return { format: 'fec', lines: whole, errors: errors.toSorted((a, b) => a.line - b.line), warnings: [] };
}

/** Where a FEC with this heading has what becomes the members of a line, for faults that are found later. */
export function fecPlaces(heading: readonly string[]): MemberPlaces {
  const members = membersOf(heading);
  const places = PLACED.flatMap((member) => {
    const index = members.get(member) ?? (member === 'debit' || member === 'credit' ? members.get('amount') : undefined);
    return index === undefined ? [] : [[member, { column: index + 1, name: heading[index]?.trim() ?? '' }] as const];
  });
  return Object.fromEntries(places);
}

const TEXTS = ['journalLabel', 'thirdParty', 'thirdPartyLabel', 'label'] as const;
const PLACED = ['date', 'debit', 'credit', 'journal', 'account', 'reference', 'dueDate', ...TEXTS] as const;

/**
 * The journals of opening balances: by their codes and labels, as programs and accountants name them. The accountant has these already, whoever
 * made the file.
 */
export function openingJournals(lines: readonly ReadLine[]): readonly string[] {
  const labels = new Map(lines.map(({ line }) => [line.journal, line.journalLabel ?? '']));
  return [...labels]
    .filter(([code, label]) => OPENING_CODE.test(foldText(code)) || OPENING_LABEL.test(foldText(label)))
    .map(([code]) => code);
}

const OPENING_CODE = /^(?:an|ano|anx|anv|ran|rano|ouv|anouv|a ?nouveaux?)$/;
const OPENING_LABEL = /\ba ?nouveaux?\b|\bouverture\b|\bbalance initiale\b|\bopening\b/;

type Member =
  | 'date'
  | 'journal'
  | 'journalLabel'
  | 'entry'
  | 'account'
  | 'accountLabel'
  | 'thirdParty'
  | 'thirdPartyLabel'
  | 'reference'
  | 'label'
  | 'debit'
  | 'credit'
  | 'amount'
  | 'side'
  | 'dueDate'
  | 'foreignAmount'
  | 'foreignCurrency';

/** The names of the law, each before those that occur instead; null for what the service has no member for. */
const COLUMNS: readonly (readonly [string, Member | null])[] = [
  ['JournalCode', 'journal'],
  ['JournalLib', 'journalLabel'],
  ['JournalLibelle', 'journalLabel'],
  ['EcritureNum', 'entry'],
  ['EcritureDate', 'date'],
  ['CompteNum', 'account'],
  ['CompteLib', 'accountLabel'],
  ['CompteLibelle', 'accountLabel'],
  ['CompAuxNum', 'thirdParty'],
  ['CompteAuxNum', 'thirdParty'],
  ['CompAuxLib', 'thirdPartyLabel'],
  ['CompteAuxLib', 'thirdPartyLabel'],
  ['PieceRef', 'reference'],
  ['PieceDate', null],
  ['EcritureLib', 'label'],
  ['EcritureLibelle', 'label'],
  ['Debit', 'debit'],
  ['Credit', 'credit'],
  ['Montant', 'amount'],
  ['Sens', 'side'],
  ['EcritureLet', null],
  ['DateLet', null],
  ['ValidDate', null],
  ['Montantdevise', 'foreignAmount'],
  ['Idevise', 'foreignCurrency'],
  ['IdDevise', 'foreignCurrency'],
  ['DateLimitReglmt', 'dueDate'],
];
const NAMES = new Map(COLUMNS.map(([name, member]) => [name.toLowerCase(), member]));

function plainName(cell: string): string {
  return foldText(cell).replaceAll(' ', '');
}

/** The column of each member, from 0. */
function membersOf(heading: readonly string[]): ReadonlyMap<Member, number> {
  const members = new Map<Member, number>();
  for (const [index, cell] of heading.entries()) {
    const member = NAMES.get(plainName(cell)) ?? null;
    if (member !== null && !members.has(member)) members.set(member, index);
  }
  return members;
}

function withoutTrailing(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);
}

type FecTable = {
  readonly heading: readonly string[];
  readonly members: ReadonlyMap<Member, number>;
  /** The columns that nothing of a line is made of. */
  readonly unsent: readonly { readonly name: string; readonly index: number }[];
  readonly pads: boolean;
  readonly decimals: Decimals;
  readonly currency: string;
};

const CODES: readonly Member[] = ['journal', 'entry', 'account', 'thirdParty'];
const REQUIRED: readonly Member[] = ['date', 'journal', 'account'];
/** They say what a document was in, beside a line in the currency of the books. */
const BESIDE: readonly Member[] = ['foreignAmount', 'foreignCurrency'];

function tableOf(heading: readonly string[], rows: readonly TableRow[], currency: string): FecTable {
  const members = membersOf(heading);
  const columns = (some: readonly Member[]): readonly number[] => some.flatMap((member) => members.get(member) ?? []);
  const taken = new Set([...members].filter(([member]) => !BESIDE.includes(member)).map(([, index]) => index));
  const unsent = heading.map((name, index) => ({ name: name.trim(), index })).filter(({ index }) => !taken.has(index));
  const [codes, amounts] = [columns(CODES), columns(['debit', 'credit', 'amount'])];
  const pads = rows.some(({ cells }) => codes.some((column) => cells[column] !== cells[column]?.trim()));
  const decimals = guessDecimals(rows.flatMap(({ cells }) => amounts.map((column) => cells[column] ?? ''))).decimals;
  return { heading, members, unsent, pads, decimals: decimals ?? ',', currency };
}

function missingColumns({ members }: FecTable, line: number): readonly EntriesFault[] {
  const missing = [...REQUIRED, 'reference' as const].filter((member) => !members.has(member));
  const names = missing.flatMap((member) => COLUMNS.find(([, one]) => one === member)?.[0] ?? []);
  return names.map((name) => ({ line, name, kind: 'missing' }));
}

type LineRead = { readonly line: ReadLine | null; readonly faults: readonly EntriesFault[] };

function lineOf(table: FecTable, row: TableRow): LineRead {
  const reader = new FecLine(table, row);
  const [date, journal, account] = [reader.date('date'), reader.required('journal'), reader.required('account')];
  const [debit, credit] = reader.sides();
  reader.checkCurrency(debit, credit);
  const { currency } = table;
  const optional = reader.present(TEXTS);
  const dueDate = /[1-9]/.test(reader.text('dueDate')) ? { dueDate: reader.date('dueDate') } : {};
  const line = {
    date,
    debit: inCurrency(debit, currency),
    credit: inCurrency(credit, currency),
    journal,
    account,
    reference: reader.text('reference'),
  };
  const beside = { ...reader.present(['entry', 'accountLabel']), ...reader.unsent() };
  const { faults } = reader;
  const whole = REQUIRED.every((member) => table.members.has(member)) && faults.every(({ meant }) => meant !== undefined);
  if (!whole) return { line: null, faults };
  return { line: { place: { line: row.line }, line: { ...line, ...dueDate, ...optional }, ...beside }, faults };
}

class FecLine {
  readonly faults: EntriesFault[] = [];
  readonly #table: FecTable;
  readonly #row: TableRow;

  constructor(table: FecTable, row: TableRow) {
    this.#table = table;
    this.#row = row;
  }

  text(member: Member): string {
    const index = this.#table.members.get(member);
    const cell = index === undefined ? '' : (this.#row.cells[index] ?? '');
    return this.#table.pads || CODES.includes(member) ? cell.trim() : cell;
  }

  required(member: Member): string {
    const text = this.text(member);
    if (text.trim() === '') this.#fault(member, { kind: 'missing' });
    return text;
  }

  date(member: Member): string {
    const date = readDate(this.text(member), 'yyyymmdd');
    return typeof date === 'string' ? date : this.#fault(member, date);
  }

  /** Cents of debit and credit. */
  sides(): readonly [number, number] {
    if (!this.#table.members.has('amount')) return [this.#amount('debit'), this.#amount('credit')];
    const amount = this.#amount('amount');
    const side = readSide(this.text('side'));
    if (typeof side !== 'string') this.#fault('side', side);
    return side === 'credit' ? [0, amount] : [amount, 0];
  }

  checkCurrency(debit: number, credit: number): void {
    const [foreign, code] = [this.text('foreignAmount').trim(), this.text('foreignCurrency').trim()];
    if (code === '' || code.toUpperCase() === this.#table.currency || foreign === '') return;
    const decimals = guessDecimals([foreign]).decimals ?? this.#table.decimals;
    const cents = readAmount(foreign, decimals, code);
    const same = typeof cents === 'number' && cents !== 0 && Math.abs(cents) === Math.abs(debit - credit);
    if (same) this.#fault('foreignCurrency', { kind: 'currency', value: code });
  }

  /** Those of the members that the line has, as members. */
  present<Key extends Member>(members: readonly Key[]): Partial<Record<Key, string>> {
    const texts = members.map((member) => [member, this.text(member)] as const).filter(([, text]) => text !== '');
    return Object.fromEntries(texts) as Partial<Record<Key, string>>;
  }

  unsent(): Pick<ReadLine, 'unsent'> {
    const { unsent, pads } = this.#table;
    const rest = unsent.flatMap(({ name, index }) => {
      const cell = this.#row.cells[index] ?? '';
      return cell.trim() === '' ? [] : [[name, pads ? cell.trim() : cell] as const];
    });
    return rest.length === 0 ? {} : { unsent: Object.fromEntries(rest) };
  }

  #amount(member: Member): number {
    const amount = readAmount(this.text(member), this.#table.decimals, this.#table.currency);
    if (typeof amount === 'number') return amount;
    this.#fault(member, amount);
    const meant = amount.meant === undefined ? 0 : readAmount(amount.meant, '.');
    return typeof meant === 'number' ? meant : 0;
  }

  /** An empty text, for what could not be read. A column that the file does not have is a fault of its heading. */
  #fault(member: Member, fault: ValueFault): string {
    const index = this.#table.members.get(member);
    if (index !== undefined) this.faults.push({ ...this.#placeAt(index), ...fault });
    return '';
  }

  #placeAt(index: number): FilePlace {
    return { line: this.#row.line, column: index + 1, name: this.#table.heading[index]?.trim() ?? '' };
  }
}
