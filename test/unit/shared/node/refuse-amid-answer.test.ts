import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '#shared/node/http/serve.ts';

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
