import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CALL_HEADER, COMMAND_KEY_HEADER } from '#electron/headless/host/request-guard.ts';
import { SESSION_HEADER } from '#shared/app-api/session-header.ts';
import { askHost, pageHeaders, signInBy } from '#test/support/network/ask-host.ts';
import { readyLine } from '#test/support/ready-line.ts';
import { tempFolder } from '#test/support/folders.ts';
import { freshAddress } from '../../build/demo/engine-client.ts';
import { rawHttp } from '#test/contract/bench.ts';
import { headersIn, headFaults } from '#test/support/network/scripted-server.ts';
import { spawnSync } from 'node:child_process';
import { anotherUser } from '#test/support/another-user.ts';
import { NO_IPV6, noNetworkOfItsOwn, unless } from '#test/support/why-skipped.ts';
import { type AddressInfo, createServer } from 'node:net';
import process from 'node:process';
import { startParts } from '../../build/demo/start-parts.ts';

describe('the log of a host that is misused', () => {
  test('says what was refused and how often, and none of what was tried', { timeout: 120_000 }, async () => {
    const profile = tempFolder();
    const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', '0'];
    const program = await readyLine({ args });
    const port = Number(program.ready['port']);
    const address = await freshAddress(profile);
    expect((await signInBy(address)).status).toBe(200);
    for (let n = 0; n < 3; n += 1) expect((await signInBy(address)).status).toBe(401);
    const call = { method: 'POST', path: '/rpc/info', body: '{}' };
    const own = pageHeaders(address);
    const { host } = new URL(address);
    const refused = async (headers: Readonly<Record<string, string>>, status: number): Promise<void> =>
      expect(await askHost(port, { ...call, headers: { host, ...headers } })).toMatchObject({ status });
    await refused({ ...own, [SESSION_HEADER]: 'invented-session' }, 401);
    await refused({ ...own, origin: 'https://evil.example' }, 403);
    await refused({ ...own, host: 'evil.example' }, 421);
    for (let n = 0; n < 2; n += 1)
      await refused({ host: `127.0.0.1:${port}`, [CALL_HEADER]: '1', [COMMAND_KEY_HEADER]: 'invented-key' }, 401);
    await program.stop('SIGTERM');
    const said = program.stderr();
    const lines = said
      .split('\n')
      .filter((line) => line.includes('a call was refused'))
      .map((line) => JSON.parse(line) as { readonly why: string; readonly times: number });
    expect(lines.map(({ why, times }) => `${why} ${times}`).toSorted()).toEqual([
      'no-session 1',
      'one-time-address-used-or-unknown 1',
      'one-time-address-used-or-unknown 2',
      'wrong-command-key 1',
      'wrong-command-key 1',
      'wrong-host 1',
      'wrong-page 1',
    ]);
    const token = new URL(address).hash.split('=')[1] ?? '?';
    for (const text of [token, 'invented', 'evil', host, profile, '/rpc']) expect(said).not.toContain(text);
  });
});

const END = 'connection: close\r\n\r\n';

describe('every answer of the host, over its socket', () => {
  test('carries the headers of the window, also where it is refused before it is a request', { timeout: 120_000 }, async () => {
    const profile = tempFolder();
    const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', '0'];
    const { ready } = await readyLine({ args });
    const own = `host: 127.0.0.1:${String(ready['port'])}\r\n`;
    const wrong: string[] = [];
    for (const [status, bytes] of [
      [200, `GET /healthz HTTP/1.1\r\n${own}${END}`],
      [421, `GET / HTTP/1.1\r\n${own}${END}`],
      [421, `GET /rpc/info HTTP/1.1\r\nhost: elsewhere\r\n${END}`],
      [401, `POST /token HTTP/1.1\r\n${own}x-intray: 1\r\nx-intray-key: guessed\r\ncontent-length: 0\r\n${END}`],
      [413, `POST /session HTTP/1.1\r\n${own}x-intray-key: guessed\r\ncontent-length: 999999\r\n${END}`],
      [400, `GET / HTTP/1.1\r\n${END}`],
      [400, `GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n${END}`],
      [400, 'NONSENSE\r\n\r\n'],
      [417, `GET / HTTP/1.1\r\n${own}expect: a-miracle\r\n${END}`],
      [431, `GET / HTTP/1.1\r\n${own}x: ${'a'.repeat(40_000)}\r\n${END}`],
    ] as const) {
      const { status: came, head } = await rawHttp(`http://127.0.0.1:${String(ready['port'])}`, bytes);
      expect([bytes.slice(0, 40), came]).toEqual([bytes.slice(0, 40), status]);
      wrong.push(...headFaults({ headers: headersIn(head) }).map((fault) => `${bytes.slice(0, 40)} ${came}: ${fault}`));
    }
    expect(wrong).toEqual([]);
  });
});

