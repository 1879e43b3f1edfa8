import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { givenSockets } from '#electron/headless/host/given-sockets.ts';
import { askHost, signInBy } from '#test/support/network/ask-host.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { freshAddress } from '../../build/demo/engine-client.ts';
import { NO_IPV6, NO_SYSTEMD, unless } from '#test/support/why-skipped.ts';

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
