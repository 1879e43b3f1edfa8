import type { EntriesFault, EntriesRefusalKind, TableRow } from './entry-lines.ts';
import { cellsOf, type Dialect, type Quoting, type Separator, undoubledCells } from './quoting.ts';
import { codePoint } from './values.ts';

/** Counted, so that a file is read or refused alike on every computer. Lines are physical ones, lengths are UTF-16 units. */
export const LINES_MAX = 200_000;
export const COLUMNS_MAX = 200;
export const CELL_LENGTH_MAX = 10_000;
export const LINE_LENGTH_MAX = 100_000;
/** A quoted cell that spans more physical lines than this is taken for a quote that nobody closed. */
const CELL_LINES_MAX = 10;
/** With more cells than this above the columns, a line is not joined: nobody writes so many separators into labels. */
const JOINED_CELLS_MAX = 6;

/** What a column may hold. `joins`: a free text, into which an unquoted separator may have come. */
export type ColumnFit = { readonly fits: (cell: string) => boolean; readonly joins?: boolean };

export type RowsOptions = {
  /** The number of cells that a row has to have. Without it: the number that most lines have. */
  readonly columns?: number;
  /** The physical line to begin with, from 1: what stands above it (a title) is neither row nor fault. */
  readonly from?: number;
  /** Whether a row is of another kind (third parties among entries): such rows come with whatever number of cells they have. */
  readonly otherKind?: (cells: readonly string[]) => boolean;
  /**
   * One for each column. Cells of a line that has too many are joined only where exactly one way of joining fits all of them; an empty cell at
   * the end is one too many only where what stands before it fits.
   */
  readonly fits?: readonly ColumnFit[];
};

export type RowsReading = {
  /** In the order of the file, each on the physical line where it begins. Cells are as they stand there, unquoted, not trimmed. */
  readonly rows: readonly TableRow[];
  /** Every line that is not empty is in `rows` or has a fault here (a control character: both). */
  readonly faults: readonly EntriesFault[];
  /** How many columns the rows have. */
  readonly columns: number;
  /** The physical lines whose cells were joined, because a text holds the separator without quotes. */
  readonly joined: readonly number[];
  /** Then there are no rows. */
  readonly refused: EntriesRefusalKind | null;
};

/**
 * The rows of a text, in one pass. A line never disappears into another one and cells never shift: a row whose cells do not fit the columns
 * is a fault (`cells`, `quote`) on its line, and so are lines and cells that are too long (`value`: their length) and control characters.
 * - Lines that are empty, or whose cells all are, are skipped.
 * - One empty cell too many is left out where most lines end with a separator. Elsewhere a text before it holds one, and cells would shift.
 * - A quoted cell with a line break in it (only `csv`) is taken as such where it closes, its row fits the columns, and none of the lines that
 *   it takes in is a whole row itself. Otherwise its quote is stray: a fault, and the next line is read as a line.
 */
export function readRows(text: string, dialect: Dialect, options: RowsOptions = {}): RowsReading {
  const lines = splitLines(text);
  if (lines.length > LINES_MAX) return { rows: [], faults: [], columns: 0, joined: [], refused: 'too-many-lines' };
  const from = (options.from ?? 1) - 1;
  const columns = options.columns ?? usualNumber(lines.slice(from), dialect);
  const width = { columns, trailing: endsWithSeparator(lines.slice(from, from + HABIT_LINES), dialect, columns) };
  const rows: TableRow[] = [];
  const faults: EntriesFault[] = [];
  const joined: number[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = index + 1;
    const found = rowAt(lines, index, dialect, width, options);
    if (found === null) continue;
    if (found.fault !== undefined) {
      faults.push({ line, ...found.fault });
      continue;
    }
    faults.push(...faultsOf(found.cells, line));
    rows.push({ line, cells: found.cells });
    if (found.joined === true) joined.push(line);
    index += found.more ?? 0;
  }
  return { rows, faults, columns, joined, refused: null };
}

/**
 * The physical lines of a text as an editor numbers them, the first one at index 0. An end of line is LF, CR LF or CR, or CR CR LF as some
 * programs write it. Gives up after `LINES_MAX` + 1 lines.
 */
export function splitLines(text: string): readonly string[] {
  const lines: string[] = [];
  const ends = /\n|\r+\n?/g;
  let from = 0;
  for (let end = ends.exec(text); end !== null && lines.length <= LINES_MAX; end = ends.exec(text)) {
    lines.push(text.slice(from, end.index));
    const bare = end[0].endsWith('\n') ? 0 : end[0].length - 1;
    for (let more = 0; more < bare && lines.length <= LINES_MAX; more += 1) lines.push('');
    from = ends.lastIndex;
  }
  if (from < text.length && lines.length <= LINES_MAX) lines.push(text.slice(from));
  return lines;
}

/** How many lines are looked at to know a format. */
const FIRST_LINES = 10;

