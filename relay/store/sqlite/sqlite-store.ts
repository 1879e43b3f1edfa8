import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { openDatabase, transaction } from '#shared/node/sqlite/open-database.ts';
import type { Random } from '#shared/ports/world.ts';
import { SQLITE_MIGRATIONS } from '../schema.ts';
import { kyselyStore } from '../kysely-store.ts';
import { type Seal, sealWith } from '../seal.ts';
import type { Appended, NewEvent, Store } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { conflictSealedFor } from '../conflict-rows.ts';

/** The store in one SQLite file, which is created if missing; `:memory:` for none. One process at a time. */
export async function sqliteStore(file: string, random: Random, seal: Seal = sealWith([], random)): Promise<Store> {
  const database = openDatabase(file, { migrations: SQLITE_MIGRATIONS });
  try {
    const tables = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyWants(database) }) });
    const append = (): Pick<Store, 'append'> => sqliteAppend(tables, database, seal);
    const changedElsewhere = file === ':memory:' ? {} : { changedElsewhere: foreignWrites(database) };
    return await kyselyStore({ tables, append, identity: OWN, ...changedElsewhere }, { random, seal });
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite counts the commits of other connections: an operator's command wrote while the relay runs. */
function foreignWrites(database: DatabaseSync): () => boolean {
  const version = database.prepare('PRAGMA data_version');
  let seen: unknown = version.get()?.['data_version'];
  return () => {
    const now = version.get()?.['data_version'];
    const changed = now !== seen;
    seen = now;
    return changed;
  };
}

/**
 * The values of `identity` in the store, and in a copy made by `relay backup`: a copy opened in the store's place has another
 * identity, and so begins a new epoch.
 */
const OWN = 'own';
const COPY = 'copy';

/** Writes a consistent copy while the store is in use. The target must not exist. Opened as a store, the copy begins a new epoch. */
export function sqliteBackup(file: string, target: string): void {
  const database = openDatabase(file);
  try {
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  const copy = openDatabase(target);
  try {
    copy.prepare(`INSERT INTO meta (name, value) VALUES ('identity', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`).run(COPY);
    copy.exec('PRAGMA journal_mode=DELETE');
  } finally {
    copy.close();
  }
}

/** We have a few dozen queries, one of which has a different text for each length of a list. */
const STATEMENTS_MAX = 200;

function asKyselyWants(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, StatementSync>();
  return {
    close: () => database.close(),
    prepare: (query) => {
      const statement = prepared.get(query) ?? database.prepare(query);
      if (prepared.size < STATEMENTS_MAX) prepared.set(query, statement);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      };
    },
  };
}

/**
 * One transaction per batch, row by row, since statements need no round trip to a server. They are prepared once;
 * building each query again took longer than all that SQLite does for it.
 */
function sqliteAppend(tables: Kysely<Tables>, database: DatabaseSync, seal: Seal): Pick<Store, 'append'> {
  const rows = statements(database);
  const appendOne = (event: NewEvent): Appended => {
    // Looked up first: raising the counter for a repetition would leave a gap.
    const known = rows.known.get(event.eventId);
    if (known !== undefined) return known['body_digest'] === event.bodyDigest ? { kind: 'duplicate' } : conflict(event);
    const { integrationId } = event;
    const place = integrationId === null ? null : nextPlace(event, integrationId);
    const { body, key } = seal.seal(event.body, event);
    const of = [event.eventId, integrationId, place?.seq ?? null, event.documentId, event.type, event.receivedAt, event.jwt] as const;
    rows.insert.run(...of, body, event.bodyDigest, key);
    return integrationId === null || place === null ? { kind: 'apart' } : { kind: 'stored', integrationId, ...place };
  };

  const nextPlace = (event: NewEvent, integrationId: IntegrationId): { readonly seq: number; readonly known: boolean } => {
    const counter = rows.count.get(integrationId);
    if (counter === undefined) throw new Error('a counter that was raised is not there');
    const { revokedAt } = event;
    // The newest Revocation counts; an older one that arrives late changes nothing.
    if (revokedAt !== undefined) rows.revoke.run(revokedAt, event.receivedAt, integrationId, revokedAt);
    return { seq: Number(counter['seq']), known: counter['proven_at'] !== null };
  };

  const conflict = (event: NewEvent): Appended => {
    const { body, key } = seal.seal(event.body, conflictSealedFor(event.eventId));
    rows.conflict.run(event.eventId, event.bodyDigest, event.receivedAt, event.jwt, body, key);
    return { kind: 'conflict' };
  };

  return {
    // Runs on the connection that all queries take turns on, so never inside another transaction.
    append: (events) => tables.connection().execute(async () => transaction(database, () => events.map(appendOne))),
  };
}

function statements(database: DatabaseSync) {
  return {
    known: database.prepare('SELECT body_digest FROM events WHERE event_id = ?'),
    count: database.prepare(
      'INSERT INTO integrations (integration_id, seq) VALUES (?, 1) ON CONFLICT (integration_id) DO UPDATE SET seq = seq + 1 RETURNING seq, proven_at',
    ),
    revoke: database.prepare(
      'UPDATE integrations SET revoked_at = ?, revoked_seen_at = ? WHERE integration_id = ? AND (revoked_at IS NULL OR revoked_at < ?)',
    ),
    insert: database.prepare(
      `INSERT INTO events (event_id, integration_id, seq, document_id, type, received_at, jwt, body, body_digest, body_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    conflict: database.prepare(
      `INSERT INTO conflicts (event_id, body_digest, received_at, jwt, body, body_key) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (event_id, body_digest) DO NOTHING`,
    ),
  };
}
