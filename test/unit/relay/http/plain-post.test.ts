import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { plainPost, type TakePosted } from '#relay/http/plain-post.ts';
import { serve } from '#shared/node/http/serve.ts';

const BYTES_MAX = 1_000;

describe('a plain post', () => {
  it('is taken with its headers and its body, and answered 204 when there is nothing to say', async () => {
    const seen: { header: string | null; none: string | null; body: string }[] = [];
    const url = await started(async (posted) => {
      seen.push({ header: posted.header('x-mark'), none: posted.header('constructor'), body: text(await posted.body(BYTES_MAX)) });
      return null;
    });
    const answer = await fetch(`${url}/plain`, { method: 'POST', headers: { 'X-Mark': 'one' }, body: 'words' });
    expect(answer.status).toBe(204);
    expect((await fetch(`${url}/plain`, { method: 'POST', body: '' })).status).toBe(204);
    expect(seen).toEqual([
      { header: 'one', none: null, body: 'words' },
      { header: null, none: null, body: '' },
    ]);
  });

  it('gives the answer of its handler, byte for byte', async () => {
    const url = await started(async () => Response.json({ code: 'é' }, { status: 503, headers: { 'retry-after': '5' } }));
    const answer = await fetch(`${url}/plain`, { method: 'POST', body: 'words' });
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '5', { code: 'é' }]);
  });

  it('leaves what is out of the ordinary to the other handler', async () => {
    const url = await started(async () => null);
    const chunked = new ReadableStream({ start: (sink) => (sink.enqueue(Buffer.from('a')), sink.close()) });
    const halves = { method: 'POST', body: chunked, duplex: 'half' };
    const others = [
      await fetch(`${url}/plain`, { method: 'POST', body: 'a'.repeat(BYTES_MAX + 1) }),
      await fetch(`${url}/plain`, halves),
      await fetch(`${url}/plain?a=b`, { method: 'POST', body: 'a' }),
      await fetch(`${url}/other`, { method: 'POST', body: 'a' }),
      await fetch(`${url}/plain`),
    ];
    expect(others.map(({ status }) => status)).toEqual([299, 299, 299, 299, 299]);
  });

  it('rejects its body when the sender hangs up', async () => {
    const { promise: failed, resolve } = Promise.withResolvers<unknown>();
    const url = new URL(
      await started(async (posted) => {
        await posted.body(BYTES_MAX).catch(resolve);
        return null;
      }),
    );
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket.write('POST /plain HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf', () => socket.destroy());
    expect(await failed).toMatchObject({ code: 'ECONNRESET' });
  });

  it('takes no more of a body than its handler wants', async () => {
    const url = await started(async (posted) => new Response(String(await posted.body(3))));
    expect(await (await fetch(`${url}/plain`, { method: 'POST', body: 'four' })).text()).toBe('null');
  });
});

/** A request that is not plain is answered 299. */
async function started(take: TakePosted): Promise<string> {
  const plain = plainPost({ path: '/plain', bytesMax: BYTES_MAX, take });
  const served = await serve(() => new Response(null, { status: 299 }), { port: 0, drainMs: 100, plain });
  onTestFinished(() => served.close());
  return `http://127.0.0.1:${served.port}`;
}

function text(bytes: Uint8Array | null): string {
  return bytes === null ? 'too long' : Buffer.from(bytes).toString();
}
