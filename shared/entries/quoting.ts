/**
 * How a file of rows separates and quotes its cells.
 * - `csv`: a cell may be in `"`, inner ones doubled.
 * - `backslash`: `\"`, within quotes or without any.
 * - `single`: a cell that holds the separator is in `'`, nothing is doubled.
 * - `bare`: a quote is a letter as any other.
 */
export type Dialect = { readonly separator: Separator; readonly quoting: Quoting };
export type Separator = '\t' | ';' | ',' | '|';
export type Quoting = 'csv' | 'backslash' | 'single' | 'bare';

/**
 * The cells of one physical line. `broken`: cell `cells.length + 1` opens with a quote that does not close (`open`), or that closes in the
 * middle of a cell (`stray`). `tidy`: no quote stands where a writer of the dialect would not have put it.
 */
export type Cells = { readonly cells: readonly string[]; readonly broken: 'open' | 'stray' | null; readonly tidy: boolean };

export function cellsOf(line: string, dialect: Dialect): Cells {
  const { separator, quoting } = dialect;
  const mark = quoting === 'single' ? "'" : quoting === 'backslash' ? '\\' : '"';
  // Nearly every line: nothing is quoted.
  if (quoting === 'bare' || (!line.includes(mark) && (quoting === 'single' || !line.includes('"')))) {
    return { cells: line.split(separator), broken: null, tidy: !(quoting === 'bare' && wraps(line, separator)) };
  }
  if (quoting === 'single') return singleCells(line, separator);
  return quoting === 'csv' ? csvCells(line, separator) : backslashCells(line, separator);
}

/** A cell that begins and ends with a quote is hardly one of a program that knows no quoting. */
function wraps(line: string, separator: string): boolean {
  if (!line.includes('"')) return false;
  return line.split(separator).some((cell) => cell.length > 1 && cell.startsWith('"') && cell.endsWith('"'));
}

function csvCells(line: string, separator: string): Cells {
  const cells: string[] = [];
  let tidy = true;
  for (let at = 0; ; at += 1) {
    if (line[at] === '"') {
      const end = doubledEnd(line, at + 1);
      if (end < 0) return { cells, broken: 'open', tidy: false };
      if (end + 1 < line.length && line[end + 1] !== separator) return { cells, broken: 'stray', tidy: false };
      cells.push(line.slice(at + 1, end).replaceAll('""', '"'));
      at = end + 1;
    } else {
      const end = endOf(line, separator, at);
      const cell = line.slice(at, end);
      tidy &&= !cell.includes('"');
      cells.push(cell);
      at = end;
    }
    if (at >= line.length) return { cells, broken: null, tidy };
  }
}

/** Where the quoted cell ends whose text begins at `from`, two quotes being one of the text; -1 for nowhere. */
function doubledEnd(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at >= 0 && line[at + 1] === '"') at = line.indexOf('"', at + 2);
  return at;
}

/**
 * The cells of a line whose writer put cells in quotes and left the quotes within them as they were: a cell ends at the first quote before a
 * separator or the end. Null where a quote stands anywhere else than in a quoted cell.
 */
export function undoubledCells(line: string, separator: Separator): readonly string[] | null {
  const cells: string[] = [];
  for (let at = 0; ; at += 1) {
    const quoted = line[at] === '"';
    const end = quoted ? lastQuote(line, separator, at + 1, '"') : endOf(line, separator, at);
    if (end < 0) return null;
    const cell = line.slice(quoted ? at + 1 : at, end);
    if (!quoted && cell.includes('"')) return null;
    cells.push(cell);
    at = quoted ? end + 1 : end;
    if (at >= line.length) return cells;
  }
}

/** The first quote from `from` that a separator or the end follows; -1 for none. */
function lastQuote(line: string, separator: string, from: number, quote: string): number {
  let at = line.indexOf(quote, from);
  while (at >= 0 && at + 1 < line.length && line[at + 1] !== separator) at = line.indexOf(quote, at + 1);
  return at;
}

function singleCells(line: string, separator: string): Cells {
  const cells: string[] = [];
  // A line is searched for the closing quote once in vain, not once for each cell.
  let closes = true;
  for (let at = 0; ; at += 1) {
    const close: number = closes && line[at] === "'" ? lastQuote(line, separator, at + 1, "'") : -1;
    if (line[at] === "'" && close < 0) closes = false;
    const end = close < 0 ? endOf(line, separator, at) : close;
    cells.push(line.slice(close < 0 ? at : at + 1, end));
    at = close < 0 ? end : end + 1;
    if (at >= line.length) return { cells, broken: null, tidy: true };
  }
}

function backslashCells(line: string, separator: string): Cells {
  const cells: string[] = [];
  let tidy = true;
  for (let at = 0; ; at += 1) {
    const quoted = line[at] === '"';
    const from = quoted ? at + 1 : at;
    const stop = quoted ? '"' : separator;
    let end = from;
    let cell = '';
    for (; end < line.length && line[end] !== stop; end += 1) {
      const next = line[end + 1];
      if (line[end] === '\\' && (next === '"' || next === '\\' || next === separator)) end += 1;
      else if (line[end] === '"') tidy = false;
      cell += line[end];
    }
    if (quoted && end >= line.length) return { cells, broken: 'open', tidy: false };
    at = quoted ? end + 1 : end;
    if (at < line.length && line[at] !== separator) return { cells, broken: 'stray', tidy: false };
    cells.push(cell);
    if (at >= line.length) return { cells, broken: null, tidy };
  }
}

function endOf(line: string, separator: string, from: number): number {
  const end = line.indexOf(separator, from);
  return end < 0 ? line.length : end;
}
