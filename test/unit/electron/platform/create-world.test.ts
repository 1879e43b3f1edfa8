import { join, resolve } from 'node:path';
import tls from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { createWorld } from '#electron/platform/create-world.ts';
import { keyFile } from '#electron/platform/secrets/key-file.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { tempFolder } from '#test/support/folders.ts';
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { NO_MODES, unless } from '#test/support/why-skipped.ts';
import { startThread, type Thread } from '#electron/platform/worker-thread.ts';

const GET = { method: 'GET', headers: {}, timeoutMs: 5_000, answerBytesMax: 1_000 } as const;

function aWorld(folder: string) {
  return createWorld({ log: recordingLog(), files: nodeFiles(), secrets: keyFile({ path: join(folder, 'key'), absent: 'create' }) });
}

describe('the real world', () => {
  it('speaks HTTP, keeps files and secrets, and knows the time', async () => {
    const folder = tempFolder();
    const world = aWorld(folder);
    const server = await scriptedServer(() => ({ status: 200, body: 'hello' }));
    const sent = await world.http.send({ ...GET, url: server.url });
    expect(sent.ok && Buffer.from(sent.value.body).toString()).toBe('hello');
    const path = join(folder, 'file');
    expect(await world.files.writeDurably(path, new Uint8Array([1, 2, 3]))).toEqual(ok(null));
    expect(await world.files.read(path, { root: folder, bytesMax: 10 })).toMatchObject({
      ok: true,
      value: { bytes: new Uint8Array([1, 2, 3]) },
    });
    await world.secrets.set('a', 'b');
    expect(await world.secrets.get('a')).toEqual(ok('b'));
    expect(Math.abs(world.clock.wallMs() - Date.now())).toBeLessThan(60_000);
  });

  it('trusts what the system trusts with the first request that needs it, and loses nothing of what was trusted before', async () => {
    const before = tls.getCACertificates('bundled');
    const server = await scriptedServer(() => ({ status: 200, body: 'hello' }));
    const { http } = aWorld(tempFolder());
    // Plain HTTP needs no certificates, so none are loaded. An earlier test of this process may have loaded some, so the list is emptied,
    // and restored afterwards.
    tls.setDefaultCACertificates([]);
    await http.send({ ...GET, url: server.url });
    expect(tls.getCACertificates('default')).toEqual([]);
    tls.setDefaultCACertificates(before);
    await http.send({ ...GET, url: server.url.replace('http:', 'https:') });
    const trusted = new Set(plain(tls.getCACertificates('default')));
    const wanted = plain([...before, ...tls.getCACertificates('system')]);
    expect(wanted.filter((certificate) => !trusted.has(certificate))).toEqual([]);
    expect(trusted.size).toBeGreaterThan(50);
  });
});

/** Line ends of the same certificate depend on where it came from. */
function plain(certificates: readonly string[]): string[] {
  return certificates.map((one) => one.replaceAll(/\s/g, ''));
}

/** A program needs time to start. */
const PROGRAM_MS = 60_000;

function moduleAt(path: string): string {
  return JSON.stringify(pathToFileURL(resolve(path)).href);
}

function modesIn(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  );
}

/** With the umask of most systems, or with none at all. */
function runWith(umask: string, ...args: readonly string[]): void {
  execFileSync('sh', ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, ...args], { stdio: 'pipe' });
}

describe('a program that keeps what it makes to itself', unless(NO_MODES), () => {
  it('gives what it makes among the files of a person the modes that the person chose', { timeout: PROGRAM_MS }, () => {
    const folder = tempFolder();
    const code = `const { setPrivateUmask } = await import(${moduleAt('electron/platform/make-private.ts')});
      const { MOVE_STEPS } = await import(${moduleAt('electron/platform/files/move-file.ts')});
      const { nodeFiles } = await import(${moduleAt('electron/platform/files/node-files.ts')});
      const { writeFile } = await import('node:fs/promises');
      const at = (name) => ${JSON.stringify(folder)} + '/' + name;
      setPrivateUmask();
      await MOVE_STEPS.makeFolder(at('Sent'));
      await MOVE_STEPS.reserve(at('reserved.pdf'));
      await MOVE_STEPS.writeNew(at('scan.pdf'), Buffer.from('x'));
      await nodeFiles().makeFolder(at('Purchases'), 'user');
      await nodeFiles().makeFolder(at('spool'));
      await writeFile(at('whatever'), 'x');`;
    runWith('022', '--input-type=module', '--eval', code);
    expect(modesIn(folder)).toEqual({
      Sent: '755',
      'reserved.pdf': '644',
      'scan.pdf': '644',
      Purchases: '755',
      spool: '700',
      whatever: '600',
    });
  });
});

const THREAD = new URL('../../../../electron/platform/worker-thread.ts', import.meta.url);
let started: Thread[] = [];

function threadOf(answer: string): Thread {
  const file = join(tempFolder(), 'thread.mjs');
  writeFileSync(file, `import { answerAsThread } from ${JSON.stringify(THREAD.href)};\nanswerAsThread(${answer});`);
  const thread = startThread(pathToFileURL(file));
  started.push(thread);
  return thread;
}

describe('a thread', () => {
  afterEach(() => {
    for (const thread of started) thread.end();
    started = [];
  });

  it('answers each question in its turn, and keeps what it learned', async () => {
    const thread = threadOf('((sum) => async ({ add }) => (sum += add))(0)');
    expect(await thread.ask({ add: 2 })).toEqual(ok(2));
    expect(await thread.ask({ add: 3 })).toEqual(ok(5));
  });

  it('says so when it breaks, and to every question after that', async () => {
    const thread = threadOf("async () => { throw new Error('broken'); }");
    expect(await thread.ask({})).toEqual(fail('failed'));
    expect(await thread.ask({})).toEqual(fail('failed'));
  });

  it('says so when its file is not there, and when it was ended', async () => {
    const thread = startThread(pathToFileURL(join(tempFolder(), 'none.mjs')));
    expect(await thread.ask({})).toEqual(fail('failed'));
    const other = threadOf('async () => 1');
    expect(await other.ask({})).toEqual(ok(1));
    const asked = other.ask({});
    other.end();
    expect([ok(1), fail('failed')]).toContainEqual(await asked);
    expect(await other.ask({})).toEqual(fail('failed'));
  });
});
