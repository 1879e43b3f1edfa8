import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '#shared/node/http/serve.ts';
import { rawHttp } from '#test/contract/raw-http.ts';

const TYPE = 'application/problem+json';
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