test.each(['127.0.0.1', '::1'])(
  'a host whose port another user has on %s says so, does not run beside them, and ends',
  { timeout: 120_000, ...unless(NO_IPV6) },
  async (host) => {
    const theirs = await anotherUser({ host });
    onTestFinished(() => theirs.end());
    const { port } = theirs;
    const profile = tempFolder();
    const args = ['build/headless.mjs', '--profile', profile, '--create-key-file', join(profile, 'key'), '--port', String(port), '--quiet'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `--port ${port} cannot be listened on: another program, maybe another user's, has it on ${host} (EADDRINUSE). Whoever listens on one of 127.0.0.1 and ::1 can answer a browser in place of the window, so Intray runs with both or not at all. End that program (as root, "ss -ltnp sport = :${port}" names it), or choose another port. Intray has ended, and nothing is lost.\n`,
    );
    expect(await theirs.heard()).toBe('');
  },
);

const TEST_MS = 120_000;

/** What was seen in a network of its own, which this program alone is in. */
function seen(scene: string): unknown {
  const args = [
    '-n',
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
    process.execPath,
    'test/faults/programs/loopback-in-namespace.ts',
    scene,
  ];
  const { stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('a port on the loopback addresses', unless(NO_IPV6, noNetworkOfItsOwn()), () => {
  test('is ours on ::1 where IPv6 is switched on only later, and nobody else’s before', { timeout: TEST_MS }, () => {
    expect(seen('comesLater')).toEqual({
      ipv6: 'reserved',
      before: ['EADDRNOTAVAIL', 'EADDRINUSE', 'EADDRINUSE'],
      after: ['EADDRINUSE', 'EADDRINUSE', 'EADDRINUSE'],
      answers: 'ours',
    });
  });

  test('is not held where another user waits for IPv6 to be switched on', { timeout: TEST_MS }, () => {
    expect(seen('takenBefore')).toEqual({ kind: 'taken', address: '::' });
  });

  test('is chosen among those that are free on both, and none is where none is', { timeout: TEST_MS }, () => {
    expect(seen('scarcePorts')).toEqual({ one: 40_001, none: 'taken' });
  });
});

/** Two programs start, on a machine that has other work too. */
const NUMERIC_ADDRESSES_TEST_MS = 90_000;

test('relay, sandbox, console and control of the demonstration are at numeric addresses, which no name leads away from', {
  timeout: NUMERIC_ADDRESSES_TEST_MS,
}, async () => {
  const parts = await startParts();
  onTestFinished(parts.stop);
  const said = parts.programs.flatMap(({ ready }) => Object.values(ready as Record<string, unknown>));
  const { relayUrl, service } = parts.installation;
  const addresses = [...said, parts.consoleUrl, relayUrl, service.baseUrl, service.authUrl, service.jwksUrl].filter(
    (value): value is string => typeof value === 'string' && value.includes('://'),
  );
  expect(addresses.length).toBeGreaterThan(8);
  expect(addresses.filter((address) => new URL(address).hostname !== '127.0.0.1')).toEqual([]);
});

test.each([
  ['sandbox', ['sandbox/server.ts']],
  ['relay', ['relay/server.ts']],
])('the %s does not start on a port that somebody else has', { timeout: NUMERIC_ADDRESSES_TEST_MS }, async (_name, program) => {
  const theirs = createServer();
  await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void theirs.close());
  const { port } = theirs.address() as AddressInfo;
  const parts = await startParts();
  onTestFinished(parts.stop);
  const { baseUrl, authUrl, jwksUrl, issuer, scope } = parts.installation.service;
  const relay = { RELAY_BASE_URL: baseUrl, RELAY_AUTH_URL: authUrl, RELAY_JWKS_URL: jwksUrl, RELAY_ISSUER: issuer, RELAY_SCOPE: scope };
  const credentials = { RELAY_CLIENT_ID: parts.credentials.clientId, RELAY_CLIENT_SECRET: parts.credentials.clientSecret };
  const env = { ...process.env, ...relay, ...credentials, RELAY_SEAL_KEYS: 'none', RELAY_STORE: 'sqlite::memory:' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, '--port', String(port)], {
    encoding: 'utf8',
    env,
    timeout: 60_000,
  });
  expect({ status: status === 0 || status === null ? status : 'ended', stdout }).toEqual({ status: 'ended', stdout: '' });
  expect(stderr).toContain('EADDRINUSE');
});
