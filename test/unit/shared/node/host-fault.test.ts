import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '#shared/node/http/serve.ts';
import { rawHttp } from '#test/contract/raw-http.ts';

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
