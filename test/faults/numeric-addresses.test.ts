import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { startParts } from '../../build/demo/start-parts.ts';

/** Two programs start, on a machine that has other work too. */
const TEST_MS = 90_000;

test('relay, sandbox, console and control of the demonstration are at numeric addresses, which no name leads away from', {
  timeout: TEST_MS,
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
])('the %s does not start on a port that somebody else has', { timeout: TEST_MS }, async (_name, program) => {
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
