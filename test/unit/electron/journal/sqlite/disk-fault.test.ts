import { describe, expect, it, onTestFinished } from 'vitest';
import { probeDisk } from '#electron/journal/profile/open-profile.ts';
import { diskFaultOf, diskFaultOfFile } from '#electron/journal/sqlite/disk-fault.ts';
import { sayDiskCode } from '#electron/headless/say-app-fault.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { copyFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { DiskHealthReporter, fileIdentityGuard, transactions } from '#electron/journal/sqlite/transactions.ts';
import { playLog } from '#electron/platform/sqlite/play-log.ts';
import { tempFolder } from '#test/support/folders.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { aCompany, aFile, aFolder, anOpenJournal } from '../an-open-journal.ts';

function ofSqlite(errcode: number): Error {
  return Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
}

function ofSystem(code: string): Error {
  return Object.assign(new Error('of the system'), { code });
}

describe('what an error says about the disk', () => {
  it.each([
    ['no room', [ofSqlite(13), ofSystem('ENOSPC'), ofSystem('EDQUOT')], 'full'],
    ['nobody may write', [ofSqlite(8), ofSqlite(1_288), ofSystem('EROFS'), ofSystem('EACCES')], 'read-only'],
    ['another program is at it', [ofSystem('EBUSY')], 'held'],
    ['it fails', [ofSqlite(10), ofSqlite(4_874), ofSqlite(14), ofSystem('EIO'), ofSystem('ESTALE')], 'broken'],
    ['nothing', [ofSqlite(5), ofSqlite(11), ofSystem('ENOTDIR'), new Error('no code'), null], null],
  ] as const)('is by its code, and of any kind: %s', (_what, errors, fault) => {
    expect(errors.map((error) => diskFaultOf(error))).toEqual(errors.map(() => fault));
  });

  it('is the same of the port of files', () => {
    expect(diskFaultOfFile({ kind: 'full', code: 'EDQUOT' })).toBe('full');
    expect(diskFaultOfFile({ kind: 'denied', code: 'EPERM' })).toBe('read-only');
    expect(diskFaultOfFile({ kind: 'busy', code: 'EBUSY' })).toBe('held');
    expect(diskFaultOfFile({ kind: 'unreachable', code: 'EHOSTDOWN' })).toBe('broken');
    expect(diskFaultOfFile({ kind: 'other', code: 'EMFILE' })).toBe('broken');
    expect(diskFaultOfFile({ kind: 'gone', code: 'ENOTDIR' })).toBeNull();
    expect(diskFaultOfFile({ kind: 'other', code: 'ENAMETOOLONG' })).toBeNull();
  });

  it('is what the disk itself says where it is asked, and nothing is left of the question', async () => {
    const files = memoryFiles();
    expect(await probeDisk(files, '/profile')).toBeNull();
    expect([...files.all.keys()]).toEqual([]);
    files.full = { kind: 'denied', code: 'EROFS' };
    expect(await probeDisk(files, '/profile')).toBe('read-only');
  });

  it('is words on the command line, with the code where it is no matter of the disk', () => {
    expect(sayDiskCode('ENOSPC')).toBe('the disk is full; make room on it');
    expect(sayDiskCode('EROFS')).toContain('read-only');
    expect(sayDiskCode('EBUSY')).toContain('another program');
    expect(sayDiskCode('EIO')).toContain('gives errors');
    expect(sayDiskCode('ENOENT')).toBe('the system says ENOENT');
  });
});

it('says that the files are gone also where what the log holds cannot be brought into the database, and tries that again', () => {
  const file = join(tempFolder(), 'journal.sqlite');
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  // Inside a transaction SQLite cannot checkpoint, as on a disk with errors.
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE one (n INTEGER); BEGIN IMMEDIATE; INSERT INTO one VALUES (1)');
  const health = new DiskHealthReporter();
  const told: unknown[] = [];
  health.onChange((fault) => told.push(fault));
  const rejected: unknown[] = [];
  const guard = fileIdentityGuard(database, () => 'no-log', { health, emptyLog: () => playLog(database) });
  expect(guard.admits([{ work: () => 1, resolve: () => undefined, reject: (error) => rejected.push(error) }])).toBe(false);
  expect([told, rejected.length]).toEqual([['gone'], 1]);
  database.exec('COMMIT');
  expect([guard.isInPlace(), statSync(`${file}-wal`).size]).toEqual([false, 0]);
});

