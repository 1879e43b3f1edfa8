import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OwnFlushes } from '#electron/journal/sqlite/own-flushes.ts';
import { transactions } from '#electron/journal/sqlite/transactions.ts';
import { type OpenFiles, openFiles } from '#electron/platform/sqlite/open-files.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { tempFolder } from '#test/support/folders.ts';
import { until } from '#test/support/until.ts';
import { type VirtualClock, virtualClock } from '#test/support/virtual-world.ts';

type Flush = { readonly what: 'log' | 'database'; let(code?: string): void };

/** The real files, whose flushes on the thread end when the test lets them, and on this thread as `here` says. */
function heldFiles(file: string) {
  const real = openFiles(file);
  const asked: Flush[] = [];
  const here = { code: null as string | null, flushed: [] as string[], before: () => undefined as unknown };
  const files: OpenFiles = {
    ...real,
    flush: (what) =>
      new Promise((resolve) => {
        asked.push({ what, let: (code) => (code === undefined ? void real.flush(what).then(resolve) : resolve(code)) });
      }),
    flushNow: (what) => {
      here.before();
      here.flushed.push(what);
      return here.code ?? real.flushNow(what);
    },
  };
  const next = async (what: Flush['what']): Promise<Flush> => {
    const flush = await until(`a flush of the ${what} is asked for`, async () => Promise.resolve(asked.shift() ?? null));
    expect(flush.what).toBe(what);
    return flush;
  };
  return { files, next, here, asked };
}

function setUp(clock: VirtualClock = virtualClock()) {
  const file = join(tempFolder(), 'journal.sqlite');
  const database = openDatabase(file);
  database.exec('PRAGMA locking_mode=EXCLUSIVE; CREATE TABLE kept (name TEXT); PRAGMA wal_checkpoint(TRUNCATE)');
  const held = heldFiles(file);
  const said: (DiskFault | null)[] = [];
  let lost = 0;
  const all = transactions(
    database,
    () => 'there',
    (tell) =>
      new OwnFlushes({
        database,
        files: held.files,
        clock,
        said: (fault) => tell((said.push(fault), fault)),
        onLost: () => (lost += 1),
      }),
  );
  onTestFinished(() => {
    if (database.isOpen) database.close();
  });
  const told: string[] = [];
  const keep = (name: string): string => (database.prepare('INSERT INTO kept VALUES (?)').run(name), name);
  const write = (name: string) =>
    void all
      .join(() => keep(name))
      .then(
        (one) => told.push(one),
        () => undefined,
      );
  const writeNow = (name: string) => all.transact(() => keep(name));
  return {
    ...held,
    file,
    database,
    all,
    told,
    said,
    write,
    writeNow,
    lost: () => lost,
    clock,
    logBytes: () => statSync(`${file}-wal`).size,
  };
}

/** What another connection finds once this one has closed. */
function keptIn(file: string): readonly unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('SELECT name FROM kept').all();
  database.close();
  return rows.map((row) => row['name']);
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a joined write', () => {
  it('is told after its flush, with the ring and the answers that may tell of it', async () => {
    const { all, write, told, next } = setUp();
    all.onCommit(() => told.push('rung'));
    write('one');
    const flush = await next('log');
    all.whenDurable(() => told.push('answer'));
    await settled();
    expect(told).toEqual([]);
    flush.let();
    await until('it is told', async () => Promise.resolve(told.length === 3));
    expect(told.toSorted()).toEqual(['answer', 'one', 'rung']);
    all.whenDurable(() => told.push('at once'));
    expect(told.at(-1)).toBe('at once');
  });

  it('that comes during a flush shares the next commit with all that come then', async () => {
    const { write, told, next, asked } = setUp();
    write('one');
    const first = await next('log');
    for (const name of ['two', 'three', 'four']) write(name);
    await settled();
    expect(asked).toHaveLength(0);
    first.let();
    const second = await next('log');
    expect(told).toEqual(['one']);
    second.let();
    await until('all are told', async () => Promise.resolve(told.length === 4));
    await settled();
    expect(asked).toHaveLength(0);
  });

  it('is written, flushed and told when the journal is closed', async () => {
    const { all, write, told, file, next } = setUp();
    write('one');
    await next('log');
    write('two');
    all.close();
    await settled();
    expect(told).toEqual(['one', 'two']);
    expect(keptIn(file)).toEqual(['one', 'two']);
  });
});

