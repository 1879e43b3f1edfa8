import { mkdirSync, readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate, openDatabase } from '#shared/node/sqlite/open-database.ts';
import { NO_LOCKS } from '#test/support/disks/hanging-disk.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

type Refused = {
  readonly how: string;
  readonly says: RegExp;
  readonly make: (file: string) => void;
  readonly migrations?: readonly string[];
};

const REFUSED: readonly Refused[] = [
  {
    how: 'is no database',
    says: /not a database/,
    make: (file) => writeFileSync(file, 'this is no database, however long it is read '.repeat(50)),
  },
  {
    how: 'is of a newer version',
    says: /version 9/,
    make: (file) => made(file, 'PRAGMA user_version = 9'),
    migrations: ['CREATE TABLE a (x)'],
  },
  {
    how: 'does not take a migration',
    says: /missing/,
    make: (file) => made(file, 'CREATE TABLE b (x)'),
    migrations: ['INSERT INTO missing VALUES (1)'],
  },
  { how: 'is in use', says: /locked/, make: inUse },
  { how: 'is a folder', says: /unable to open/, make: (file) => mkdirSync(file) },
];

function made(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function inUse(file: string): void {
  made(file, 'PRAGMA journal_mode = DELETE; CREATE TABLE a (x)');
  const other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  users.set(file, other);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
}

/** The connections that have a file in use. */
const users = new Map<string, DatabaseSync>();

function refusedOpening({ make, says, migrations = [] }: Refused): string {
  const file = join(tempFolder(), 'no.db');
  make(file);
  expect(() => openDatabase(file, { busyMs: 0, migrations })).toThrow(says);
  users.get(file)?.close();
  return file;
}

describe('openDatabase', () => {
  it('flushes every commit and enforces foreign keys', () => {
    const database = openDatabase(join(tempFolder(), 'a.db'));
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA foreign_keys').get()).toEqual({ foreign_keys: 1 });
    database.close();
  });

  it('waits on macOS until the disk itself has kept what was written', () => {
    const database = openDatabase(join(tempFolder(), 'a.db'));
    expect(database.prepare('PRAGMA fullfsync').get()).toEqual({ fullfsync: 1 });
    expect(database.prepare('PRAGMA checkpoint_fullfsync').get()).toEqual({ checkpoint_fullfsync: 1 });
    database.close();
  });

  it.each(REFUSED)('holds nothing of a file that $how, as the system counts what is open', unless(NO_PROC), (refused) => {
    const file = refusedOpening(refused);
    const held = readdirSync('/proc/self/fd').map((name) => linkOf(`/proc/self/fd/${name}`));
    expect(held.filter((path) => path.startsWith(file))).toEqual([]);
  });

  it.each(REFUSED)('leaves a file that $how to whoever moves it', unless(NO_LOCKS), (refused) => {
    const file = refusedOpening(refused);
    renameSync(file, `${file}-aside`);
    expect(readdirSync(join(file, '..'))).toContain('no.db-aside');
  });
});

/** Null for the descriptor of the listing itself, which is closed by now. */
function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

describe('migrate', () => {
  const first = 'CREATE TABLE a (x INTEGER NOT NULL) STRICT';
  const second = 'ALTER TABLE a ADD COLUMN y TEXT; INSERT INTO a (x) VALUES (1)';

  it('applies each migration once, over several starts', () => {
    const file = join(tempFolder(), 'a.db');
    for (const known of [[first], [first, second], [first, second]]) {
      const database = openDatabase(file);
      migrate(database, known);
      database.close();
    }
    const database = openDatabase(file);
    expect(database.prepare('SELECT x, y FROM a').all()).toEqual([{ x: 1, y: null }]);
    database.close();
  });

  it('leaves nothing of a migration that fails', () => {
    const database = openDatabase(':memory:');
    expect(() => migrate(database, [`${first}; INSERT INTO missing VALUES (1)`])).toThrow(/missing/);
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 });
    database.close();
  });

  it('refuses a file of a newer version', () => {
    const database = openDatabase(':memory:');
    migrate(database, [first, second]);
    expect(() => migrate(database, [first])).toThrow(/version 2/);
    database.close();
  });
});
