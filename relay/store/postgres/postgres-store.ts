import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Random } from '#shared/ports/random.ts';
import { POSTGRES_MIGRATIONS } from '../migrations/postgres.ts';
import { kyselyStore } from '../kysely-store.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { postgresAddress } from './postgres-address.ts';
import { postgresAppend } from './postgres-append.ts';
import { postgresDoorbell } from './postgres-doorbell.ts';
import { type Seal, sealWith } from '../seal.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

export type PostgresStoreDeps = {
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
export async function postgresStore(url: string, by: PostgresStoreDeps): Promise<Store> {
  const address = postgresAddress(url);
  // The settings were checked before.
  if (!address.ok) throw new Error(address.failure);
  const { connection } = address.value;
  const pool = new Pool({
    ...connection,
    max: by.poolMax ?? POOL_MAX,
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
    const nodes = postgresDoorbell({ connection, clock: by.clock, pool });
    const tables = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const seal = by.seal ?? sealWith([], by.random);
    const append = (): Pick<Store, 'append'> => postgresAppend(pool, tables, seal);
    return await kyselyStore({ tables, append, identity, nodes }, { random: by.random, seal });
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
