type Cell = string | number;

/** A file of tab-separated values: a line of heads, and a line for each row. Nothing is written as `-`. */
export function tabSeparated(heads: readonly string[], rows: readonly (readonly (Cell | null)[])[]): string {
  const lines = rows.map((cells) =>
    cells.map((cell) => (cell === null || cell === '' ? '-' : `${cell}`.replaceAll(/[\t\n]/g, ' '))).join('\t'),
  );
  return [heads.join('\t'), ...lines, ''].join('\n');
}

/** Reads a cell of a row by its head; empty for `-`, and where the file has no such column. */
export type CellOf = (head: string) => string;

/** The rows of such a file. */
export function rowsIn(text: string): readonly CellOf[] {
  const [heads = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  return rows.map((cells) => {
    if (cells.length !== heads.length) throw new Error(`not a row of ${heads.length} cells: ${cells.join(' ')}`);
    return (head) => {
      const cell = cells[heads.indexOf(head)] ?? '-';
      return cell === '-' ? '' : cell;
    };
  });
}
