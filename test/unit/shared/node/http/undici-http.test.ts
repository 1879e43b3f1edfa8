import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { utf8 } from '#shared/lib/bytes.ts';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import type { Http, HttpRequest } from '#shared/ports/http.ts';
import { until } from '#test/support/until.ts';

describe('undiciHttp', () => {
  it('sends the parts one after the other under a known length', async () => {
    const url = await server((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        response
          .writeHead(202, { 'X-Seen': `${request.headers['content-length']}/${request.headers['transfer-encoding'] ?? 'whole'}` })
          .end(Buffer.concat(chunks)),
      );
    });
    const answer = await http().send({
      ...get(url),
      method: 'POST',
      body: [utf8('a'), new Uint8Array(0), utf8('bc'), new Uint8Array(90_000)],
      answerBytesMax: 100_000,
    });
    if (!answer.ok) throw new Error(answer.failure.code);
    expect(answer.value.status).toBe(202);
    expect(answer.value.headers['x-seen']).toBe('90003/whole');
    expect(Buffer.from(answer.value.body.subarray(0, 4)).toString('latin1')).toBe('abc\0');
  });

  it('reads a part of the body while it is sent, under a known length', async () => {
    const url = await server((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => response.writeHead(200, { 'x-seen': request.headers['content-length'] }).end(Buffer.concat(chunks)));
    });
    const read = source(['b', 'cd', 'e']);
    const answer = await http().send({ ...get(url), method: 'POST', body: [utf8('a'), read.part, utf8('f')] });
    if (!answer.ok) throw new Error(answer.failure.code);
    expect([Buffer.from(answer.value.body).toString(), answer.value.headers['x-seen'], read.state()]).toEqual(['abcdef', '6', 'ended']);
  });

  it.each([
    ['its answer came before its end', (socket: Socket) => socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n')],
    ['the connection broke', (socket: Socket) => socket.destroy()],
  ])('ends reading a body when %s', async (_, then) => {
    const url = await tcp((socket) => socket.once('data', () => then(socket)));
    const read = source(Array.from({ length: 1_000 }, () => 'x'.repeat(50_000)));
    await http().send({ ...get(url), method: 'POST', body: [read.part] });
    await until('nothing reads any more', async () => Promise.resolve(read.state() === 'ended'));
    expect(read.given()).toBeLessThan(1_000);
  });

  it('never begins to read a body for which there is no connection', async () => {
    const read = source(['a']);
    expect(await http().send({ ...get(await gone()), method: 'POST', body: [read.part] })).toMatchObject({
      failure: { sent: 'never-sent' },
    });
    expect(read.state()).toBe('not begun');
  });

  it('writes nothing until it may, whatever the body is, and knows that nothing was sent where it may not', async () => {
    const heard: Buffer[] = [];
    const url = await tcp((socket) => socket.on('data', (chunk) => heard.push(chunk)));
    const part = source(['file']);
    for (const body of [[utf8('text')], [utf8('text'), part.part]]) {
      const answer = Promise.withResolvers<boolean>();
      const asked = Promise.withResolvers<void>();
      const mayLeave = (): Promise<boolean> => (asked.resolve(), answer.promise);
      const sent = http().send({ ...get(url), method: 'POST', body, mayLeave });
      await asked.promise;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(heard).toEqual([]);
      answer.resolve(false);
      expect(await sent).toEqual({ ok: false, failure: { kind: 'stopped', sent: 'never-sent', code: 'NOT_WANTED' } });
    }
    expect([heard, part.state()]).toEqual([[], 'not begun']);
  });

  it('knows that nothing was sent when the connection breaks, or nobody waits any more, before it may', async () => {
    const broken = await tcp((socket) => setTimeout(() => socket.destroy(), 50));
    const request = { method: 'POST', body: [utf8('text')], mayLeave: nobodySays } as const;
    expect(await http().send({ ...get(broken), ...request })).toMatchObject({ failure: { sent: 'never-sent' } });
    const silent = await tcp(() => undefined);
    expect(await http().send({ ...get(silent), ...request, timeoutMs: 100 })).toMatchObject({
      failure: { kind: 'timed-out', sent: 'never-sent' },
    });
    const allowed = { ...request, mayLeave: async () => true };
    expect(await http().send({ ...get(silent), ...allowed, timeoutMs: 100 })).toMatchObject({
      failure: { kind: 'timed-out', sent: 'maybe-received' },
    });
  });

  it('does not end a request whose body cannot be read to its end', async () => {
    let isWhole = false;
    const url = await server((request) => request.on('end', () => (isWhole = true)).resume());
    const read = source(['a', 'b'], { fails: true });
    const answer = await http().send({ ...get(url), method: 'POST', body: [read.part, utf8('c')] });
    expect(answer).toMatchObject({ ok: false, failure: { sent: 'maybe-received' } });
    expect([isWhole, read.state()]).toEqual([false, 'ended']);
  });

  it('sends an empty body as one', async () => {
    const url = await server((request, response) => response.end(request.headers['content-length']));
    const answer = await http().send({ ...get(url), method: 'POST', body: [] });
    expect(answer.ok && Buffer.from(answer.value.body).toString()).toBe('0');
  });

  it('gives redirects back as answers', async () => {
    const url = await server((_, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    expect(await http().send(get(url))).toMatchObject({ ok: true, value: { status: 302 } });
  });

  it('refuses an answer that is longer than allowed while it is still coming', async () => {
    const url = await server((_, response) => {
      response.write('x'.repeat(2_000));
    });
    expect(await http().send(get(url))).toEqual({
      ok: false,
      failure: { kind: 'too-large', sent: 'maybe-received', code: 'ANSWER_TOO_LARGE' },
    });
  });

  it('knows that nothing was sent when nobody listens, the name is unknown, or the handshake fails', async () => {
    const free = await server(() => undefined);
    const closed = new URL(await gone());
    expect(await http().send(get(closed.href))).toMatchObject({
      failure: { kind: 'unreachable', sent: 'never-sent', code: 'ECONNREFUSED' },
    });
    expect(await http().send(get('http://no-such-host.invalid/'))).toMatchObject({ failure: { kind: 'unreachable', sent: 'never-sent' } });
    expect(await http().send(get('not an address'))).toMatchObject({ failure: { sent: 'never-sent', code: 'ERR_INVALID_URL' } });
    expect(await http().send(get(free.replace('http:', 'https:')))).toMatchObject({ failure: { kind: 'certificate', sent: 'never-sent' } });
  });

  it('does not claim to know when the connection breaks after the request', async () => {
    const url = await tcp((socket) => socket.once('data', () => socket.destroy()));
    expect(await http().send(get(url))).toMatchObject({ failure: { kind: 'broken', sent: 'maybe-received' } });
  });

  it('does not claim to know when the answer is cut short', async () => {
    const url = await tcp((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')));
    expect(await http().send(get(url))).toMatchObject({ failure: { kind: 'broken', sent: 'maybe-received' } });
  });

  it('sends a POST once, whatever becomes of its connection', async () => {
    let requests = 0;
    const url = await tcp((socket) =>
      socket.once('data', () => {
        requests += 1;
        socket.destroy();
      }),
    );
    await http().send({ ...get(url), method: 'POST', body: [utf8('once')] });
    expect(requests).toBe(1);
  });

  it('gives up after the time limit, as something that may have been received', async () => {
    const url = await server(() => undefined);
    expect(await http().send({ ...get(url), timeoutMs: 1_000 })).toEqual({
      ok: false,
      failure: { kind: 'timed-out', sent: 'maybe-received', code: 'TIMED_OUT' },
    });
  });

  it('stops when told to, before and after the request is out', async () => {
    const stop = new AbortController();
    const url = await server(() => stop.abort());
    expect(await http().send({ ...get(url), stop: stop.signal })).toMatchObject({ failure: { kind: 'stopped', sent: 'maybe-received' } });
    expect(await http().send({ ...get(url), stop: AbortSignal.abort() })).toMatchObject({
      failure: { kind: 'stopped', sent: 'never-sent' },
    });
  });

  it('hears a stream chunk by chunk until the peer goes', async () => {
    const url = await server((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('one', () => response.write('two', () => response.destroy()));
    });
    const stream = await http().open(get(url));
    if (!stream.ok) throw new Error(stream.failure.code);
    let heard = '';
    for await (const chunk of stream.value.chunks) heard += Buffer.from(chunk).toString();
    expect(heard).toBe('onetwo');
  });

  it('lets go of a stream that is closed', async () => {
    const left = Promise.withResolvers<boolean>();
    const url = await server((request, response) => {
      request.socket.once('close', () => left.resolve(true));
      response.write('first');
    });
    const stream = await http().open(get(url));
    if (!stream.ok) throw new Error(stream.failure.code);
    for await (const _ of stream.value.chunks) stream.value.close();
    expect(await left.promise).toBe(true);
  });
});

/** Nobody ever says whether it may leave. */
function nobodySays(): Promise<boolean> {
  return new Promise(() => undefined);
}

function http(): Http {
  const made = undiciHttp({ connectTimeoutMs: 2_000 });
  onTestFinished(() => made.close());
  return made;
}

function get(url: string): HttpRequest {
  return { method: 'GET', url, headers: {}, timeoutMs: 5_000, answerBytesMax: 1_000 };
}

function server(answer: RequestListener): Promise<string> {
  return listening(createServer(answer));
}

function tcp(connected: (socket: Socket) => void): Promise<string> {
  return listening(createTcpServer((socket) => connected(socket.on('error', () => undefined))));
}

/** A port where nothing listens any longer. */
async function gone(): Promise<string> {
  const one = createTcpServer();
  const url = await listening(one);
  await new Promise((resolve) => one.close(resolve));
  return url;
}

async function listening(one: Server): Promise<string> {
  const sockets = new Set<Socket>();
  one.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  const address = one.address();
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    one.close();
  });
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
}

/** A part of a body that is read while it is sent. */
function source(chunks: readonly string[], { fails = false } = {}) {
  let state: 'not begun' | 'begun' | 'ended' = 'not begun';
  let given = 0;
  async function* read(): AsyncGenerator<Uint8Array, void, void> {
    state = 'begun';
    try {
      for (const chunk of chunks) {
        given += 1;
        yield utf8(chunk);
      }
      if (fails) throw Object.assign(new Error('the disk'), { code: 'EIO' });
    } finally {
      state = 'ended';
    }
  }
  const byteLength = chunks.reduce((bytes, chunk) => bytes + chunk.length, fails ? 1 : 0);
  return { part: { byteLength, chunks: read }, state: () => state, given: () => given };
}
