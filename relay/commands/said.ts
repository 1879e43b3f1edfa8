/** What a command prints, and its exit code. `aside`: goes to the standard error output, apart from what may be sent on. */
export type CommandOutput = { readonly text: string; readonly code: number; readonly aside?: string };

/** A moment for the operator to read, in UTC; `at` in milliseconds since 1970. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** Rows that the store is asked for at once. */
export const ROWS_OF_PAGE = 500;

/** Reads page after page until one is empty. `after`: the last row of the page before; null for the first page. */
export async function readAll<Row>(read: (after: Row | null) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let after: Row | null = null; ; ) {
    const page: readonly Row[] = await read(after);
    all.push(...page);
    after = page.at(-1) ?? null;
    if (after === null) return all;
  }
}
