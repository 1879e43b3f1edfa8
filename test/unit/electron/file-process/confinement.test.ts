import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CONVERSION_RIGHTS } from '#electron/conversion/process-converter.ts';
import type { ConversionRequest } from '#electron/conversion/process/messages.ts';
import { forkChild, forkProcess, networkNamespaces } from '#electron/file-process/fork-child.ts';
import type { Question, StartedProcess } from '#electron/file-process/questions.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { type Around, type DoorName, DOORS, laidOut, missingHere, NO_NETWORK_LACK } from '#test/support/doors/doors.ts';
import { childEnvironment, nodeOptions } from '#electron/file-process/child-options.ts';

type Said =
  | { readonly kind: 'doors'; readonly open: readonly DoorName[] }
  | { readonly kind: 'started'; readonly lacks: readonly string[] };

const CODEC = new URL('./controlled-codec.ts', import.meta.url);
const READER = new URL('./controlled-reader.ts', import.meta.url);
const UNCONFINED = new URL('./unconfined.ts', import.meta.url);

/** What is open in a process that is started as both were before: with options for memory alone, and with all of the environment. */
function openWithout(around: Around): Promise<readonly DoorName[]> {
  const child = fork(fileURLToPath(UNCONFINED), [], {
    execArgv: ['--max-old-space-size=256', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send(around);
  return new Promise((resolve) => child.once('message', (said: Extract<Said, { kind: 'doors' }>) => resolve(said.open)));
}

function heard(
  child: Pick<StartedProcess<never, unknown>, 'onSaid' | 'kill'>,
): Promise<{ open: readonly DoorName[]; lacks: readonly string[] }> {
  onTestFinished(() => child.kill());
  let lacks: readonly string[] = ['nothing was said'];
  return new Promise((resolve) => {
    child.onSaid((message) => {
      const said = message as Said;
      if (said.kind === 'started') ({ lacks } = said);
      else if (said.kind === 'doors') resolve({ open: said.open, lacks });
    });
  });
}

function inConversion(around: Around, copy: string) {
  const child = forkProcess<ConversionRequest, unknown>(CODEC, { output: 'kept', rights: CONVERSION_RIGHTS })();
  const path = join(around.elsewhere, 'letter.txt');
  const itemId = '00000000-0000-4000-8000-000000000001' as ItemId;
  child.send({ path, root: around.elsewhere, sha256: '', kind: 'tiff', password: JSON.stringify(around), copy: { path: copy, itemId } });
  return heard(child);
}

function inReader(around: Around, writes: Parameters<ReturnType<typeof forkChild>>[0]) {
  const child: Pick<StartedProcess<Question, unknown>, 'send' | 'onSaid' | 'kill'> = forkChild(READER)(writes);
  const of = { path: JSON.stringify(around), root: around.elsewhere, want: 'hash', copy: null } as const;
  child.send({ id: 1, isLookedInto: true, asked: { kind: 'read', of } });
  return heard(child);
}

/** A network namespace closes them; nothing else can, where there is none. */
const BY_NAMESPACE: readonly DoorName[] = ['IPv4 loopback, kept', 'IPv6 loopback, kept', 'an abstract socket, kept'];
/** Only the system could close them, and it does not (ADR-76). */
const LEFT: readonly DoorName[] = ['a socket with a path, kept', 'a signal to the parent, kept'];
/** What the process that reads files is there for. */
const READS: readonly DoorName[] = ['a file of the person', 'a file of the system', 'the vault', 'a file by promise'];
const MEMORY: DoorName = 'the memory of the parent';

async function leftHere(): Promise<readonly DoorName[]> {
  const isApart = (await networkNamespaces().launcher()) !== null;
  return [...LEFT, ...(isApart ? [] : BY_NAMESPACE)];
}

const among = (open: readonly DoorName[], all: readonly DoorName[]): DoorName[] => all.filter((name) => open.includes(name));

describe('a process that looks at a hostile file', () => {
  it('would find every door open, if nothing closed them', async () => {
    const around = await laidOut();
    const missing = missingHere(around);
    const open = await openWithout(around);
    const closed = (Object.keys(DOORS) as DoorName[]).filter((name) => !open.includes(name));
    // Only root, or a user whose processes are not guarded from one another, reads the parent's memory.
    expect(closed.filter((name) => name !== MEMORY)).toEqual(missing.filter((name) => name !== MEMORY));
  });

  it('converts, and reaches nothing but its copy', async () => {
    const around = await laidOut();
    const copy = join(around.spool, 'copy');
    const { open, lacks } = await inConversion(around, copy);
    expect(open.filter((name) => !LEFT.includes(name))).toEqual(among(open, await leftHere()).filter((name) => !LEFT.includes(name)));
    expect(lacks).toEqual((await networkNamespaces().launcher()) === null ? NO_NETWORK_LACK : []);
    await expect.poll(() => readFileSync(copy, 'latin1')).toBe('its own copy');
    expect(existsSync(join(around.spool, 'another'))).toBe(false);
  });

  it('reads local files, and writes nothing but copies', async () => {
    const around = await laidOut();
    const { open, lacks } = await inReader(around, { folder: around.spool });
    const allowed = [...READS, 'a file beside the copy', MEMORY, ...(await leftHere())] as const;
    expect(open.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(open).toEqual(expect.arrayContaining([...READS, 'a file beside the copy']));
    expect(lacks).toEqual((await networkNamespaces().launcher()) === null ? NO_NETWORK_LACK : []);
  });

  it('reads and moves files of another place, and does nothing else', async () => {
    const around = await laidOut();
    const { open } = await inReader(around, 'anywhere');
    const allowed = [...READS, 'a file beside the copy', 'writing over the vault', 'a new file elsewhere', MEMORY, ...(await leftHere())];
    expect(open.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('can be kept to a folder with an odd name', async () => {
    const around = await laidOut();
    for (const name of ['with space', 'comma,and,comma', 'é', 'a=b']) {
      const spool = join(around.spool, name);
      mkdirSync(spool);
      const { open } = await inReader({ ...around, spool }, { folder: spool });
      expect([name, among(open, ['a file beside the copy', 'a new file elsewhere', 'writing over the vault'])]).toEqual([
        name,
        ['a file beside the copy'],
      ]);
    }
  });
});

const FORK_CHILD_READER = new URL('../../../../electron/file-process/main.ts', import.meta.url);
const FORGETFUL = new URL('./forgetful.ts', import.meta.url);
const OPTIONS = { output: 'ignored', rights: { writes: 'anywhere' } } as const;

describe('a started process', () => {
  it('that is killed before it was started has ended', async () => {
    const child = forkProcess(FORK_CHILD_READER, OPTIONS)();
    child.kill();
    expect(await new Promise((ended) => child.onEnd(() => ended('ended')))).toBe('ended');
  });

  it('that could not be put into a network of its own is followed by one that is started without, and says so', async () => {
    const namespaces = networkNamespaces(async () => ({ program: process.execPath, words: ['--eval', 'process.exit(1)', '--'] }));
    const first = forkProcess(FORK_CHILD_READER, { ...OPTIONS, namespaces })();
    await new Promise<void>((ended) => first.onEnd(ended));
    const next = forkProcess(FORK_CHILD_READER, { ...OPTIONS, namespaces })();
    onTestFinished(() => next.kill());
    expect(await new Promise((hear) => next.onSaid(hear))).toEqual({ kind: 'started', lacks: NO_NETWORK_LACK });
  });

  it('ends over a rejection that nobody handles, also where the host only warns of one', async () => {
    const child = fork(fileURLToPath(FORGETFUL), [], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--unhandled-rejections=warn'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    child.send({});
    expect(await new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)))).toBe('SIGKILL');
  });

  it('says what it was started without', async () => {
    const child = fork(fileURLToPath(FORK_CHILD_READER), [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = await new Promise((resolve) => child.once('message', resolve));
    const lacks = ['heap-limit', 'gc', 'no-code-from-strings', 'permissions', ...NO_NETWORK_LACK];
    expect(said).toEqual({ kind: 'started', lacks });
  });

  it('gets no name of the environment but what it needs', () => {
    const given = {
      HOME: '/home/a',
      PATH: '/bin',
      GITHUB_TOKEN: 'x',
      HTTPS_PROXY: 'x',
      DBUS_SESSION_BUS_ADDRESS: 'x',
      NODE_OPTIONS: '--inspect',
    };
    expect(Object.keys(childEnvironment(given))).toEqual(['UV_THREADPOOL_SIZE']);
    const windows = { SYSTEMROOT: 'C:\\Windows', UserProfile: 'C:\\Users\\a', Path: 'C:\\', OneDriveCommercial: 'D:\\a', USERNAME: 'a' };
    expect(Object.keys(childEnvironment(windows)).toSorted()).toEqual([
      'OneDriveCommercial',
      'SYSTEMROOT',
      'UV_THREADPOOL_SIZE',
      'UserProfile',
    ]);
  });

  it.each([
    ['/home/a b/spool', '/home/a b/spool/'],
    ['/home/a,b/spool', '/home/a,b/spool/'],
    ['C:\\Users\\a\\spool', 'C:\\Users\\a\\spool\\'],
    // Node reads a pattern there, and a share was not tried: the right to write is whole.
    ['/home/a*b/spool', '*'],
    ['\\\\server\\share\\spool', '*'],
  ])('may write into %s', (folder, place) => {
    const writes = nodeOptions({ writes: { folder } }).filter((one) => one.startsWith('--allow-fs-write='));
    expect(writes).toEqual([`--allow-fs-write=${place}`]);
  });
});
