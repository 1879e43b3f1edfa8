import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { copyDatabase, isGoodCopy } from '#electron/platform/sqlite/copy-database.ts';
import { tempFolder } from '#test/support/folders.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { NO_FOLDER_FLUSH, unless } from '#test/support/why-skipped.ts';
import { type Flushed, startFlushThread } from '#electron/platform/sqlite/flush-thread.ts';
import { flushPace, openFiles } from '#electron/platform/sqlite/open-files.ts';
import { until } from '#test/support/until.ts';

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

async function aCopy() {
  const [folder, copies] = [tempFolder(), tempFolder()];
  const database = openDatabase(join(folder, 'journal.sqlite'));
  database.exec('CREATE TABLE kept (name TEXT); CREATE INDEX kept_name ON kept (name)');
  for (let n = 0; n < 500; n += 1) database.prepare('INSERT INTO kept VALUES (?)').run(`a name that fills pages ${n}`);
  const copy = join(copies, 'copie n° 1 #%.sqlite');
  await copyDatabase(database, copy);
  database.close();
  return { copies, copy };
}

describe('a copy of a database', () => {
  it('is good as it was made, and looking at it leaves nothing beside it', async () => {
    const { copies, copy } = await aCopy();
    const before = readFileSync(copy);
    expect(isGoodCopy(copy)).toBe(true);
    expect(readdirSync(copies)).toEqual(['copie n° 1 #%.sqlite']);
    expect(readFileSync(copy).equals(before)).toBe(true);
  });

  it('is not good once a page of it is another', async () => {
    const { copy } = await aCopy();
    const bytes = readFileSync(copy);
    bytes.fill(0, bytes.length - 4_096);
    writeFileSync(copy, bytes);
    expect(isGoodCopy(copy)).toBe(false);
  });
});

const MODULE = pathToFileURL(resolve('electron/platform/sqlite/copy-database.ts')).href;
/** A program needs time to start. */
const PROGRAM_MS = 60_000;

type TraceEvent = { readonly name: string; readonly cat: string; readonly ph: string };

/** The synchronous disk calls of a program that makes a copy, in order, as Node itself traced them; SQLite's own are not among them. */
function callsOf(copy: string): readonly string[] {
  const traces = tempFolder();
  const code = `const { DatabaseSync } = await import('node:sqlite');
    const { snapshotDatabase } = await import(${JSON.stringify(MODULE)});
    const database = new DatabaseSync(':memory:');
    database.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('kept')");
    snapshotDatabase(database, ${JSON.stringify(copy)});`;
  const pattern = join(traces, 'trace-${rotation}.json');
  const trace = ['--trace-event-categories', 'node.fs.sync', '--trace-event-file-pattern', pattern];
  execFileSync(process.execPath, [...trace, '--input-type=module', '--eval', code]);
  const events = readdirSync(traces).flatMap(
    (name) => (JSON.parse(readFileSync(join(traces, name), 'utf8')) as { traceEvents: readonly TraceEvent[] }).traceEvents,
  );
  return events.filter(({ cat, ph }) => cat.includes('node.fs') && ph === 'B').map(({ name }) => name.replace('fs.sync.', ''));
}

it('flushes the copy before it gives it its name', { timeout: PROGRAM_MS }, () => {
  const copy = join(tempFolder(), 'copy.sqlite');
  const calls = callsOf(copy);
  expect(calls.slice(0, calls.lastIndexOf('rename'))).toContain('fsync');
  const database = new DatabaseSync(copy, { readOnly: true });
  expect(database.prepare('SELECT a FROM t').get()).toEqual({ a: 'kept' });
  database.close();
});

it('flushes the name before it returns', { timeout: PROGRAM_MS, ...unless(NO_FOLDER_FLUSH) }, () => {
  const calls = callsOf(join(tempFolder(), 'copy.sqlite'));
  expect(calls.slice(calls.lastIndexOf('rename'))).toContain('fsync');
});

const NO_SUCH_HANDLE = 987_654;

function aThread() {
  const gone: (number | null)[] = [];
  const thread = startFlushThread((fd, tell) => {
    gone.push(fd);
    tell({ code: 'GONE', ms: 0 });
  });
  onTestFinished(() => thread.end());
  return { thread, gone, ready: () => until('it is ready', async () => Promise.resolve(thread.isReady())) };
}

describe('a thread that flushes', () => {
  it('tells of each flush whether it failed, and how long it took', async () => {
    const { thread, ready } = aThread();
    await ready();
    const failed = await thread.flush(NO_SUCH_HANDLE);
    expect(failed).toEqual({ code: 'EBADF', ms: expect.any(Number) as number });
    expect(failed.ms).toBeGreaterThanOrEqual(0);
    expect(thread.wait()).toBeNull();
  });

  it('can be waited for, with the same outcome, before the event loop has heard of it', async () => {
    const { thread, ready } = aThread();
    await ready();
    const told: Flushed[] = [];
    void thread.flush(NO_SUCH_HANDLE).then((flushed) => told.push(flushed));
    expect([thread.isBusy(), thread.wait()?.code, told]).toEqual([true, 'EBADF', []]);
    await until('it is told', async () => Promise.resolve(told.length === 1));
    expect([thread.isBusy(), told[0]?.code]).toEqual([false, 'EBADF']);
  });
});

describe('the files of an open database', () => {
  it('are flushed by many writes on the thread, and by a single one on this thread', async () => {
    const file = join(tempFolder(), 'journal.sqlite');
    const database = openDatabase(file);
    database.exec('CREATE TABLE one (n INTEGER); PRAGMA synchronous=NORMAL');
    const files = openFiles(file);
    expect(files.logBytes()).toBe(statSync(`${file}-wal`).size);
    expect(files.flushNow('log')).toBeNull();
    for (let n = 0; n < 200; n += 1) {
      database.exec('INSERT INTO one VALUES (1)');
      expect(await files.flush(n % 2 === 0 ? 'log' : 'database')).toBeNull();
      expect(files.flushNow('log')).toBeNull();
    }
    files.closeLog();
    database.close();
    files.closeDatabase();
    const after = new DatabaseSync(file);
    expect(after.prepare('SELECT count(*) AS n FROM one').get()).toEqual({ n: 200 });
    after.close();
  });

  it('have to be there', () => {
    const file = join(tempFolder(), 'journal.sqlite');
    writeFileSync(file, '');
    expect(() => openFiles(file)).toThrow('ENOENT');
  });
});

describe('a thread for flushes', () => {
  it('is worth its memory while many documents come, and not for a write now and then', () => {
    const pace = flushPace();
    for (let at = 0; at < 20_000; at += 1_000) {
      pace.took(0.4, at);
      expect(pace.isWorthAThread(at)).toBe(false);
    }
    for (let at = 20_000; at < 20_700; at += 100) pace.took(0.4, at);
    expect(pace.isWorthAThread(20_600)).toBe(false);
    pace.took(0.4, 20_700);
    expect(pace.isWorthAThread(20_700)).toBe(true);
    expect(pace.isWorthAThread(21_100)).toBe(false);
  });

  it('is worth it from the first slow flush to the next fast one', () => {
    const pace = flushPace();
    pace.took(20, 0);
    expect(pace.isWorthAThread(60_000)).toBe(true);
    pace.took(1, 60_000);
    expect(pace.isWorthAThread(60_000)).toBe(false);
  });
});
