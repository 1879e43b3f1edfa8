import { unreachable } from '#shared/lib/unreachable.ts';
import { type Seal, sealWith } from './seal.ts';
import { sqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolClient, types } from 'pg';
import { HOUR_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import { POSTGRES_MIGRATIONS } from './schema.ts';
import { kyselyStore } from './kysely-store.ts';
import { postgresAddress } from './postgres/postgres-address.ts';
import { postgresAppend, postgresDoorbell } from './postgres/postgres-events.ts';
import type { Tables } from './tables.ts';

/** The valid forms of `RELAY_STORE`. */
export const STORE_PATTERN = /^(sqlite:.+|postgres(ql)?:\/\/.+)$/;

export type StoreAt = { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'postgres'; readonly url: string };

export function storeAt(spec: string): StoreAt {
  const sqlite = /^sqlite:(.+)$/.exec(spec)?.[1];
  return sqlite === undefined ? { kind: 'postgres', url: spec } : { kind: 'sqlite', file: sqlite };
}

export async function openStore(at: StoreAt, deps: PostgresStoreDeps & { readonly seal: Seal }): Promise<Store> {
  switch (at.kind) {
    case 'sqlite':
      return sqliteStore(at.file, deps.random, deps.seal);
    case 'postgres':
      return postgresStore(at.url, deps);
    default:
      return unreachable(at);
  }
}

type PostgresStoreDeps = {
  readonly random: Random;
  readonly clock: Clock;
  readonly seal?: Seal;
  /** Connections besides the listening one. */
  readonly poolMax?: number;
};

/** One connection writes, the others read pages; more would only wait for the same disk. */
const POOL_MAX = 8;
/** The service waits 10 s for its answer; a store that takes longer is of no use to it. */
const CONNECT_MS = 3 * SECOND_MS;
const STATEMENT_MS = 6 * SECOND_MS;
/** The server's own limit applies first; this one is for a dead connection. */
const ANSWER_MS = 7 * SECOND_MS;
const IDLE_MS = 60 * SECOND_MS;

const INT8 = 20;

/** The store on PostgreSQL 13 or newer, for any number of processes. `url` in libpq's form. */
export async function postgresStore(url: string, deps: PostgresStoreDeps): Promise<Store> {
  const address = postgresAddress(url);
  // The settings were checked before.
  if (!address.ok) throw new Error(address.failure);
  const { connection } = address.value;
  const pool = new Pool({
    ...connection,
    max: deps.poolMax ?? POOL_MAX,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    application_name: 'intray-relay',
    // A commit that the server may forget is no commit, whatever the server's default is.
    options: `-c synchronous_commit=on -c statement_timeout=${STATEMENT_MS} -c idle_in_transaction_session_timeout=${ANSWER_MS}`,
    types: { getTypeParser },
  });
  // A connection that breaks fails its current query; the next query opens another. Without these listeners, one on the pool for
  // idle connections and one on each for busy ones, a break would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await migratePostgres(pool, POSTGRES_MIGRATIONS);
    const identity = await readIdentity(pool);
    const nodes = postgresDoorbell({ connection, clock: deps.clock, pool });
    const tables = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const seal = deps.seal ?? sealWith([], deps.random);
    const append = (): Pick<Store, 'append'> => postgresAppend(pool, tables, seal);
    return await kyselyStore({ tables, append, identity, nodes }, { random: deps.random, seal });
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Our int8 columns are counters and milliseconds, far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return Number;
  return types.getTypeParser(oid, format);
}

/**
 * Another cluster, another timeline (a restore to a point in time, a promoted standby) or another table (an imported dump)
 * means that newer events may be missing.
 */
async function readIdentity(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>(`
    SELECT system_identifier || '/' || timeline_id || '/' || 'events'::regclass::oid AS identity
    FROM pg_control_system(), pg_control_checkpoint()`);
  return rows[0]?.identity ?? '';
}

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