describe('a log of more than 4 MB', () => {
  const LARGE = 'x'.repeat(5_000_000);

  it('is moved into the database without a flush on the event loop', async () => {
    const { write, told, next, here, logBytes, file, all } = setUp();
    write(LARGE);
    (await next('log')).let();
    (await next('database')).let();
    (await next('log')).let();
    await until('it is empty', async () => Promise.resolve(logBytes() === 0));
    expect(told).toEqual([LARGE]);
    expect(here.flushed).toEqual([]);
    write('after');
    (await next('log')).let();
    await until('the next is told', async () => Promise.resolve(told.length === 2));
    all.close();
    expect(keptIn(file)).toEqual([LARGE, 'after']);
  });

  it('is moved to its end by a write that cannot wait', async () => {
    const { write, writeNow, next, here, file, all } = setUp();
    write(LARGE);
    (await next('log')).let();
    const flush = await next('database');
    writeNow('now');
    expect(here.flushed).toEqual(['database', 'log', 'log']);
    flush.let();
    await settled();
    writeNow('again');
    all.close();
    expect(keptIn(file)).toEqual([LARGE, 'now', 'again']);
  });

  it('is left to the next start if the flush of the database fails', async () => {
    const { write, told, next, lost, writeNow, logBytes } = setUp();
    write(LARGE);
    (await next('log')).let();
    (await next('database')).let('EIO');
    await until('the journal is lost', async () => Promise.resolve(lost() === 1));
    expect(told).toEqual([LARGE]);
    expect(logBytes()).toBeGreaterThan(LARGE.length);
    expect(() => writeNow('more')).toThrow('not taken');
  });
});

describe('a failed flush', () => {
  it('is followed by writing all of it anew, and then told as done', async () => {
    const { write, told, next, said, logBytes, lost } = setUp();
    write('one');
    (await next('log')).let('EIO');
    await until('it is told', async () => Promise.resolve(told.length === 1));
    expect([said.slice(0, 2), logBytes(), lost()]).toEqual([['broken', null], 0, 0]);
  });

  it('that was mended keeps nobody waiting who came meanwhile', async () => {
    const { write, told, next } = setUp();
    write('one');
    const flush = await next('log');
    write('two');
    await settled();
    flush.let('EIO');
    (await next('log')).let();
    await until('both are told', async () => Promise.resolve(told.length === 2));
    write('three');
    (await next('log')).let();
    await until('the next is told', async () => Promise.resolve(told.length === 3));
    expect(told).toEqual(['one', 'two', 'three']);
  });

  it('is unknown until the disk takes it: nothing is told or written, and answers say so', async () => {
    const { all, database, write, writeNow, told, next, said, clock } = setUp();
    write('one');
    const flush = await next('log');
    all.whenDurable(() => told.push('answer'));
    // Inside a transaction SQLite cannot move the log, as on a disk with errors.
    database.exec('BEGIN; SELECT count(*) FROM kept');
    flush.let('EIO');
    await until('the answer is given', async () => Promise.resolve(told.length === 1));
    write('two');
    await clock.advance(6_000);
    database.exec('COMMIT');
    expect(() => writeNow('three')).toThrow('not taken');
    expect([told, said.at(-1)]).toEqual([['answer'], 'broken']);
    await clock.advance(6_000);
    (await next('log')).let();
    await until('both are told', async () => Promise.resolve(told.length === 3));
    expect([told, said.at(-1)]).toEqual([['answer', 'one', 'two'], null]);
  });

  it('is the end if the log is not what was written, and the database stays open', async () => {
    const { all, file, write, told, next, lost, database } = setUp();
    write('one');
    const flush = await next('log');
    const log = openSync(`${file}-wal`, 'r+');
    writeSync(log, Buffer.alloc(64, 1), 0, 64, 4_000);
    closeSync(log);
    flush.let('EIO');
    await until('it is lost', async () => Promise.resolve(lost() === 1));
    all.close();
    await settled();
    expect([told, database.isOpen]).toEqual([[], true]);
  });

  it('on the event loop that is mended later rings then, although its caller was told that nobody knows', async () => {
    const { all, database, writeNow, here, told, clock, said } = setUp();
    all.onCommit(() => told.push('rung'));
    here.before = () => database.exec('BEGIN; SELECT count(*) FROM kept');
    here.code = 'EIO';
    expect(() => writeNow('one')).toThrow('not taken');
    [here.before, here.code] = [() => undefined, null];
    database.exec('COMMIT');
    expect([told, said.at(-1)]).toEqual([[], 'broken']);
    await clock.advance(6_000);
    expect([told, said.at(-1)]).toEqual([['rung'], null]);
    expect(database.prepare('SELECT name FROM kept').all()).toEqual([{ name: 'one' }]);
  });

  it('on the event loop is mended at once if the log is whole', () => {
    const { writeNow, here, said, file } = setUp();
    here.code = 'ENOSPC';
    // The log is whole, and SQLite's own flush of it works: it is mended at once.
    expect(writeNow('one')).toBe('one');
    expect(said).toEqual(['full', null]);
    here.code = null;
    expect(statSync(`${file}-wal`).size).toBe(0);
  });
});
