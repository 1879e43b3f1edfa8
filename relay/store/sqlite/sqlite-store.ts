import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import type { Random } from '#shared/ports/random.ts';
import { SQLITE_MIGRATIONS } from '../migrations/sqlite.ts';
import { kyselyStore } from '../kysely-store.ts';
import { type Seal, sealWith } from '../seal.ts';
import { sqliteAppend } from './sqlite-append.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

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
