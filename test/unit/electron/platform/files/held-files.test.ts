import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile, type FileHandle, rename, rm, unlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MOVE_STEPS, moveFile } from '#electron/platform/files/move-file.ts';
import { writeDurably } from '#electron/platform/files/write-durably.ts';
import { writeOver } from '#electron/platform/files/write-over.ts';
import { copyDatabase, duplicateFile, moveDatabase } from '#electron/platform/sqlite/copy-database.ts';
import { namesBy, type RenameAndRemove } from '#shared/node/files/retry-while-locked.ts';
import { holdFile, NO_LOCKS } from '#test/support/disks/hanging-disk.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_EXCLUSIVE_OPEN, NO_FOLDER_FLUSH, NO_MODES, unless } from '#test/support/why-skipped.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { pinoLog } from '#shared/node/log.ts';
import { rotatingFile } from '#electron/platform/files/rotating-file.ts';

const CALLS = { rename, unlink, rm, copyFile };
/** The pause after which the other program releases the file. */
const LET_GO_AT = 3;

type Work = {
  readonly what: string;
  /** The file that the other program has open. */
  readonly held: string;
  readonly act: (at: (name: string) => string, names: RenameAndRemove) => Promise<unknown>;
  /** The files that are there in the end. */
  readonly left: Readonly<Record<string, string>>;
};

const WORKS: readonly Work[] = [
  {
    what: 'a file of ours is replaced',
    held: 'one',
    act: (at, names) => writeDurably(at('one'), Buffer.from('new'), names),
    left: { one: 'new', two: '2' },
  },
  {
    what: 'a file is moved',
    held: 'one',
    act: (at, names) =>
      moveFile(
        { root: at('.'), from: at('one'), to: at('three'), bytes: Buffer.from('1'), resumed: false },
        { ...MOVE_STEPS, rename: names.rename, remove: names.remove },
      ),
    left: { three: '1', two: '2' },
  },
  {
    what: 'a database is moved away',
    held: 'one',
    act: (at, names) => moveDatabase(at('one'), at('three'), names),
    left: { three: '1', two: '2' },
  },
  {
    what: 'a file is duplicated',
    held: 'two',
    act: (at, names) => duplicateFile(at('one'), at('two'), names),
    left: { one: '1', two: '1' },
  },
  { what: 'a file is removed', held: 'two', act: (at, names) => names.removeIfThere(at('two')), left: { one: '1' } },
];

/** Refuses this many calls that change a name, whichever they are, as Windows does. */
function refusing(times: number) {
  let left = times;
  const refused =
    <Args extends readonly unknown[]>(call: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      left -= 1;
      if (left >= 0) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
      return call(...args);
    };
  return { rename: refused(rename), unlink: refused(unlink), rm: refused(rm), copyFile: refused(copyFile) };
}

function setUp() {
  const folder = join(tempFolder(), 'own');
  mkdirSync(folder);
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('one'), '1');
  writeFileSync(at('two'), '2');
  return { at, left: () => Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(at(name), 'utf8')])) };
}

describe.each(WORKS)('while another program has it open, $what', ({ held, act, left }) => {
  it('as soon as that lets go, by what Windows answers', async () => {
    const there = setUp();
    const waits: number[] = [];
    const clock = { sleep: async (ms: number) => void waits.push(ms) };
    await act(there.at, namesBy(refusing(LET_GO_AT), { platform: 'win32', clock }));
    expect(there.left()).toEqual(left);
    expect(waits).toHaveLength(LET_GO_AT);
  });

  it('as soon as that lets go, for real', unless(NO_LOCKS), async () => {
    const there = setUp();
    const other = await holdFile(there.at(held));
    let waits = 0;
    const sleep = async (): Promise<void> => {
      waits += 1;
      if (waits === LET_GO_AT) await other.letGo();
    };
    await act(there.at, namesBy(CALLS, { platform: process.platform, clock: { sleep } }));
    expect(there.left()).toEqual(left);
    expect(waits).toBe(LET_GO_AT);
  });
});

it('a backup gets its name as soon as it may', async () => {
  const there = setUp();
  const database = new DatabaseSync(there.at('open.sqlite'));
  onTestFinished(() => database.close());
  database.exec('CREATE TABLE notes (text)');
  const clock = { sleep: async () => undefined };
  await copyDatabase(database, there.at('copy.sqlite'), { names: namesBy(refusing(LET_GO_AT), { platform: 'win32', clock }) });
  expect(Object.keys(there.left()).toSorted()).toEqual(['copy.sqlite', 'one', 'open.sqlite', 'two']);
});

it('a copy of a document is written over as soon as it may be', async () => {
  const there = setUp();
  let asked = 0;
  const opened = async (): Promise<FileHandle> => {
    asked += 1;
    throw Object.assign(new Error(), { code: asked > LET_GO_AT ? 'ENOENT' : 'EBUSY' });
  };
  const locks = { platform: 'win32', clock: { sleep: async () => undefined } } as const;
  expect(await writeOver(there.at('three'), [Buffer.from('3')], { opened, locks })).toEqual({ ok: true, value: null });
  expect(there.left()).toEqual({ one: '1', two: '2', three: '3' });
});

