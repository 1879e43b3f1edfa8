import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock, Random } from '#shared/ports/world.ts';
import type { Transactions } from './transactions.ts';

/** What every part of the journal is built on. */
export type JournalContext = Transactions & { readonly database: DatabaseSync; readonly clock: Clock; readonly random: Random };

/** A row as SQLite returns it; every column is parsed before use. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows in memory at a time; a hundred thousand items may wait. */
export const PAGE_ROWS = 500;

/**
 * Calls `act` for every row of items; `act` may change the row. The last two parameters of the statement are the `n` after which a page
 * begins and the number of rows in it. The statement must order by `n`.
 */
export function inPages(statement: StatementSync, values: readonly (string | number)[], act: (row: Row) => void): void {
  for (let after = 0; ; ) {
    const rows = statement.all(...values, after, PAGE_ROWS);
    for (const row of rows) act(row);
    // `n` only grows, so this ends with the table.
    if (rows.length < PAGE_ROWS) return;
    after = Number(rows.at(-1)?.['n']);
  }
}
