import type { Pool, PoolClient } from 'pg';
import { HOUR_MS } from '#shared/lib/duration.ts';

/** Any number that only we use: nodes that start together take turns by it. */
const LOCK = 4_207_134_201;
/** A step may go through all events, while other nodes that start wait for it: far longer than any query of a running relay. */
const STEP_MS = HOUR_MS;

/**
 * Brings a PostgreSQL database to the newest schema: each step once, in one transaction with the note that it was done. Throws on
 * a schema written by a newer version: guessing would damage it. A newer node and an older one may run side by side as long as steps
 * only add; a release that does more says so.
 */
export async function migratePostgres(pool: Pool, migrations: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL statement_timeout = ${STEP_MS}`);
    await patiently(client, `SELECT pg_advisory_xact_lock(${LOCK})`);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    await apply(client, migrations);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function apply(client: PoolClient, migrations: readonly string[]): Promise<void> {
  const found = await client.query<{ version: number }>('SELECT version FROM schema_version');
  const version = found.rows[0]?.version ?? 0;
  if (version > migrations.length) throw new Error(`the database has version ${version}, this program knows ${migrations.length}`);
  for (const migration of migrations.slice(version)) await patiently(client, migration);
  await client.query('DELETE FROM schema_version');
  await client.query('INSERT INTO schema_version VALUES ($1)', [migrations.length]);
}

/** The client has a time limit beside the server's; pg's types do not know that a query may have its own. */
async function patiently(client: PoolClient, text: string): Promise<void> {
  const question = { text, query_timeout: STEP_MS };
  await client.query(question);
}
