import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { copyDatabase } from '#electron/platform/sqlite/copy-database.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

function aDatabase() {
  const folder = tempFolder();
  const database = new DatabaseSync(join(folder, 'open.sqlite'));
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (1)');
  return { folder, database, copy: join(folder, 'copy.sqlite') };
}

function rowsOf(file: string): number {
  const copied = new DatabaseSync(file, { readOnly: true });
  const row = copied.prepare('SELECT count(*) AS count FROM notes').get();
  copied.close();
  return Number(row?.['count']);
}

describe('the copy of an open database', () => {
  it('waits for a transaction that is under way, and has what that wrote', async () => {
    const { folder, database, copy } = aDatabase();
    database.exec('BEGIN IMMEDIATE; INSERT INTO notes VALUES (2)');
    const copying = copyDatabase(database, copy);
    await vi.waitFor(() => expect(existsSync(`${copy}.part`)).toBe(true));
    // Later backups in the same queue have failed by then, and so has its own first attempt.
    for (let n = 0; n < 5; n += 1) await expect(backup(database, join(folder, `other-${n}`))).rejects.toMatchObject({ errcode: 0 });
    database.exec('COMMIT');
    await copying;
    expect(rowsOf(copy)).toBe(2);
  });

  it('is made at once by a Node that cannot make it beside other work, after the transaction that is under way', async () => {
    const { folder, database, copy } = aDatabase();
    database.exec('BEGIN IMMEDIATE; INSERT INTO notes VALUES (2)');
    const copying = copyDatabase(database, copy, { backup: null });
    await vi.waitFor(() => expect(existsSync(`${copy}.part`)).toBe(true));
    database.exec('INSERT INTO notes VALUES (3); COMMIT');
    await copying;
    expect(rowsOf(copy)).toBe(3);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('is the same by either way, and nobody else can read it', async () => {
    const { folder, database } = aDatabase();
    const files = [join(folder, 'beside.sqlite'), join(folder, 'at-once.sqlite')] as const;
    await copyDatabase(database, files[0]);
    await copyDatabase(database, files[1], { backup: null });
    // SQLite's file header says whether the file was copied as it is, with its write-ahead log, or written anew.
    expect(files.map((file) => readFileSync(file)[18])).toEqual([2, 1]);
    expect(files.map(rowsOf)).toEqual([1, 1]);
    expect(files.map((file) => statSync(file).mode & 0o777)).toEqual(files.map(() => statSync(files[0]).mode & 0o777));
  });

  it('leaves nothing when the place is not there', async () => {
    const { folder, database } = aDatabase();
    await expect(copyDatabase(database, join(folder, 'nowhere', 'copy.sqlite'))).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual([]);
  });
});
