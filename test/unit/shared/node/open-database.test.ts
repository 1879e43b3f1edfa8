import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrate } from '#shared/node/migrate.ts';
import { openDatabase } from '#shared/node/open-database.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_PROC, unless } from '#test/support/why-skipped.ts';

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

  it('holds nothing of a file that it could not open', unless(NO_PROC), () => {
    const file = join(tempFolder(), 'no.db');
    writeFileSync(file, 'this is no database, however long it is read '.repeat(50));
    expect(() => openDatabase(file)).toThrow('file is not a database');
    const held = readdirSync('/proc/self/fd').map((name) => linkOf(`/proc/self/fd/${name}`));
    expect(held.filter((path) => path.startsWith(file))).toEqual([]);
  });
});

/** The listing itself was one of them, and is closed by now. */
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
