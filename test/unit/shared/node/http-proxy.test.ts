import { createServer } from 'node:https';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { Http, HttpRequest } from '#shared/ports/http.ts';
import { type Authority, makeAuthority } from '#test/support/network/make-certificate.ts';
import { scriptedServer } from '#test/support/network/scripted-server.ts';
import { smallProxy } from '#test/support/network/small-proxy.ts';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecureVersion } from 'node:tls';
import { promisify } from 'node:util';
import { plainEnv } from '#test/support/project-text.ts';
import { tempFolder } from '#test/support/folders.ts';

const HOST = 'service.test';
const officeAuthority = makeAuthority();
const GOOD = basic('anne', 'päss wort');

describe('a request by a proxy', () => {
  it('goes by CONNECT to a server of TLS, and the proxy sees neither the path nor a secret', async () => {
    const port = await secure(officeAuthority, (request, response) => response.end([request.headers['x-key'], request.url].join(' ')));
    const proxy = await smallProxy({ wants: { user: 'anne', password: 'päss wort' } });
    const answer = await http().send({ ...get(`https://${HOST}:${port}/secret-path`, proxy.url, GOOD), headers: { 'x-key': 's3cret' } });
    expect(answer.ok && Buffer.from(answer.value.body).toString()).toBe('s3cret /secret-path');
    expect(proxy.asked).toEqual([`CONNECT ${HOST}:${port}`]);
    expect(proxy.heads.join()).not.toMatch(/s3cret|secret-path/);
  });

  it('is forwarded as it is to a plain server', async () => {
    const server = await scriptedServer(() => ({ status: 200, body: { here: true } }));
    const proxy = await smallProxy();
    const url = server.url.replace('127.0.0.1', HOST);
    expect(await http().send(get(`${url}/a?b=c`, proxy.url))).toMatchObject({ ok: true, value: { status: 200 } });
    expect(proxy.asked).toEqual([`GET ${url}/a?b=c`]);
    expect(server.asked[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  it.each([null, basic('anne', 'wrong')])('that is not let in (%s) is the proxy’s no, and the server has heard nothing', async (shown) => {
    let heard = 0;
    const port = await secure(officeAuthority, (_, response) => response.end(String((heard += 1))));
    const proxy = await smallProxy({ wants: { user: 'anne', password: 'right' } });
    const fault = { ok: false, failure: { kind: 'proxy', sent: 'never-sent', code: 'PROXY_407' } };
    expect(await http().send(get(`https://${HOST}:${port}/`, proxy.url, shown))).toEqual(fault);
    const plain = await http().send(get(`http://${HOST}:${port}/`, proxy.url, shown));
    expect(plain).toMatchObject({ failure: { kind: 'proxy', code: 'PROXY_407' } });
    expect(heard).toBe(0);
  });

  it('tells which no it was, and a proxy that is not there from a server that is not', async () => {
    const proxy = await smallProxy({ status: 503 });
    const url = `https://${HOST}:1/`;
    expect(await http().send(get(url, proxy.url))).toMatchObject({ failure: { kind: 'proxy', sent: 'never-sent', code: 'PROXY_503' } });
    await proxy.close();
    const gone = { kind: 'proxy', sent: 'never-sent', code: 'PROXY_ECONNREFUSED' };
    expect(await http().send(get(url, proxy.url))).toEqual({ ok: false, failure: gone });
  });

  it('is broken, and perhaps received, when the proxy dies in the middle of the body', async () => {
    const port = await secure(officeAuthority, (request, response) => request.resume().on('end', () => response.end()));
    const proxy = await smallProxy({ cutAfterBytes: 40_000 });
    const sent = await http().send({
      ...get(`https://${HOST}:${port}/`, proxy.url),
      method: 'POST',
      body: [new Uint8Array(2_000_000)],
    });
    expect(sent).toMatchObject({ ok: false, failure: { kind: 'broken', sent: 'maybe-received' } });
  });

  it('keeps its tunnel for the next one, opens another for another password, and closes them all', async () => {
    const port = await secure(officeAuthority, (_, response) => response.end('ok'));
    const proxy = await smallProxy();
    const client = undiciHttp({ ca: [officeAuthority.cert] });
    const url = `https://${HOST}:${port}/`;
    for (const shown of [GOOD, GOOD, basic('anne', 'newer'), GOOD]) {
      await client.send(get(url, proxy.url, shown));
      // An answer arrives a moment before its connection is free again.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(proxy.asked).toHaveLength(2);
    expect(proxy.open()).toBe(2);
    await client.close();
    await expect.poll(() => proxy.open()).toBe(0);
  });

  it('carries a stream, chunk by chunk', async () => {
    const port = await secure(officeAuthority, (_, response) => {
      response.write('event: seq\n', () => response.end('data: 1\n\n'));
    });
    const proxy = await smallProxy();
    const stream = await http().open(get(`https://${HOST}:${port}/doorbell`, proxy.url));
    if (!stream.ok) throw new Error(stream.failure.code);
    let heard = '';
    for await (const chunk of stream.value.chunks) heard += Buffer.from(chunk).toString();
    expect(heard).toBe('event: seq\ndata: 1\n\n');
    expect(proxy.asked).toHaveLength(1);
  });
});

const day = (days: number): Date => new Date(Date.now() + days * 86_400_000);

describe('a server whose certificate', () => {
  it.each([
    ['is of an authority that nobody here knows', { host: HOST }, 'stranger', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['is past', { host: HOST, from: day(-400), until: day(-30) }, 'office', 'CERT_HAS_EXPIRED'],
    ['is of a later day', { host: HOST, from: day(300), until: day(400) }, 'office', 'CERT_NOT_YET_VALID'],
    ['is somebody else’s', { host: 'other.test' }, 'office', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('%s is sent nothing, and the reason is told', async (_, of, issuer, code) => {
    let heard = 0;
    const authority = issuer === 'office' ? officeAuthority : makeAuthority('Stranger');
    const port = await secure(authority, (__, response) => response.end(String((heard += 1))), of);
    const proxy = await smallProxy();
    const sent = await http().send({ ...get(`https://${HOST}:${port}/`, proxy.url), method: 'POST', body: [new Uint8Array(10)] });
    expect(sent).toEqual({ ok: false, failure: { kind: 'certificate', sent: 'never-sent', code } });
    expect(heard).toBe(0);
  });

  it('is of the office’s own authority is refused as long as that is not in the store, and taken when it is', async () => {
    const port = await secure(officeAuthority, (_, response) => response.end('ok'));
    const proxy = await smallProxy();
    const stranger = undiciHttp();
    onTestFinished(() => stranger.close());
    expect(await stranger.send(get(`https://${HOST}:${port}/`, proxy.url))).toMatchObject({ failure: { kind: 'certificate' } });
    expect(await http().send(get(`https://${HOST}:${port}/`, proxy.url))).toMatchObject({ ok: true });
  });
});

function http(): Http {
  const made = undiciHttp({ connectTimeoutMs: 5_000, ca: [officeAuthority.cert] });
  onTestFinished(() => made.close());
  return made;
}

function get(url: string, proxyUrl: string, authorization: string | null = null): HttpRequest {
  return { method: 'GET', url, headers: {}, timeoutMs: 10_000, answerBytesMax: 1_000, via: { url: proxyUrl, authorization } };
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

async function secure(
  authority: Authority,
  answer: RequestListener,
  of: Parameters<Authority['issue']>[0] = { host: HOST },
): Promise<number> {
  const server = createServer(authority.issue(of), answer);
  // In some of these tests the client gives up during the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** What a user sets because some page said so, and then forgets. */
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
