import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '#test/support/temp-folder.ts';
import { NO_FOLDER_FLUSH, NO_MODES, unless } from '#test/support/why-skipped.ts';

const MODULE = pathToFileURL(resolve('electron/platform/files/write-durably.ts')).href;
/** A program needs time to start. */
const PROGRAM_MS = 60_000;

type TraceEvent = { readonly name: string; readonly cat: string; readonly ph: string; readonly args?: { readonly data?: string } };

/** The disk calls of a separate program, in order, as Node itself traced them: nothing of ours is in between. */
function callsOf(path: string, bytes: Uint8Array): readonly string[] {
  const traces = tempFolder();
  const code = `const { writeDurably } = await import(${JSON.stringify(MODULE)});
    const written = await writeDurably(${JSON.stringify(path)}, Buffer.from(${JSON.stringify(Buffer.from(bytes).toString('base64'))}, 'base64'));
    if (!written.ok) throw new Error(written.failure.code);`;
  const pattern = join(traces, 'trace-${rotation}.json');
  const trace = ['--trace-event-categories', 'node.fs.async', '--trace-event-file-pattern', pattern];
  execFileSync(process.execPath, [...trace, '--input-type=module', '--eval', code]);
  const events = readdirSync(traces).flatMap(
    (name) => (JSON.parse(readFileSync(join(traces, name), 'utf8')) as { traceEvents: readonly TraceEvent[] }).traceEvents,
  );
  return events.filter(({ cat, ph }) => cat.includes('node.fs') && ph === 'b').map(({ name }) => name);
}

it('flushes the file before it gives it its name', { timeout: PROGRAM_MS }, () => {
  const path = join(tempFolder(), 'vault.json');
  const calls = callsOf(path, Buffer.from('sealed'));
  const written = calls.lastIndexOf('write');
  expect(written).toBeGreaterThanOrEqual(0);
  expect(calls.slice(written, calls.lastIndexOf('rename'))).toContain('fsync');
  expect(readFileSync(path, 'utf8')).toBe('sealed');
});

it('flushes the name before it says that it is done', { timeout: PROGRAM_MS, ...unless(NO_FOLDER_FLUSH) }, () => {
  const calls = callsOf(join(tempFolder(), 'vault.json'), Buffer.from('sealed'));
  expect(calls.slice(calls.lastIndexOf('rename'))).toContain('fsync');
});

it('lets nobody else read it', { timeout: PROGRAM_MS, ...unless(NO_MODES) }, () => {
  const path = join(tempFolder(), 'vault.json');
  callsOf(path, Buffer.from('sealed'));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
