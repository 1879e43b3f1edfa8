import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_FOLDER_FLUSH, unless } from '#test/support/why-skipped.ts';

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