/** libuv's UV_FS_O_EXLOCK: nobody else may open the file meanwhile, as Windows scanner programs open what they write. Node has no name for it. */
const ALONE = 0x1000_0000;
const files = nodeFiles();

describe('a file that a program of Windows keeps to itself', () => {
  it('is seen with its size, is busy for who reads it, and is read when it is let go', unless(NO_EXCLUSIVE_OPEN), async () => {
    const root = tempFolder();
    const path = join(root, 'scan.pdf');
    writeFileSync(path, 'page one');
    let held: number | null = openSync(path, constants.O_RDWR | ALONE);
    onTestFinished(() => {
      if (held !== null) closeSync(held);
    });
    expect(await files.stat(path)).toMatchObject({ ok: true, value: { kind: 'file', bytes: 8 } });
    expect(await files.list(root)).toMatchObject({ ok: true, value: [{ name: 'scan.pdf', stat: { bytes: 8 } }] });
    expect(await files.read(path, { root, bytesMax: 100 })).toEqual({ ok: false, failure: { kind: 'busy', code: 'EBUSY' } });
    closeSync(held);
    held = null;
    expect(await files.read(path, { root, bytesMax: 100 })).toMatchObject({ ok: true, value: { bytes: { byteLength: 8 } } });
  });
});

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

function refusedRename(): void {
  throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
}

describe('a log in a file', () => {
  it('never grows beyond its bound, keeps the newest lines, and drops the oldest file', () => {
    const path = join(tempFolder(), 'logs', 'intray.log');
    const file = rotatingFile({ path, bytesMax: 100, keep: 2 });
    for (let line = 0; line < 50; line += 1) file.write(`line ${String(line).padStart(3, '0')} ${'x'.repeat(20)}\n`);
    const folder = join(path, '..');
    expect(readdirSync(folder).toSorted()).toEqual(['intray.log', 'intray.log.1', 'intray.log.2']);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(100);
    expect(readFileSync(path, 'utf8')).toContain('line 049');
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('line 046');
  });

  it('that another program has open goes on in its file, loses none of the earlier ones, and is moved when that lets go', () => {
    const path = join(tempFolder(), 'intray.log');
    writeFileSync(`${path}.1`, 'earlier\n');
    writeFileSync(`${path}.2`, 'earliest\n');
    let isHeld = true;
    const renameOnceFree = (from: string, to: string): void => {
      if (isHeld && from === path) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' });
      renameSync(from, to);
    };
    const file = rotatingFile({ path, bytesMax: 100, keep: 3, rename: renameOnceFree });
    for (let line = 0; line < 8; line += 1) file.write(`line ${line} ${'x'.repeat(12)}\n`);
    expect([readFileSync(`${path}.2`, 'utf8'), readFileSync(`${path}.3`, 'utf8')]).toEqual(['earlier\n', 'earliest\n']);
    expect(readFileSync(path, 'utf8')).toContain('line 0');
    isHeld = false;
    file.write('line 8\n');
    expect(readFileSync(path, 'utf8')).toBe('line 8\n');
    expect(readFileSync(`${path}.1`, 'utf8')).toContain('line 7');
  });

  it('that another program has open for good does not grow without end, and has the newest lines', () => {
    const path = join(tempFolder(), 'intray.log');
    const file = rotatingFile({ path, bytesMax: 100, keep: 2, rename: refusedRename });
    for (let line = 0; line < 50; line += 1) file.write(`line ${String(line).padStart(3, '0')} ${'x'.repeat(20)}\n`);
    expect(statSync(path).size).toBeLessThanOrEqual(200);
    expect(readFileSync(path, 'utf8')).toContain('line 049');
  });

  it('goes on in what an earlier start wrote', () => {
    const path = join(tempFolder(), 'logs', 'intray.log');
    rotatingFile({ path, bytesMax: 1_000, keep: 1 }).write('before\n');
    rotatingFile({ path, bytesMax: 1_000, keep: 1 }).write('after\n');
    expect(readFileSync(path, 'utf8')).toBe('before\nafter\n');
    expect(existsSync(`${path}.1`)).toBe(false);
  });

  it('is for this user alone', unless(NO_MODES), () => {
    const path = join(tempFolder(), 'logs', 'intray.log');
    rotatingFile({ path, bytesMax: 1_000, keep: 1 }).write('a line\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('gets the lines of a program that has no terminal', () => {
    const path = join(tempFolder(), 'intray.log');
    const log = pinoLog({ name: 'test', level: 'warn', also: rotatingFile({ path, bytesMax: 1_000, keep: 1 }) });
    log.info('not this');
    log.warn('this', { code: 'ENOSPC' });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'test', msg: 'this', code: 'ENOSPC' });
  });
});
