import { execFile } from 'node:child_process';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeAuthority } from '#test/support/network/make-certificate.ts';
import { plainEnv } from '#test/support/plain-env.ts';
import { smallProxy } from '#test/support/network/small-proxy.ts';

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
