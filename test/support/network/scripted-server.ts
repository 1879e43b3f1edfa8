import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Asked = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** `cut` breaks the connection after the request was read; a function takes over the response, for example for a stream. */
export type Scripted =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'cut'
  | ((response: ServerResponse) => void);

export type ScriptedServer = { readonly url: string; readonly asked: readonly Asked[] };

/** A server on real sockets that answers as the test says. It ends with the test. Objects are sent as JSON. */
export async function scriptedServer(answer: (asked: Asked) => Scripted | Promise<Scripted>): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readBody(request);
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      const one = { method: request.method ?? '', path: request.url ?? '', headers, body };
      asked.push(one);
      reply(response, await answer(one));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function reply(response: ServerResponse, scripted: Scripted): void {
  if (scripted === 'cut') {
    response.destroy();
    return;
  }
  if (typeof scripted === 'function') return scripted(response);
  const { status, headers = {}, body } = scripted;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { ...(typeof body === 'object' ? { 'content-type': 'application/json' } : {}), ...headers });
  response.end(text);
}
