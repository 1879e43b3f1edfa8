import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { undiciHttp } from '#shared/node/http/undici-http.ts';
import { type FetchHandler, type Served, serve } from '#shared/node/http/serve.ts';

describe('serve', () => {
  it('answers on a free loopback port, bytes in and bytes out', async () => {
    const served = await started(async (request) => new Response(await request.arrayBuffer(), { status: 201, headers: { 'x-a': 'b' } }));
    const answer = await get(served, { method: 'POST', body: [new Uint8Array([0, 255, 10])] });
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
    const answer = get(served);
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

async function get(served: Served, by: { readonly method: 'GET' | 'POST'; readonly body?: readonly Uint8Array[] } = { method: 'GET' }) {
  const http = undiciHttp();
  onTestFinished(() => http.close());
  return http.send({ ...by, url: `http://127.0.0.1:${served.port}/`, headers: {}, timeoutMs: 5_000, answerBytesMax: 1_000 });
}
