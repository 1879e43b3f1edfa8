import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { childEnvironment, nodeOptions } from '#electron/file-process/child-options.ts';
import { forkProcess, networkNamespaces } from '#electron/file-process/fork-child.ts';
import { NO_NETWORK_LACK } from '#test/support/doors/around.ts';

const READER = new URL('../../../../electron/file-process/main.ts', import.meta.url);
const FORGETFUL = new URL('../../../support/doors/forgetful.ts', import.meta.url);
const OPTIONS = { output: 'ignored', rights: { writes: 'anywhere' } } as const;

describe('a started process', () => {
  it('that is killed before it was started has ended', async () => {
    const child = forkProcess(READER, OPTIONS)();
    child.kill();
    expect(await new Promise((ended) => child.onEnd(() => ended('ended')))).toBe('ended');
  });

  it('that could not be put into a network of its own is followed by one that is started without, and says so', async () => {
    const namespaces = networkNamespaces(async () => ({ program: process.execPath, words: ['--eval', 'process.exit(1)', '--'] }));
    const first = forkProcess(READER, { ...OPTIONS, namespaces })();
    await new Promise<void>((ended) => first.onEnd(ended));
    const next = forkProcess(READER, { ...OPTIONS, namespaces })();
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
    const child = fork(fileURLToPath(READER), [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
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
