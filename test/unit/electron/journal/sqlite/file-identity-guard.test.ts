import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { DiskHealthReporter, fileIdentityGuard } from '#electron/journal/sqlite/transactions.ts';
import { playLog } from '#electron/platform/sqlite/play-log.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

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
