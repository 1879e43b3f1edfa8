import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '#shared/ports/clock.ts';
import type { Random } from '#shared/ports/random.ts';
import type { Transactions } from './transactions.ts';

/** What every part of the journal is built on. */
export type JournalContext = Transactions & { readonly database: DatabaseSync; readonly clock: Clock; readonly random: Random };

/** A row as SQLite returns it; every column is parsed before use. */
export type Row = Readonly<Record<string, unknown>>;