/** The first lines of a text that are not empty, by which a format is known. */
export function firstLines(text: string): readonly string[] {
  const lines = splitLines(text.slice(0, FIRST_LINES * LINE_LENGTH_MAX)).filter((line) => line.trim() !== '');
  return lines.slice(0, FIRST_LINES).map((line) => (line.startsWith('\u{FEFF}') ? line.slice(1) : line));
}

export type DialectGuess = {
  readonly dialect: Dialect;
  /** How many cells most lines have. */
  readonly columns: number;
  /** How many lines that are not empty there are, and how many of them the dialect explains: as many cells as columns, no quote out of place. */
  readonly lines: number;
  readonly fitting: number;
};

/** In the order of preference where several explain a file as well. `single` comes last, since an apostrophe is a letter in most files. */
const QUOTINGS: readonly Quoting[] = ['csv', 'backslash', 'bare', 'single'];
const SEPARATORS: readonly Separator[] = ['\t', ';', '|', ','];
/** The separator shows in fewer lines than the quoting, which one line in a hundred may decide. */
const SEPARATOR_LINES = 500;
const SEPARATOR_LENGTH = 300_000;

/**
 * The dialect that explains most lines of a text: FEC files alone come in three of them, and a wrong one changes labels without any error.
 * `from`: the physical line to begin with, from 1.
 */
export function guessDialect(text: string, from = 1): DialectGuess {
  const lines = splitLines(text)
    .slice(from - 1, LINES_MAX)
    .filter((line) => line.length <= LINE_LENGTH_MAX && line.trim() !== '');
  let length = 0;
  const first = lines.slice(0, SEPARATOR_LINES).filter((line) => (length += line.length) <= SEPARATOR_LENGTH);
  const quotings = QUOTINGS.filter((quoting) => quoting === 'bare' || text.includes(quoting === 'single' ? "'" : '"'));
  const weight = ({ columns, fitting }: DialectGuess): number => columns * fitting;
  const bySeparator = SEPARATORS.flatMap((separator) => quotings.map((quoting) => explained(first, { separator, quoting })));
  const { separator } = bySeparator.reduce((best, one) => (weight(one) > weight(best) ? one : best)).dialect;
  const guesses = quotings.map((quoting) => explained(lines, { separator, quoting }));
  return guesses.reduce((best, one) => (one.fitting > best.fitting ? one : best));
}

function explained(lines: readonly string[], dialect: Dialect): DialectGuess {
  const all = lines.map((line) => {
    const { cells, broken, tidy } = cellsOf(line, dialect);
    return { line, number: broken === null ? cells.length : 0, trailing: (cells.at(-1) ?? '').trim() === '', tidy };
  });
  const columns = mostFrequent(all.map(({ number }) => number));
  let fitting = 0;
  for (const { line, number, trailing, tidy } of all) {
    if (tidy && (number === columns || (trailing && number === columns + 1))) fitting += 1;
    // Half a line, so that a dialect which explains it wholly is preferred.
    else if (dialect.quoting === 'csv' && undoubledCells(line, dialect.separator)?.length === columns) fitting += 0.5;
  }
  return { dialect, columns, lines: lines.length, fitting: Math.floor(fitting) };
}

function usualNumber(lines: readonly string[], dialect: Dialect): number {
  const whole = lines.filter((line) => line.length <= LINE_LENGTH_MAX && line.trim() !== '').map((line) => cellsOf(line, dialect));
  return mostFrequent(whole.map(({ cells, broken }) => (broken === null ? cells.length : 0)));
}

/** The number of cells that most lines have; of two as frequent, the larger one. A number of 0 is none. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) if (number > 0) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] || (one[1] === best[1] && one[0] > best[0]) ? one : best), [0, 0])[0];
}

type Found = { readonly cells: readonly string[]; readonly fault?: undefined; readonly joined?: boolean; readonly more?: number };
type Unfit = { readonly fault: Omit<EntriesFault, 'line'> };

/** The row that begins at `lines[index]`; `more`: how many further lines belong to it. Null for an empty one. */
function rowAt(lines: readonly string[], index: number, dialect: Dialect, width: Width, options: RowsOptions): Found | Unfit | null {
  const line = lines[index] ?? '';
  const { columns } = width;
  if (line.length > LINE_LENGTH_MAX) return { fault: { kind: 'line-too-long', value: String(line.length) } };
  const { cells, broken } = cellsOf(line, dialect);
  const fits = options.fits?.length === columns && columns <= COLUMNS_MAX ? options.fits : null;
  if (broken === null) {
    if (cells.every((cell) => cell.trim() === '')) return null;
    if (options.otherKind?.(cells) === true) return { cells };
    if (cells.length === columns && columns <= COLUMNS_MAX) return { cells };
    const cut = widthOf(cells, width);
    // An empty cell at the end may also be the last column, and a separator may stand in a text.
    if (cut !== null && (fits === null || cut.every((cell, column) => fits[column]?.fits(cell) === true))) {
      const other = fits === null ? null : joinedCells(cells, fits, dialect.separator);
      return other === null ? { cells: cut } : { fault: { kind: 'cells', value: String(cells.length), meant: String(columns) } };
    }
  }
  const undoubled = dialect.quoting === 'csv' && line.includes('"') ? undoubledCells(line, dialect.separator) : null;
  const fitting = undoubled === null ? null : widthOf(undoubled, width);
  if (fitting !== null) return { cells: fitting };
  const broad = broken === 'open' && dialect.quoting === 'csv' ? acrossLines(lines, index, dialect, width) : null;
  if (broad !== null) return broad;
  if (broken !== null) return { fault: { kind: 'quote', column: cells.length + 1 } };
  const one = fits === null ? null : joinedCells(cells, fits, dialect.separator);
  return one === null ? { fault: { kind: 'cells', value: String(cells.length), meant: String(columns) } } : { cells: one, joined: true };
}

