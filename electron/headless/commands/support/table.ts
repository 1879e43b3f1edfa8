/** Columns for a terminal, two spaces apart, as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const clean = rows.map((row) => row.map(plain));
  const widths: number[] = [];
  for (const row of clean) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return clean.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** A file name is foreign text: control characters and characters that change the text direction are replaced. */
export function plain(cell: string): string {
  return cell.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '\u{fffd}');
}
