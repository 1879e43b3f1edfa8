import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { SecureVersion } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAuthority } from '#test/support/network/make-certificate.ts';
import { plainEnv } from '#test/support/plain-env.ts';
import { smallProxy } from '#test/support/network/small-proxy.ts';
import { tempFolder } from '#test/support/temp-folder.ts';

const HOST = 'service.test';
/** What a person sets because some page said so, and then forgets. */
const OPEN = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };

describe('NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment', () => {
  it('opens nothing: a server whose authority nobody knows is sent nothing, straight or by a proxy', async () => {
    const server = await strangeServer();
    const proxy = await smallProxy();
    const refused = { kind: 'certificate', sent: 'never-sent', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' };
    expect(await askedBy(OPEN, `https://127.0.0.1:${server.port}/`)).toEqual(refused);
    expect(await askedBy(OPEN, `https://${HOST}:${server.port}/`, proxy.url)).toEqual(refused);
    expect(proxy.asked).toEqual([`CONNECT ${HOST}:${server.port}`]);
    expect(server.heard).toEqual([]);
  });

  it('opens no proxy of TLS either', async () => {
    const server = await strangeServer();
    const asked = await askedBy(OPEN, 'https://service.test:1/', `https://127.0.0.1:${server.port}`);
    expect(asked).toMatchObject({ kind: 'proxy', sent: 'never-sent', code: 'PROXY_UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(server.heard).toEqual([]);
  });
});

describe('NODE_OPTIONS in the environment', () => {
  // With these, Node itself sends to all four servers.
  const options = '--tls-min-v1.0 --tls-cipher-list=ALL:eNULL@SECLEVEL=0';
  const refused = { kind: 'certificate', sent: 'never-sent', code: expect.stringMatching(/^ERR_SSL_/) };

  it.each([
    ['TLSv1.1', 'ALL', refused],
    ['TLSv1.2', 'ECDHE-RSA-NULL-SHA', refused],
    ['TLSv1.2', 'ECDHE-RSA-AES256-GCM-SHA384', { status: 200 }],
    ['TLSv1.3', 'ALL', { status: 200 }],
  ] as const)('brings back neither an old version of TLS nor one without encryption: %s, %s', async (version, ciphers, expected) => {
    const { port, authority } = await startServer(version, ciphers);
    const proxy = await smallProxy();
    const environment = { NODE_OPTIONS: options, NODE_EXTRA_CA_CERTS: authority };
    expect(await askedBy(environment, `https://${HOST}:${port}/`, proxy.url)).toEqual(expected);
  });
});

/** A server whose authority is in the file `authority`, and that offers one version of TLS. */
async function startServer(version: SecureVersion, ciphers: string): Promise<{ readonly port: number; readonly authority: string }> {
  const office = makeAuthority();
  const authority = join(tempFolder(), 'authority.pem');
  writeFileSync(authority, office.cert);
  const accepted = { minVersion: version, maxVersion: version, ciphers: `${ciphers}@SECLEVEL=0` };
  const server = createServer({ ...office.issue({ host: HOST }), ...accepted }, (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, authority };
}

/** A server on this machine with a certificate that nobody trusts. */
async function strangeServer(): Promise<{ readonly port: number; readonly heard: readonly string[] }> {
  const heard: string[] = [];
  const server = createServer(makeAuthority('Stranger').issue({ host: HOST }), (request, response) => {
    heard.push(request.rawHeaders.join(' '));
    response.end('mine now');
  });
  server.on('connect', (request, socket) => {
    heard.push(`CONNECT ${request.url}`);
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, heard };
}

async function askedBy(environment: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<unknown> {
  const program = ['test/faults/programs/ask-once.ts', ...args];
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: { ...plainEnv(), ...environment } });
  return JSON.parse(stdout);
}
