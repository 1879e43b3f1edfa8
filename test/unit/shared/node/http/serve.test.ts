import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { type FetchHandler, serve, type Served } from '#shared/node/http/serve.ts';
import { createServer, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { codeOf } from '#shared/node/code-of.ts';
import { holdLoopback, LoopbackFault } from '#shared/node/http/hold-loopback.ts';
import { anotherUser, whyNotTaken } from '#test/support/another-user.ts';
import { NO_IPV6, unless } from '#test/support/why-skipped.ts';

describe('serve', () => {
  it('answers on a free loopback port, bytes in and bytes out', async () => {
    const served = await started(async (request) => new Response(await request.arrayBuffer(), { status: 201, headers: { 'x-a': 'b' } }));
    const answer = await getFrom(served, { method: 'POST', body: [new Uint8Array([0, 255, 10])] });
    expect(answer).toMatchObject({ ok: true, value: { status: 201, body: Uint8Array.of(0, 255, 10) } });
    expect(answer.ok && answer.value.headers['x-a']).toBe('b');
  });

  it('lets requests under way end when it closes', async () => {
    const held = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    const served = await started(async () => {
      inside.resolve();
      await held.promise;
      return new Response('done');
    });
    const answer = getFrom(served);
    await inside.promise;
    const closed = served.close();
    held.resolve();
    expect(await answer).toMatchObject({ ok: true, value: { status: 200 } });
    await closed;
  });

  it('cuts what does not end in time', async () => {
    const inside = Promise.withResolvers<void>();
    const served = await started(() => {
      inside.resolve();
      return new Promise<Response>(() => undefined);
    }, 1);
    const socket = connect(served.port, '127.0.0.1');
    // The system cuts it by a FIN or by a reset.
    const cut = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => undefined));
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
    await inside.promise;
    await Promise.all([cut, served.close()]);
    expect(socket.destroyed).toBe(true);
  });

  it('rejects when the port is taken', async () => {
    const served = await started(() => new Response(''));
    await expect(serve(() => new Response(''), { port: served.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

async function started(handler: FetchHandler, drainMs = 5_000): Promise<Served> {
  const served = await serve(handler, { port: 0, drainMs });
  onTestFinished(() => served.close());
  return served;
}

async function getFrom(
  served: Served,
  deps: { readonly method: 'GET' | 'POST'; readonly body?: readonly Uint8Array[] } = { method: 'GET' },
) {
  const http = undiciHttp();
  onTestFinished(() => http.close());
  return http.send({ ...deps, url: `http://127.0.0.1:${served.port}/`, headers: {}, timeoutMs: 5_000, answerBytesMax: 1_000 });
}

const TEST_MS = 60_000;

/** Every address by which the port of a loopback address can be taken. */
const WAYS = [
  ['127.0.0.1', { host: '127.0.0.1' }],
  ['every address of IPv4', { host: '0.0.0.0' }],
  ['127.0.0.1, written as IPv6', { host: '::ffff:127.0.0.1' }],
  ['::1', { host: '::1' }],
  ['every address of IPv6', { host: '::', ipv6Only: true }],
  ['every address of both', { host: '::' }],
] as const;

async function aHeldServer(port = 0, answer: FetchHandler = (request) => new Response(`ours ${new URL(request.url).pathname}`)) {
  const served = await serve(answer, {
    port,
    drainMs: 0,
    listen: (server) => holdLoopback(server, { port, given: [] }),
  });
  onTestFinished(() => served.close());
  return served;
}

async function ask(host: string, port: number): Promise<string> {
  const [answer] = await once(get({ host, port, path: '/asked', agent: false }), 'response');
  return text(answer);
}

describe('a port that is held on both loopback addresses', unless(NO_IPV6), () => {
  it('is answered on both', async () => {
    const { port, host } = await aHeldServer();
    expect(host).toBe('127.0.0.1');
    expect(await Promise.all([ask('127.0.0.1', port), ask('::1', port)])).toEqual(['ours /asked', 'ours /asked']);
  });

  it.each(WAYS)('cannot be taken by another user on %s', { timeout: TEST_MS }, async (_where, wanted) => {
    const { port } = await aHeldServer();
    expect(await whyNotTaken({ ...wanted, port })).toBe('EADDRINUSE');
  });

  it.each(WAYS)('is not held where another user has %s, and neither half of it is kept', { timeout: TEST_MS }, async (_where, wanted) => {
    const theirs = await anotherUser(wanted);
    const fault = await aHeldServer(theirs.port).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(LoopbackFault);
    const [first] = [wanted.host].filter((host) => host === '::1' || (host === '::' && 'ipv6Only' in wanted));
    expect(fault).toMatchObject({ kind: 'taken', port: theirs.port, address: first === undefined ? '127.0.0.1' : '::1' });
    await theirs.end();
    expect(await ask('::1', (await aHeldServer(theirs.port)).port)).toBe('ours /asked');
  });

  it('is let go of on both, and who still waits for an answer at ::1 is cut', async () => {
    const asked = Promise.withResolvers<void>();
    const held = await aHeldServer(0, () => {
      asked.resolve();
      return new Promise(() => undefined);
    });
    const { port } = held;
    const idle = connect(port, '::1');
    await once(idle, 'connect');
    const waiting = ask('::1', port).catch(codeOf);
    await asked.promise;
    await Promise.all([held.close(), once(idle, 'close')]);
    expect(await waiting).toBe('ECONNRESET');
    for (const host of ['127.0.0.1', '::1']) await expect(ask(host, port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('is refused in the same words on both where the request is none', async () => {
    const { port } = await aHeldServer();
    const said = await Promise.all(['127.0.0.1', '::1'].map(async (host) => text(connect(port, host).end('nonsense\r\n\r\n'))));
    expect(said[0]).toMatch(/^HTTP\/1\.1 400 /);
    expect(said[1]?.replace(/^date:.*$/im, '')).toBe(said[0]?.replace(/^date:.*$/im, ''));
  });

  it('is named by the system’s own code where the address cannot be listened on at all', async () => {
    const server = createServer();
    const fault = await holdLoopback(server, { port: 0, given: [99_999] }).catch((error: unknown) => error);
    expect(fault).toMatchObject({ kind: 'refused' });
  });
});
