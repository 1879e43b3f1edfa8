import type { TableRow } from './entry-lines.ts';
import type { ColumnSource, EntriesMapping, MappedColumn, MappedSource } from './mapping.ts';
import type { Dialect, Separator } from './quoting.ts';
import { type ColumnFit, readRows, type RowsOptions } from './rows.ts';
import { type DatePattern, type Decimals, guessDatePattern, guessDecimals, readAmount, readDate } from './values.ts';

/** Where the mapping's columns stand in one file. */
export type ColumnFinder = {
  /** From 0; -1 for a column that the file does not have. */
  readonly indexOf: (column: MappedColumn) => number;
  /** The file's columns that the mapping makes no use of, each with a name of its own. */
  readonly unmapped: readonly { readonly name: string; readonly index: number }[];
};

export function columnFinder(rows: readonly TableRow[], mapping: EntriesMapping): ColumnFinder {
  const headings = headingsOf(rows, mapping) ?? mapping.headings;
  const places = new Map<string, number>();
  const indexOf = (column: MappedColumn): number => {
    const key = `${column.column} ${column.name ?? ''}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = placeOf(column, headings);
    places.set(key, place);
    return place;
  };
  const used = new Set(mappedColumns(mapping).map(indexOf));
  const free = [...headings.keys()].filter((index) => !used.has(index));
  const names = free.map((index) => headings[index]?.trim() ?? '');
  const unmapped = free.map((index, at) => {
    const name = names[at] ?? '';
    const alone = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
    return { index, name: alone ? name : `${name} (${index + 1})`.trim() };
  });
  return { indexOf, unmapped };
}

/** The name decides, the number bears witness: of two columns of that name the one at its place, else the only one of that name. From 0; -1 for none. */
export function placeOf({ column, name }: MappedColumn, headings: readonly string[]): number {
  if (name === undefined || headings[column - 1]?.trim() === name.trim()) return column - 1;
  const found = headings.findIndex((heading) => heading.trim() === name.trim());
  return found >= 0 && found === headings.findLastIndex((heading) => heading.trim() === name.trim()) ? found : -1;
}

/** The same part of a mapping with another column for each of its columns, also where a column has further members, as a source has. */
export function withColumns<Part>(part: Part, of: (column: MappedColumn) => MappedColumn): Part {
  if (Array.isArray(part)) return part.map((one: unknown) => withColumns(one, of)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, withColumns(member, of)]));
  if (!isColumn(part)) return members as Part;
  const { column: _, name: _name, ...others } = members;
  const { column, name } = part;
  return { ...others, ...of(name === undefined ? { column } : { column, name }) } as Part;
}

/** What a source takes of a cell; empty where the cell has no such part. */
export function partOfCell(cell: string, { separator, place, prefix = '' }: CellPart): string {
  const piece = (cell.split(separator)[place - 1] ?? '').trim();
  return piece.startsWith(prefix) ? piece.slice(prefix.length) : piece;
}

type CellPart = NonNullable<ColumnSource['part']>;

export function isColumn(part: object): part is MappedColumn {
  return 'column' in part && typeof part.column === 'number';
}

/** The mapping with its columns where this file has them: columns are found by their names, and those that nothing is taken from may come and go. */
export function mappingIn(rows: readonly TableRow[], mapping: EntriesMapping): EntriesMapping {
  const headings = headingsOf(rows, mapping);
  if (headings === null) return mapping;
  const { indexOf } = columnFinder(rows, mapping);
  // Rows of data may be wider than that of the headings.
  const unnamed = mapping.headings.slice(withoutEmptyEnd(mapping.headings).length);
  const here = withColumns(mapping, (column) => ({ ...column, column: indexOf(column) + 1 }));
  return { ...here, headings: [...withoutEmptyEnd(headings), ...unnamed] };
}

/** The cells of the heading row; null where the file has none there. */
function headingsOf(rows: readonly TableRow[], { headingRow }: EntriesMapping): readonly string[] | null {
  if (headingRow === null) return null;
  return rows.find(({ line }) => line === headingRow)?.cells ?? [];
}

/** Every column that the mapping takes something from. */
export function mappedColumns({ sources, amounts, entryBegins, kinds, analytics, skip }: EntriesMapping): readonly MappedColumn[] {
  const lists = [...Object.values(sources), ...Object.values(analytics ?? {})] as readonly (readonly MappedSource[] | undefined)[];
  const columns = lists.flatMap((list) => list ?? []).filter((source) => source.from === 'column');
  const of =
    amounts.form === 'two' ? [amounts.debit, amounts.credit] : amounts.form === 'side' ? [amounts.amount, amounts.side] : [amounts.amount];
  const others = [...columns.map(({ where }) => where?.column), entryBegins, kinds?.column, ...skip.map(({ column }) => column)];
  return [...columns, ...of, ...others.filter((column) => column !== undefined)];
}

/** How a file differs from those that its folder's mapping was made for. `mapped`: something is taken from that column. */
export type MappingDifference =
  | { readonly kind: 'separator'; readonly expected: Separator | null; readonly found: Separator | null }
  /** None of the headings stands in the row of the headings. */
  | { readonly kind: 'no-headings'; readonly line: number }
  /** `column` from 1 where the mapping has it, `found` what stands there, or where it stands now. */
  | { readonly kind: 'missing'; readonly name: string; readonly column: number; readonly mapped: boolean }
  | { readonly kind: 'renamed'; readonly name: string; readonly column: number; readonly mapped: boolean; readonly found: string }
  | { readonly kind: 'moved'; readonly name: string; readonly column: number; readonly mapped: boolean; readonly found: number }
  | { readonly kind: 'new'; readonly name: string; readonly column: number }
  /** Of a file without headings: its number of columns. */
  | { readonly kind: 'columns'; readonly expected: number; readonly found: number }
  | { readonly kind: 'dates'; readonly column: number; readonly expected: DatePattern; readonly found: DatePattern }
  | { readonly kind: 'decimals'; readonly expected: Decimals; readonly found: Decimals };

/**
 * What keeps a file from being read by its folder's mapping; empty if nothing does. `rows` as read by `dialect`, the one that explains this file
 * (null: a sheet). A file with another separator has this one difference, since every other would follow from it.
 */
export function fitsMapping(rows: readonly TableRow[], mapping: EntriesMapping, dialect: Dialect | null): readonly MappingDifference[] {
  const [expected, found] = [mapping.dialect?.separator ?? null, dialect?.separator ?? null];
  if (expected !== found) return [{ kind: 'separator', expected, found }];
  const headings = headingsOf(rows, mapping);
  const columns = headings === null ? widthDifferences(rows, mapping) : headingDifferences(headings, mapping);
  if (columns.some(({ kind }) => kind === 'no-headings' || kind === 'columns')) return columns;
  return [...columns, ...valueDifferences(rows, mapping)];
}

export type MappingMisfit = Exclude<MappingDifference, { readonly kind: 'new' }>;

/**
 * Those of the differences that keep a file from being read: what the mapping takes is not there, is there under a name or a number that could mean
 * another column, or is written otherwise. New columns, unused ones and those that are found by their name elsewhere are none of these.
 */
export function misfitsOf(
  differences: readonly MappingDifference[],
  rows: readonly TableRow[],
  mapping: EntriesMapping,
): readonly MappingMisfit[] {
  const { indexOf } = columnFinder(rows, mapping);
  const columns = mappedColumns(mapping);
  // A number alone says nothing once the columns have changed places.
  const isAstray = (place: number): boolean => columns.some((one) => one.column === place && (one.name === undefined || indexOf(one) < 0));
  return differences.filter((one) => {
    if (one.kind === 'new') return false;
    if (one.kind === 'missing' || one.kind === 'renamed') return one.mapped;
    return one.kind !== 'moved' || (one.mapped && isAstray(one.column));
  }) as readonly MappingMisfit[];
}

/** Rows of other kinds may be of any width; so one row that is as wide as the mapping says is enough. */
function widthDifferences(rows: readonly TableRow[], { headings, dialect, firstRow }: EntriesMapping): readonly MappingDifference[] {
  const widths = rows.filter(({ line }) => line >= firstRow).map(({ cells }) => cells.length);
  const [expected, widest] = [headings.length, widths.reduce((most, width) => Math.max(most, width), 0)];
  const fits = widths.length === 0 || (dialect === null ? widest <= expected : widths.includes(expected));
  return fits ? [] : [{ kind: 'columns', expected, found: widest }];
}

function headingDifferences(cells: readonly string[], mapping: EntriesMapping): readonly MappingDifference[] {
  const [found, expected] = [withoutEmptyEnd(cells), withoutEmptyEnd(mapping.headings)];
  const [here, there] = [new Set(found), new Set(expected)];
  if (!expected.some((name) => name !== '' && here.has(name))) return [{ kind: 'no-headings', line: mapping.headingRow ?? 1 }];
  const used = new Set(mappedColumns(mapping).map(({ column }) => column));
  const differences: MappingDifference[] = [];
  const renamed = new Set<number>();
  for (const [index, name] of expected.entries()) {
    if (name === '' || found[index] === name) continue;
    const about = { name, column: index + 1, mapped: used.has(index + 1) };
    const instead = found[index] ?? '';
    if (here.has(name)) differences.push({ kind: 'moved', ...about, found: found.indexOf(name) + 1 });
    else if (instead !== '' && !there.has(instead)) {
      renamed.add(index);
      differences.push({ kind: 'renamed', ...about, found: instead });
    } else differences.push({ kind: 'missing', ...about });
  }
  for (const [index, name] of found.entries()) {
    if (name !== '' && !there.has(name) && !renamed.has(index)) differences.push({ kind: 'new', name, column: index + 1 });
  }
  return differences;
}

function withoutEmptyEnd(headings: readonly string[]): readonly string[] {
  const trimmed = headings.map((heading) => heading.trim());
  return trimmed.slice(0, trimmed.findLastIndex((heading) => heading !== '') + 1);
}

/** Dates that another pattern reads better, and amounts none of which is written as the mapping says; one slip among many is a fault of its line. */
function valueDifferences(rows: readonly TableRow[], mapping: EntriesMapping): readonly MappingDifference[] {
  const { indexOf } = columnFinder(rows, mapping);
  const data = rows.filter(({ line }) => line >= mapping.firstRow && line !== mapping.headingRow);
  const values = (column: MappedColumn): readonly string[] =>
    data.map(({ cells }) => cells[indexOf(column)] ?? '').filter((cell) => cell.trim() !== '');
  const differences: MappingDifference[] = [];
  for (const source of [...mapping.sources.date, ...(mapping.sources.dueDate ?? [])]) {
    if (source.from !== 'column' || source.part !== undefined) continue;
    const [cells, expected] = [values(source), source.dates ?? mapping.dates];
    const { pattern, ambiguous, fitting } = guessDatePattern(cells);
    const found = pattern ?? ambiguous[0];
    const read = cells.filter((cell) => typeof readDate(cell, expected) === 'string').length;
    if (found !== undefined && fitting > read) differences.push({ kind: 'dates', column: source.column, expected, found });
  }
  const { amounts, decimal } = mapping;
  const columns = amounts.form === 'two' ? [amounts.debit, amounts.credit] : [amounts.amount];
  const { decimals, comma, dot } = guessDecimals(columns.flatMap(values));
  if (decimals !== null && decimals !== decimal && (decimal === ',' ? comma : dot) === 0) {
    differences.push({ kind: 'decimals', expected: decimal, found: decimals });
  }
  return differences;
}

/**
 * How the rows of a text are split for a mapping. `clean`: rows that have as many cells as columns, read without joining; what their columns hold
 * says where the cells of the other rows may be joined. Without them nothing is joined, and no cell left out.
 */
export function rowsOptions(mapping: EntriesMapping, clean: readonly TableRow[] = []): RowsOptions {
  const { headings, headingRow, firstRow, skip } = mapping;
  const skipped = skip.filter(({ begins }) => begins !== '');
  const otherKind = (cells: readonly string[]): boolean =>
    skipped.some(({ column, begins }) => (cells[column.column - 1] ?? '').trim().startsWith(begins));
  const data = clean.filter(({ line, cells }) => line >= firstRow && cells.length === headings.length && !otherKind(cells));
  return {
    columns: headings.length,
    from: headingRow ?? firstRow,
    ...(skipped.length === 0 ? {} : { otherKind }),
    fits: headings.map((_heading, index) => (data.length === 0 ? NOTHING : fitOf(data, index, mapping))),
  };
}

/**
 * The rows that a mapping is guessed by: those that have as many cells as most have. A row whose empty last cell could be one too many would be
 * shifted where a separator stands in its label; so such rows count only where the file ends its lines like that.
 */
export function rowsToGuess(text: string, dialect: Dialect): readonly TableRow[] {
  const all = readRows(text, dialect);
  const { rows } = readRows(text, dialect, { columns: all.columns, fits: Array.from({ length: all.columns }, () => NOTHING) });
  return rows.length * 2 >= all.rows.length ? rows : all.rows;
}

const NOTHING: ColumnFit = { fits: () => false };
const BLANK = /\s/;
/** From the narrowest to the widest. What fits none of them is text. */
const SHAPES: readonly ((cell: string, decimal: Decimals) => boolean)[] = [
  (cell) => /^\d+$/.test(cell),
  (cell) => /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/.test(cell),
  (cell, decimal) => isAmount(cell, decimal),
  (cell) => !BLANK.test(cell),
];

function isAmount(cell: string, decimal: Decimals): boolean {
  const amount = readAmount(cell, decimal);
  return typeof amount === 'number' || amount.kind === 'decimals';
}

/** What a column holds in the clean rows. Only labels and columns of no use take in a separator; codes, dates and amounts have none in them. */
function fitOf(data: readonly TableRow[], index: number, mapping: EntriesMapping): ColumnFit {
  const cells = [...new Set(data.map((row) => row.cells[index] ?? ''))];
  const filled = cells.filter((cell) => cell.trim() !== '');
  const shape = SHAPES.find((one) => filled.every((cell) => one(cell.trim(), mapping.decimal)));
  // In a sentence a separator is followed by a blank.
  const padded = filled.some((cell) => BLANK.test(cell.charAt(0)));
  const fits = (cell: string): boolean => {
    const text = cell.trim();
    if (text === '') return filled.length < cells.length;
    if (filled.length === 0 || (!padded && BLANK.test(cell.charAt(0)))) return false;
    return shape === undefined || shape(text, mapping.decimal);
  };
  return { fits, joins: shape === undefined && !isCode(index, mapping) };
}

const CODES = [
  'date',
  'journal',
  'account',
  'reference',
  'dueDate',
  'thirdParty',
  'thirdPartySiren',
  'documentReference',
  'entry',
  'currency',
] as const;

function isCode(index: number, { sources, amounts }: EntriesMapping): boolean {
  const codes = CODES.flatMap((member) => sources[member] ?? []).filter((source) => source.from === 'column');
  const side = amounts.form === 'side' ? [amounts.side] : [];
  return [...codes, ...side].some(({ column }) => column === index + 1);
}
