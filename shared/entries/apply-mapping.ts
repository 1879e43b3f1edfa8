import {
  type EntriesFault,
  type EntriesReading,
  type EntriesRefusal,
  type EntryAmount,
  type EntryAxis,
  type EntryLine,
  type EntrySection,
  inCurrency,
  type ReadLine,
  type TableRow,
} from './entry-lines.ts';
import type { MappedMember } from './column-roles.ts';
import { columnFinder, type ColumnFinder, partOfCell, rowsOptions } from './fit-mapping.ts';
import type { EntriesMapping, MappedColumn, MappedSource } from './mapping.ts';
import type { Dialect } from './quoting.ts';
import { readRows, type RowsReading } from './rows.ts';
import { NO_WORDS, patternText, readAmount, readDate, type ValueFault, type Words } from './values.ts';

/** `leftOut`: how many rows are no lines, as totals, and analytical ones that become no axes. */
export type MappedRows = EntriesReading & { readonly leftOut: number };

/**
 * The lines of a file's rows by the mapping of its folder, with all faults at once, each on its physical line and column (C46, C47). A line with
 * a fault is left out of `lines`, but for those whose only fault is `decimals` with the cents that are meant: it has these, for a person to
 * confirm. `rows` begin at or before the heading row.
 */
export function readMapped(rows: readonly TableRow[], mapping: EntriesMapping): MappedRows {
  const reader = new MappedReader(mapping, columnFinder(rows, mapping));
  for (const row of rows) if (isData(row, mapping)) reader.read(row);
  const { lines, errors, warnings, leftOut } = reader;
  if (lines.length === 0 && errors.length === 0) errors.push({ line: mapping.firstRow, kind: 'no-lines' });
  return { format: mapping.dialect === null ? 'xlsx' : 'csv', lines, errors, warnings, leftOut };
}

/** The same of a decoded text. Where labels hold the separator unquoted, its rows are split once more, by what the columns of the others hold. */
export function readMappedText(text: string, mapping: EntriesMapping): MappedRows | EntriesRefusal {
  if (mapping.dialect === null) return { refused: 'not-entries' };
  const { rows, faults, refused } = splitRows(text, mapping, mapping.dialect);
  if (refused !== null) return { refused };
  const reading = readMapped(rows, mapping);
  const errors = [...faults, ...reading.errors].toSorted((a, b) => a.line - b.line);
  return { ...reading, errors };
}

function splitRows(text: string, mapping: EntriesMapping, dialect: Dialect): RowsReading {
  const options = rowsOptions(mapping);
  const strict = readRows(text, dialect, options);
  if (!strict.faults.some(({ kind }) => kind === 'cells')) return strict;
  const data = strict.rows.some((row) => isData(row, mapping));
  // Where no row at all has as many cells as columns, each ends with a separator.
  return readRows(text, dialect, data ? rowsOptions(mapping, strict.rows) : { ...options, fits: [] });
}

function isData({ line, cells }: TableRow, { firstRow, headingRow }: EntriesMapping): boolean {
  return line >= firstRow && line !== headingRow && cells.some((cell) => cell.trim() !== '');
}

/** While it is being read: analytical rows that follow are added to its axes. */
type OpenLine = Omit<ReadLine, 'line'> & { line: EntryLine };

/** What has been read of one row, and whether a fault of it leaves the row without its line. */
type RowState = { readonly row: TableRow; readonly first: TableRow; whole: boolean };

type Sides = { readonly debit: EntryAmount; readonly credit: EntryAmount };

class MappedReader {
  readonly lines: ReadLine[] = [];
  readonly errors: EntriesFault[] = [];
  readonly warnings: EntriesFault[] = [];
  leftOut = 0;
  readonly #mapping: EntriesMapping;
  readonly #find: ColumnFinder;
  /** The first row of the entry, which has what is left out below it. */
  #first: TableRow | null = null;
  #last: OpenLine | null = null;

  constructor(mapping: EntriesMapping, find: ColumnFinder) {
    this.#mapping = mapping;
    this.#find = find;
  }

