import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '#shared/node/http/serve.ts';
import { rawHttp } from '#test/contract/bench.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { HttpFault, HttpRequest } from '#shared/ports/http.ts';

const STREAM = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
const NONSENSE = 'this is no request\r\n\r\n';
const TYPE = 'application/problem+json';

async function aStreamingServer(): Promise<number> {
  const encoder = new TextEncoder();
  const endless = () => new ReadableStream({ start: (controller) => controller.enqueue(encoder.encode('the first words')) });
  const answer = (request: Request) => (new URL(request.url).pathname === '/' ? new Response(endless()) : new Response('at once'));
  const served = await serve(answer, { port: 0, drainMs: 0, problemType: TYPE });
  onTestFinished(() => served.close());
  return served.port;
}

/** Everything received until the server closes, if this is sent as soon as the stream has begun. */
function heardAfter(port: number, sent: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.on('data', (part: Buffer) => {
      const hadBegun = heard.includes('the first words');
      heard += part.toString('latin1');
      if (!hadBegun && heard.includes('the first words')) socket.write(NONSENSE);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}

describe('bytes that are no request', () => {
  it.each([
    ['alone on its connection', STREAM],
    ['behind another on its connection', `GET /before HTTP/1.1\r\nhost: a\r\n\r\n${STREAM}`],
    ['before another on its connection', `${STREAM}GET /behind HTTP/1.1\r\nhost: a\r\n\r\n`],
  ])('end the connection of an answer that has begun, and nothing is written into it: one that is %s', async (_how, sent) => {
    const heard = await heardAfter(await aStreamingServer(), sent);
    expect(heard).toContain('the first words');
    expect(heard).not.toContain('HTTP/1.1 400');
  });

  it('are told so behind an answer that has ended', async () => {
    const port = await aStreamingServer();
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /before HTTP/1.1\r\nhost: a\r\n\r\n'));
      socket.on('data', (part: Buffer) => {
        if (text === '') socket.write(NONSENSE);
        text += part.toString('latin1');
      });
      socket.on('close', () => resolve(text));
    });
    expect(heard).toContain('at once');
    expect(heard).toContain('HTTP/1.1 400');
  });
});

const TUNNEL = 'CONNECT other.example:443 HTTP/1.1\r\nhost: other.example:443\r\n\r\nwhat would go through it';

describe('a request for a tunnel (CONNECT)', () => {
  it('is refused with a problem, and its connection ends', async () => {
    const served = await serve(() => new Response('as usual'), { port: 0, problemType: TYPE });
    onTestFinished(() => served.close());
    const origin = `http://127.0.0.1:${served.port}`;
    const answer = await rawHttp(origin, TUNNEL);
    expect(answer).toMatchObject({ status: 400, broken: false });
    expect(answer.head).toContain(`content-type: ${TYPE}`);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, title: 'Bad Request', detail: 'This server is no proxy.' });
    expect(await (await fetch(origin)).text()).toBe('as usual');
  });
});

describe('a Host that is written as one and names none', () => {
  it.each(['1.2.3.4.5', '256.0.0.1', 'printer.1', 'a%zz', '127.0.0.1:99999', '[1:2]'])(
    'is refused before any handler sees it: %s',
    async (host) => {
      const served = await serve((request) => new Response(new URL(request.url).pathname), {
        port: 0,
        problemType: 'application/problem+json',
      });
      onTestFinished(() => served.close());
      const answer = await rawHttp(`http://127.0.0.1:${served.port}`, `GET /a HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.body)).toMatchObject({ status: 400, detail: 'The header Host is not the name of a host.' });
    },
  );
});

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
