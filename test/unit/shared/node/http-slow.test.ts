import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { HttpFault, HttpRequest } from '#shared/ports/http.ts';

/** Long enough for many of the server's steps; the real limits are a minute and more. */
const LIMIT_MS = 700;
const TURN_MS = 20;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

type Service = (socket: Socket, turn: (write: () => unknown) => void) => void;

describe('a server that only seems alive', () => {
  it.each<[string, Service]>([
    ['sends its headers byte by byte', (socket, turn) => drip(HEAD.repeat(100), socket, turn)],
    ['never ends its headers', (socket, turn) => socket.write(HEAD) && turn(() => socket.write('x-more: of it\r\n'))],
    ['says again and again that it goes on', (socket, turn) => turn(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'))],
    [
      'announces a body and sends it byte by byte',
      (socket, turn) => drip(`${HEAD}content-length: 900\r\n\r\n${'x'.repeat(900)}`, socket, turn),
    ],
    [
      'sends chunks of one byte without an end',
      (socket, turn) => socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`) && turn(() => socket.write('1\r\nx\r\n')),
    ],
    ['answers the headers and nothing more', (socket) => socket.write(`${HEAD}content-length: 10\r\n\r\n`)],
    ['accepts, and says nothing', () => undefined],
  ])('and %s is given up at the limit of the whole exchange', async (_, service) => {
    const { sent, closed } = await exchange(service, [new Uint8Array(1_000)]);
    expect(sent).toEqual({ ok: false, failure: { kind: 'timed-out', sent: 'maybe-received', code: 'TIMED_OUT' } });
    await closed;
  });

  it('and never reads a large body is given up, whatever the system’s buffers took', async () => {
    const { sent } = await exchange('deaf', [new Uint8Array(20_000_000)]);
    expect(sent).toMatchObject({ ok: false, failure: { kind: 'timed-out', sent: 'maybe-received' } });
  });

  it.each<[string, Service, Partial<HttpFault>]>([
    [
      'pours out headers without an end',
      (socket, turn) => turn(() => socket.write(`${HEAD}${'x-more: of it\r\n'.repeat(3_000)}`)),
      { kind: 'broken' },
    ],
    [
      'pours out a body without an end',
      (socket, turn) =>
        socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`) && turn(() => socket.write(`3e8\r\n${'x'.repeat(1_000)}\r\n`)),
      { kind: 'too-large' },
    ],
  ])('and %s is cut at the first that is too much', async (_, service, failure) => {
    const { sent, closed } = await exchange(service, [new Uint8Array(1)], 60_000);
    expect(sent).toMatchObject({ ok: false, failure });
    await closed;
  });

  it('costs a stream no more than its headers may take', async () => {
    const { opened } = await aServer((socket, turn) => drip(HEAD.repeat(100), socket, turn));
    expect(await opened()).toMatchObject({ ok: false, failure: { kind: 'timed-out' } });
  });
});

async function exchange(service: Service | 'deaf', body: readonly Uint8Array[], timeoutMs = LIMIT_MS) {
  const { http, request, closed } = await aServer(service);
  return { sent: await http.send({ ...request, method: 'POST', body, timeoutMs }), closed };
}

async function aServer(service: Service | 'deaf') {
  const gone = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer({ pauseOnConnect: service === 'deaf' }, (socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => gone.resolve()));
    if (service === 'deaf') return;
    socket.resume().once('data', () =>
      service(socket, (write) => {
        const timer = setInterval(write, TURN_MS);
        socket.on('close', () => clearInterval(timer));
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = undiciHttp();
  onTestFinished(async () => {
    await http.close();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const request: HttpRequest = { method: 'GET', url, headers: {}, timeoutMs: LIMIT_MS, answerBytesMax: 2_000 };
  return { http, request, closed: gone.promise, opened: () => http.open(request) };
}

function drip(text: string, socket: Socket, turn: (write: () => unknown) => void): void {
  let at = 0;
  turn(() => socket.write(text.charAt((at += 1) - 1)));
}
