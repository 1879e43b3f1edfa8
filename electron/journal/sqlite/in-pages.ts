import type { StatementSync } from 'node:sqlite';
import type { Row } from './journal-context.ts';

/** A hundred thousand items may wait; so many of them are in memory at a time. */
export const PAGE_ROWS = 500;

/**
 * Every row of items, `act` may change it meanwhile. The statement's last two values are the number `n` after which a page
 * begins, and how many rows it has; it is ordered by `n`.
 */
export function inPages(statement: StatementSync, values: readonly (string | number)[], act: (row: Row) => void): void {
  for (let after = 0; ; ) {
    const rows = statement.all(...values, after, PAGE_ROWS);
    for (const row of rows) act(row);
    // Numbers only grow, so this ends with the table.
    if (rows.length < PAGE_ROWS) return;
    after = Number(rows.at(-1)?.['n']);
  }
}