/** How many cells a row has, and whether lines end with one more separator. */
type Width = { readonly columns: number; readonly trailing: boolean };

/** So many lines show whether a program ends all of them with a separator; the first one may be a heading without it. */
const HABIT_LINES = 200;

function endsWithSeparator(lines: readonly string[], dialect: Dialect, columns: number): boolean {
  const all = lines.filter((line) => line.length <= LINE_LENGTH_MAX && line.trim() !== '').map((line) => cellsOf(line, dialect).cells);
  const shown = all.length > 1 ? all.slice(1) : all;
  return shown.filter((cells) => cells.length === columns + 1 && cells.at(-1)?.trim() === '').length * 2 > shown.length;
}

/** The cells as a row of the columns, or null. */
function widthOf(cells: readonly string[], { columns, trailing }: Width): readonly string[] | null {
  if (columns > COLUMNS_MAX) return null;
  if (cells.length === columns) return cells;
  return trailing && cells.length === columns + 1 && cells.at(-1)?.trim() === '' ? cells.slice(0, -1) : null;
}

function acrossLines(lines: readonly string[], index: number, dialect: Dialect, width: Width): Found | null {
  let text = lines[index] ?? '';
  for (let more = 1; more < CELL_LINES_MAX; more += 1) {
    const next = lines[index + more];
    if (next === undefined || text.length + next.length > LINE_LENGTH_MAX) return null;
    const alone = cellsOf(next, dialect);
    if (alone.broken === null && widthOf(alone.cells, width) !== null) return null;
    text += `\n${next}`;
    // Only a line with a quote can close the cell.
    if (!next.includes('"')) continue;
    const { cells, broken } = cellsOf(text, dialect);
    if (broken === 'stray') return null;
    const fitting = broken === null ? widthOf(cells, width) : null;
    if (fitting !== null) return { cells: fitting, more };
  }
  return null;
}

/**
 * The one way in which neighbouring cells make a row that fits all columns; null for none, or several. `ways` counts, by column and by how
 * many cells the columns before it hold beyond one each, in how many ways the rest fits: none, one, or more.
 */
function joinedCells(cells: readonly string[], fits: readonly ColumnFit[], separator: string): readonly string[] | null {
  const extra = cells.length - fits.length;
  if (extra < 1 || extra > JOINED_CELLS_MAX) return null;
  const zeros = (): number[] => Array.from({ length: (fits.length + 1) * (extra + 1) }, () => 0);
  const at = (column: number, before: number): number => column * (extra + 1) + before;
  const ways = zeros();
  const more = zeros();
  const cellAt = (from: number, span: number): string => cells.slice(from, from + span + 1).join(separator);
  ways[at(fits.length, extra)] = 1;
  for (const [column, fit] of [...fits.entries()].toReversed()) {
    for (let before = 0; before <= extra; before += 1) {
      for (let span = 0; span <= (fit.joins === true ? extra - before : 0); span += 1) {
        const rest = ways[at(column + 1, before + span)] ?? 0;
        if (rest === 0 || !fit.fits(cellAt(column + before, span))) continue;
        ways[at(column, before)] = Math.min(2, (ways[at(column, before)] ?? 0) + rest);
        more[at(column, before)] = span;
      }
    }
  }
  if (ways[0] !== 1) return null;
  let before = 0;
  return fits.map((_fit, column) => {
    const span = more[at(column, before)] ?? 0;
    const cell = cellAt(column + before, span);
    before += span;
    return cell;
  });
}

/** NUL, the other controls of ASCII but for tab and what ends lines, and those of C1, which show that the encoding is another one. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

function faultsOf(cells: readonly string[], line: number): readonly EntriesFault[] {
  return cells.flatMap((cell, index): readonly EntriesFault[] => {
    const place = { line, column: index + 1 };
    if (cell.length > CELL_LENGTH_MAX) return [{ ...place, kind: 'cell-too-long', value: String(cell.length) }];
    const control = CONTROLS.exec(cell);
    if (control === null) return [];
    return [{ ...place, kind: 'control-character', value: codePoint(control[0]) }];
  });
}