function setUp() {
  const open = anOpenJournal();
  const folder = aFolder(open, aCompany(open));
  let rings = 0;
  open.journal.onChange(() => {
    rings += 1;
  });
  const queue = (content: string) => open.journal.join(() => open.journal.intake.enqueue(aFile(folder, { name: content, content })));
  return { ...open, folder, queue, rings: () => rings };
}

/** What a power cut would leave now: the files as they are, opened by another connection. */
function kept(file: string): readonly unknown[] {
  const copy = join(tempFolder(), 'journal.sqlite');
  for (const ending of ['', '-wal']) copyFileSync(file + ending, copy + ending);
  const database = new DatabaseSync(copy);
  const rows = database.prepare('SELECT name FROM items ORDER BY n').all();
  database.close();
  return rows.map((row) => row['name']);
}

describe('writes that are joined', () => {
  it('share one commit, in the order of asking, and ring once', async () => {
    const { queue, rings, file } = setUp();
    const all = [queue('one'), queue('two'), queue('three')];
    expect(kept(file)).toEqual([]);
    await Promise.all(all);
    expect(kept(file)).toEqual(['one', 'two', 'three']);
    expect(rings()).toBe(1);
  });

  it('are on the disk when the first of them is told so', async () => {
    const { queue, file } = setUp();
    const first = queue('one').then(() => kept(file));
    await Promise.all([queue('two'), queue('three')]);
    expect(await first).toEqual(['one', 'two', 'three']);
  });

  it('are not taken along by one of them that throws, and what it wrote before is undone', async () => {
    const { queue, journal, folder, rings } = setUp();
    const broken = journal.join(() => {
      journal.intake.enqueue(aFile(folder, { name: 'half', content: 'half' }));
      throw new Error('broken');
    });
    const ended = await Promise.allSettled([queue('one'), broken, queue('two')]);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(journal.list.page({ limit: 9 }).items.map(({ name }) => name)).toEqual(['two', 'one']);
    // Counts are kept in memory: they must not include the transaction that was rolled back.
    expect(journal.items.counts().waiting).toBe(2);
    expect(rings()).toBe(1);
  });

  it('all fail when their commit fails, and the next ones are taken again', async () => {
    const database = openDatabase(':memory:');
    // A deferred constraint fails at the commit, when every transaction of the group believes that it is done.
    database.exec('CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED)');
    const all = transactions(database, () => 'there');
    const rung: string[] = [];
    all.onCommit(() => rung.push('committed'));
    all.onRollback(() => rung.push('undone'));
    const insert = (sql: string) => all.join(() => database.exec(sql));
    const ended = await Promise.allSettled([insert('INSERT INTO a VALUES (1)'), insert('INSERT INTO b VALUES (7)')]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(rung).toEqual(['undone']);
    await insert('INSERT INTO a VALUES (2)');
    expect(database.prepare('SELECT id FROM a').all()).toEqual([{ id: 2 }]);
    expect(rung).toEqual(['undone', 'committed']);
    database.close();
  });

  it('that still wait are written when the journal is closed', async () => {
    const { queue, journal, file } = setUp();
    const one = queue('one');
    journal.close();
    await expect(one).resolves.toMatchObject({ made: true });
    const after = new DatabaseSync(file);
    expect(after.prepare('SELECT name FROM items').all()).toEqual([{ name: 'one' }]);
    after.close();
  });

  it('fail for whoever asked, and for nobody else, when the journal was closed before', async () => {
    const { queue, journal } = setUp();
    journal.close();
    await expect(queue('one')).rejects.toThrow('the journal is closed');
  });
});
