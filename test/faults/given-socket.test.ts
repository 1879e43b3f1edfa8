import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { givenSocket } from '#electron/headless/host/given-socket.ts';
import { askHost, signInBy } from '#test/support/network/ask-host.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { freshAddress } from '../../build/demo/engine-client.ts';
import { NO_SYSTEMD, unless } from '#test/support/why-skipped.ts';

const TEST_MS = 120_000;

/** A host that gets a listening socket as systemd passes it: as descriptor 3, for this very process id. */
async function startedOn(host: string) {
  const server = createServer();
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  const profile = tempFolder();
  const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', '1'];
  const script = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"';
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, ...args], { stdio: ['ignore', 'pipe', 'pipe', descriptorOf(server)] });
  onTestFinished(() => void child.kill('SIGKILL'));
  // From here on only the child accepts connections; the socket was never closed.
  server.close();
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('both are pipes');
  return { child, port, profile, stdout, stderr };
}

/** Node has no public way to get it. */
function descriptorOf(server: Server): number {
  const handle = Reflect.get(server, '_handle') as { readonly fd: number };
  return handle.fd;
}

describe('a socket that systemd holds', unless(NO_SYSTEMD), () => {
  test('is listened on in place of the port', { timeout: TEST_MS }, async () => {
    const { child, port, profile, stdout } = await startedOn('127.0.0.1');
    const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
    expect(JSON.parse(line)).toEqual({ ready: 'headless', port });
    expect(await askHost(port, { method: 'GET', path: '/healthz', headers: { host: `127.0.0.1:${port}` } })).toMatchObject({
      body: 'ok\n',
    });
    expect((await signInBy(await freshAddress(profile))).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('is refused in one sentence where it is open to other computers', { timeout: TEST_MS }, async () => {
    const { child, port, stdout, stderr } = await startedOn('0.0.0.0');
    const [said, complained, exit] = await Promise.all([text(stdout), text(stderr), once(child, 'exit')]);
    expect(exit).toEqual([1, null]);
    expect(said).toBe('');
    expect(complained).toContain(`listens on 0.0.0.0, and Intray listens on 127.0.0.1 alone: write ListenStream=127.0.0.1:${port}.\n`);
  });

  test.each([
    ['none', {}, { ok: true, value: null }],
    ['one for another process', { LISTEN_PID: '8', LISTEN_FDS: '1' }, { ok: true, value: null }],
    ['one', { LISTEN_PID: '7', LISTEN_FDS: '1' }, { ok: true, value: 3 }],
    ['two', { LISTEN_PID: '7', LISTEN_FDS: '2' }, { ok: false, failure: expect.stringMatching(/hands over 2 sockets, .*one/) as string }],
  ])('is found where there is %s', (_what, env, found) => {
    expect(givenSocket(env, 7)).toEqual(found);
  });
});
