import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The tables that hold bodies. */
export const BODY_TABLES = ['events', 'conflicts', 'quarantine'] as const;
export type BodyTable = (typeof BODY_TABLES)[number];

/** The keys that bodies of a table lie under; null for those that lie open. One step of an index for each, and not a look at every body: keys are few. */
export async function keysInUse(tables: Kysely<Tables>, table: BodyTable): Promise<readonly (string | null)[]> {
  const open = await bodiesOf(tables, table).select('body_key').where('body_key', 'is', null).limit(1).executeTakeFirst();
  const keys: (string | null)[] = open === undefined ? [] : [null];
  for (let last = ''; ; ) {
    const next = await bodiesOf(tables, table)
      .select('body_key')
      .where('body_key', '>', last)
      .orderBy('body_key')
      .limit(1)
      .executeTakeFirst();
    if (next?.body_key === undefined || next.body_key === null) return keys;
    last = next.body_key;
    keys.push(last);
  }
}

/** Rows that hold a body. */
export function bodiesOf(tables: Kysely<Tables>, table: BodyTable) {
  return tables.selectFrom(table).where(table === 'events' ? sql<boolean>`retired_at IS NULL` : sql<boolean>`1 = 1`);
}

/** Whether anything lies open or under another key than the newest. Asked in every sweep, since another node may still write under an older one. */
export async function isToReseal(tables: Kysely<Tables>, table: BodyTable, newest: string): Promise<boolean> {
  return (await keysInUse(tables, table)).some((key) => key !== newest);
}
