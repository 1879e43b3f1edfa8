import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The tables that contain bodies. */
export const BODY_TABLES = ['events', 'conflicts', 'quarantine'] as const;
export type BodyTable = (typeof BODY_TABLES)[number];

/** The keys of a table's bodies; null stands for unsealed ones. One index step per key, since keys are few, instead of a look at every body. */
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

/** Rows that still have a body. */
export function bodiesOf(tables: Kysely<Tables>, table: BodyTable) {
  return tables.selectFrom(table).where(table === 'events' ? sql<boolean>`retired_at IS NULL` : sql<boolean>`1 = 1`);
}

/** Whether any body is unsealed or under an older key. Asked in every sweep, since another node may still write with an older key. */
export async function isToReseal(tables: Kysely<Tables>, table: BodyTable, newest: string): Promise<boolean> {
  return (await keysInUse(tables, table)).some((key) => key !== newest);
}
