import { DatabaseSync } from 'node:sqlite';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Flushed, startFlushThread } from '#electron/platform/sqlite/flush-thread.ts';
import { flushPace, openFiles } from '#electron/platform/sqlite/open-files.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { tempFolder } from '#test/support/folders.ts';
import { until } from '#test/support/until.ts';

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
