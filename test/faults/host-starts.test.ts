import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { givenSockets } from '#electron/headless/host/given-sockets.ts';
import { askHost, signInBy } from '#test/support/network/ask-host.ts';
import { tempFolder } from '#test/support/folders.ts';
import { freshAddress } from '../../build/demo/engine-client.ts';
import { NO_IPV6, NO_SYSTEMD, realParts, unless } from '#test/support/why-skipped.ts';
import { copyFileSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { everLoaded } from '#test/package/loaded.ts';
import { sampleFiles } from '#test/support/documents/sample-files.ts';
import { until } from '#test/support/until.ts';
import { connectedHost } from './connected-host.ts';

const TEST_MS = 120_000;

/** A host that gets listening sockets as systemd passes them: as descriptors 3 and 4, for this very process id. */
async function startedOn(hosts: readonly string[]) {
  const servers: Server[] = [];
  let port = 0;
  for (const host of hosts) {
    const server = createServer();
    server.listen({ host: host.replace(/^other /, ''), port: host.startsWith('other ') ? 0 : port, ipv6Only: true });
    await once(server, 'listening');
    port ||= (server.address() as AddressInfo).port;
    servers.push(server);
  }
  const profile = tempFolder();
  const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', '1'];
  const script = `LISTEN_FDS=${servers.length} LISTEN_PID=$$ exec "$@"`;
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...servers.map(descriptorOf)],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // From here on only the child accepts connections; the sockets were never closed.
  for (const server of servers) server.close();
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('both are pipes');
  return { child, port, profile, stdout, stderr };
}

/** Node has no public way to get it. */
function descriptorOf(server: Server): number {
  const handle = Reflect.get(server, '_handle') as { readonly fd: number };
  return handle.fd;
}

describe('the sockets that systemd holds', unless(NO_SYSTEMD, NO_IPV6), () => {
  test.each([[['127.0.0.1', '::1']], [['::1', '127.0.0.1']]] as const)(
    'are listened on in place of the port, in this order: %j',
    { timeout: TEST_MS },
    async (hosts) => {
      const { child, port, profile, stdout } = await startedOn(hosts);
      const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
      expect(JSON.parse(line)).toEqual({ ready: 'headless', port });
      for (const host of ['127.0.0.1', '::1'] as const)
        expect(await askHost(port, { method: 'GET', path: '/healthz', headers: { host: `127.0.0.1:${port}` } }, host)).toMatchObject({
          body: 'ok\n',
        });
      expect((await signInBy(await freshAddress(profile))).status).toBe(200);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );

  test.each([
    ['it is open to other computers', ['0.0.0.0'], 'listens on 0.0.0.0, and Intray listens on this computer alone'],
    ['the second one is open to other computers', ['127.0.0.1', '::'], 'listens on ::, and Intray listens on this computer alone'],
    ['there is none on ::1', ['127.0.0.1'], 'hands over no socket on ::1. Whoever'],
    ['there is none on 127.0.0.1', ['::1'], 'hands over no socket on 127.0.0.1. Whoever'],
    ['both have the same address', ['127.0.0.1', 'other 127.0.0.1'], 'have different ports'],
    ['their ports differ', ['127.0.0.1', 'other ::1'], 'have different ports'],
  ] as const)('are refused in one sentence where %s', { timeout: TEST_MS }, async (_what, hosts, why) => {
    const { child, port, stdout, stderr } = await startedOn(hosts);
    const [said, complained, exit] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
    expect(exit).toEqual([1, null]);
    expect(said).toBe('');
    expect(complained).toContain(why);
    // The line that is missing, as it is to be written.
    const line = why.includes('on ::1.') ? `ListenStream=[::1]:${port}` : 'ListenStream=127.0.0.1:';
    expect(complained).toContain(line);
  });

  test.each([
    ['none', {}, { ok: true, value: [] }],
    ['one for another process', { LISTEN_PID: '8', LISTEN_FDS: '1' }, { ok: true, value: [] }],
    ['one', { LISTEN_PID: '7', LISTEN_FDS: '1' }, { ok: true, value: [3] }],
    ['two', { LISTEN_PID: '7', LISTEN_FDS: '2' }, { ok: true, value: [3, 4] }],
    ['three', { LISTEN_PID: '7', LISTEN_FDS: '3' }, { ok: false, failure: expect.stringMatching(/hands over 3 sockets, .*two/) as string }],
    ['no number', { LISTEN_PID: '7' }, { ok: false, failure: expect.stringMatching(/hands over no sockets/) as string }],
  ])('are found where there is %s', (_what, env, found) => {
    expect(givenSockets(env, 7)).toEqual(found);
  });
});

const BUILT = join('dist', 'headless');
const notBuilt = existsSync(join(BUILT, 'main.js')) ? null : 'nothing is built: npm run build';
/** What the host starts: itself, the process that reads files, and the thread that draws registers. */
const PROGRAMS = ['main.js', 'file-process.js', 'pages-thread.js'];

describe('the built headless host without all that converts files', unless(notBuilt), () => {
  const parts = realParts();

  it('starts, watches, reads and sends as ever: it needs nothing of it before a conversion is asked for', async () => {
    const root = tempFolder();
    const copy = join(root, BUILT);
    // It says the version.
    copyFileSync('package.json', join(root, 'package.json'));
    const removed = copyWithoutCodecs(copy);
    expect(removed).toEqual(
      expect.arrayContaining(['wasm', 'conversion-process.js', expect.stringMatching(/libheif/), expect.stringMatching(/qpdf/)]),
    );
    const { first, folder, documents } = await connectedHost(parts(), { program: join(copy, 'main.js') });
    copyFileSync(sampleFiles.invoice.path, join(folder, 'Facture.pdf'));
    copyFileSync('test/support/conversions/g4.tiff', join(folder, 'Fax.tiff'));
    const counted = async () => (await first.client.overview()).counts;
    await until('one is sent and one is unfit', async () => {
      const { awaiting, unfit } = await counted();
      return awaiting === 1 && unfit === 1;
    });
    expect(await documents()).toMatchObject([{ filename: 'Facture.pdf' }]);
    expect(first.program.log()).not.toMatch(/ERR_MODULE_NOT_FOUND|process that converts/);
    // What was removed is what a conversion needs.
    const fax = (await first.client.items.list({ limit: 9 })).items.find(({ name }) => name === 'Fax.tiff');
    if (fax === undefined) throw new Error('the fax was not found');
    const news = [];
    for await (const one of await first.client.items.convert({ itemId: fax.id })) news.push(one);
    expect(news.at(-1)).toEqual({ kind: 'fault', fault: 'broken' });
    expect(first.program.log()).toContain('the process that converts files ended');
  });
});

/** Copies only what the host and its other programs can load, and returns the names of what is left out. */
function copyWithoutCodecs(to: string): readonly string[] {
  const needed = new Set(PROGRAMS.flatMap((name) => [...everLoaded(join(BUILT, name)).keys()]));
  cpSync(BUILT, to, { recursive: true });
  const scripts = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.js'));
  const removed = ['wasm', ...scripts.filter((path) => !needed.has(join(BUILT, path)))];
  for (const path of removed) rmSync(join(to, path), { recursive: true });
  return removed;
}
