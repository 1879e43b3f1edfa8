import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { migrate } from '#shared/node/migrate.ts';
import { openDatabase } from '#shared/node/open-database.ts';
import type { Random } from '#shared/ports/random.ts';
import { SQLITE_MIGRATIONS } from './migrations/sqlite.ts';
import { kyselyStore } from './kysely-store.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** The store in one SQLite file (`:memory:` for none), made when it is not there. One process at a time. */
export async function sqliteStore(file: string, random: Random): Promise<Store> {
  const database = openDatabase(file);
  migrate(database, SQLITE_MIGRATIONS);
  const tables = new Kysely<Tables>({ dialect: new SqliteDialect({ database: asKyselyWants(database) }) });
  return kyselyStore(tables, random);
}

/** Our queries are a few dozen; a list's length makes another text of one of them. */
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