  read(row: TableRow): void {
    const { skip, kinds, entryBegins } = this.#mapping;
    if (skip.some(({ column, begins }) => isSkipped(this.#cell(row, column), begins))) {
      this.leftOut += 1;
      return;
    }
    const kind = kinds === undefined ? null : this.#cell(row, kinds.column).trim();
    const analytical = kind !== null && kinds?.analytical.includes(kind) === true;
    if (kind !== null && !analytical && kinds?.lines.includes(kind) !== true) {
      this.#fault(row, kinds?.column, { kind: 'row-kind', value: kind });
      this.#last = null;
      return;
    }
    if (entryBegins !== undefined && this.#cell(row, entryBegins).trim() !== '') this.#first = row;
    const state: RowState = { row, first: this.#first ?? row, whole: true };
    if (analytical) this.#readAnalytical(state, kind ?? '');
    else this.#readLine(state);
  }

  #readLine(state: RowState): void {
    const { sources } = this.#mapping;
    const date = this.#date(state, 'date');
    const [entry, accountLabel] = [this.#text(state, sources.entry), this.#text(state, sources.accountLabel)];
    const words = { date: date ?? '', entry };
    const dueDate = this.#date(state, 'dueDate');
    const [journal, account] = [this.#required(state, 'journal', words), this.#required(state, 'account', words)];
    const reference = this.#required(state, 'reference', words);
    const optional = OPTIONAL.map((member) => [member, this.#text(state, sources[member], words, member)] as const);
    const sides = this.#sides(state);
    this.#checkCurrency(state);
    this.#last = null;
    if (!state.whole || sides === null || date === null) return;
    const members = { ...Object.fromEntries(optional.filter(([, text]) => text !== '')), ...(dueDate === null ? {} : { dueDate }) };
    const label = this.#mapping.labelFromAccount ? { label: accountLabel === '' ? account : accountLabel } : {};
    const open: OpenLine = {
      place: { line: state.row.line },
      line: { date, ...sides, journal, account, reference, ...members, ...label },
      ...(entry === '' ? {} : { entry }),
      ...(accountLabel === '' ? {} : { accountLabel }),
      ...this.#unsentOf(state.row),
    };
    this.#last = open;
    this.lines.push(open);
  }

  /** Spreads the line above, or is left out and named: added up as a line of its own it would double the amounts. */
  #readAnalytical(state: RowState, kind: string): void {
    const { analytics, kinds } = this.#mapping;
    // Also where the line that it spreads has a fault, or is missing.
    if (analytics === undefined || this.#last === null) {
      this.warnings.push({ ...this.#place(state.row, kinds?.column), kind: 'analytical-row', value: kind });
      this.leftOut += 1;
      return;
    }
    const [axisCode, section] = [this.#text(state, analytics.axisCode), this.#text(state, analytics.section)];
    const [axisLabel, sectionLabel] = [this.#text(state, analytics.axisLabel), this.#text(state, analytics.sectionLabel)];
    const sides = this.#sides(state);
    for (const [text, sources] of [
      [axisCode, analytics.axisCode],
      [section, analytics.section],
    ] as const) {
      if (text === '') this.#fault(state.row, columnIn(sources), { kind: 'missing' }, state);
    }
    if (!state.whole || sides === null) return;
    const one: EntrySection = { ...sides, section, ...(sectionLabel === '' ? {} : { sectionLabel }) };
    const axes = this.#last.line.analyticalAxes ?? [];
    this.#last.line = { ...this.#last.line, analyticalAxes: withSection(axes, { axisCode, axisLabel }, one) };
  }

  #date(state: RowState, member: 'date' | 'dueDate'): string | null {
    const sources = this.#mapping.sources[member];
    if (sources === undefined) return null;
    for (const source of sources) {
      const text = this.#value(state, source);
      if (text.trim() === '') continue;
      const pattern = source.from === 'column' ? (source.dates ?? this.#mapping.dates) : 'yyyy-mm-dd';
      const day = readDate(text, pattern);
      if (typeof day === 'string') return day;
      this.#fault(state.row, columnIn([source]), day, state);
      return null;
    }
    if (member === 'date') this.#fault(state.row, columnIn(sources), { kind: 'missing' }, state);
    return null;
  }

  #required(state: RowState, member: 'journal' | 'account' | 'reference', words: Words): string {
    const sources = this.#mapping.sources[member];
    const text = this.#text(state, sources, words);
    if (text === '') this.#fault(state.row, columnIn(sources), { kind: 'missing' }, state);
    return text;
  }

  /** The text of the first source that has one. Codes lose the blanks around them; labels those behind them where the file pads its cells. */
  #text(state: RowState, sources: readonly MappedSource[] | undefined, words: Words = NO_WORDS, member?: MappedMember): string {
    for (const source of sources ?? []) {
      const text = this.#value(state, source, words);
      if (text.trim() === '') continue;
      if (member === undefined || !LABELS.has(member)) return text.trim();
      return this.#mapping.padded ? text.trimEnd() : text;
    }
    return '';
  }

  #value({ row, first }: RowState, source: MappedSource, words: Words = NO_WORDS): string {
    if (source.from === 'constant') return source.text;
    if (source.from === 'pattern') return patternText(source.pattern, words);
    const { where, asAbove, part } = source;
    if (where !== undefined && !where.is.includes(this.#cell(row, where.column).trim())) return '';
    const own = this.#cell(row, source);
    const cell = own.trim() === '' && asAbove === true ? this.#cell(first, source) : own;
    return part === undefined ? cell : partOfCell(cell, part);
  }

  /** Null with a fault that leaves no amount to show. */
  #sides(state: RowState): Sides | null {
    const { amounts, currency } = this.#mapping;
    if (amounts.form === 'two') {
      const debit = this.#amount(state, amounts.debit);
      const credit = this.#amount(state, amounts.credit);
      if (debit === null || credit === null) return null;
      return this.#moved(amounts.debitsNegative === true ? 0 - debit : debit, credit);
    }
    const amount = this.#amount(state, amounts.amount);
    if (amounts.form === 'signed') {
      if (amount === null) return null;
      const debit = amount > 0 === (amounts.positive === 'debit');
      const [side, zero] = [inCurrency(Math.abs(amount), currency), inCurrency(0, currency)];
      return debit ? { debit: side, credit: zero } : { debit: zero, credit: side };
    }
    const letter = this.#cell(state.row, amounts.side).trim();
    const isOf = (letters: readonly string[]): boolean => letters.some((one) => one.toLowerCase() === letter.toLowerCase());
    const side = isOf(amounts.debit) ? 'debit' : isOf(amounts.credit) ? 'credit' : null;
    if (side === null) this.#fault(state.row, amounts.side, { kind: letter === '' ? 'missing' : 'no-side', value: letter }, state);
    if (side === null || amount === null) return null;
    return side === 'debit' ? this.#moved(amount, 0) : this.#moved(0, amount);
  }

  /** Sides below zero as the person decided once (C46). */
  #moved(debit: number, credit: number): Sides {
    const { negative, currency } = this.#mapping;
    if (negative === 'keep') return { debit: inCurrency(debit, currency), credit: inCurrency(credit, currency) };
    const [ofDebit, ofCredit] = [Math.min(debit, 0), Math.min(credit, 0)];
    return { debit: inCurrency(debit - ofDebit - ofCredit, currency), credit: inCurrency(credit - ofCredit - ofDebit, currency) };
  }

  #amount(state: RowState, column: MappedColumn): number | null {
    const amount = readAmount(this.#cell(state.row, column), this.#mapping.decimal, this.#mapping.currency);
    if (typeof amount === 'number') return amount;
    const meant = amount.kind === 'decimals' && amount.meant !== undefined ? readAmount(amount.meant, '.') : null;
    this.#fault(state.row, column, amount, typeof meant === 'number' ? undefined : state);
    return typeof meant === 'number' ? meant : null;
  }

  #checkCurrency(state: RowState): void {
    const { sources, currency } = this.#mapping;
    const found = this.#text(state, sources.currency);
    if (found === '' || found.toUpperCase() === currency) return;
    this.#fault(state.row, columnIn(sources.currency), { kind: 'currency', value: found, meant: currency }, state);
  }

  #unsentOf({ cells }: TableRow): { readonly unsent?: Readonly<Record<string, string>> } {
    const filled = this.#find.unmapped.filter(({ index }) => (cells[index] ?? '').trim() !== '');
    return filled.length === 0 ? {} : { unsent: Object.fromEntries(filled.map(({ name, index }) => [name, (cells[index] ?? '').trim()])) };
  }

  #cell({ cells }: TableRow, column: MappedColumn): string {
    return cells[this.#find.indexOf(column)] ?? '';
  }

  #place({ line }: TableRow, column: MappedColumn | undefined): Pick<EntriesFault, 'line' | 'column' | 'name'> {
    if (column === undefined) return { line };
    return { line, column: this.#find.indexOf(column) + 1, ...(column.name === undefined ? {} : { name: column.name }) };
  }

  /** With a state, the row has no line. */
  #fault(row: TableRow, column: MappedColumn | undefined, fault: ValueFault, state?: RowState): void {
    if (state !== undefined) state.whole = false;
    this.errors.push({ ...this.#place(row, column), ...fault });
  }
}

const OPTIONAL = ['journalLabel', 'thirdParty', 'thirdPartySiren', 'thirdPartyLabel', 'label', 'documentReference'] as const;
const LABELS: ReadonlySet<MappedMember> = new Set(['journalLabel', 'thirdPartyLabel', 'label']);

function isSkipped(cell: string, begins: string): boolean {
  return begins === '' ? cell.trim() === '' : cell.trim().startsWith(begins);
}

function columnIn(sources: readonly MappedSource[] | undefined): MappedColumn | undefined {
  return sources?.find((source) => source.from === 'column');
}

function withSection(
  axes: readonly EntryAxis[],
  axis: { readonly axisCode: string; readonly axisLabel: string },
  section: EntrySection,
): readonly EntryAxis[] {
  const known = axes.find(({ axisCode }) => axisCode === axis.axisCode);
  if (known !== undefined) return axes.map((one) => (one === known ? { ...one, sections: [...one.sections, section] } : one));
  const label = axis.axisLabel === '' ? {} : { axisLabel: axis.axisLabel };
  return [...axes, { axisCode: axis.axisCode, ...label, sections: [section] }];
}
