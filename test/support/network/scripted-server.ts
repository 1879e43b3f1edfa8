import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { BodyPart } from '#shared/ports/http.ts';

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

/** The bytes of a body of which no part is read while it is sent. */
export function bodyAtHand(body: readonly BodyPart[] = []): Buffer<ArrayBuffer> {
  return Buffer.concat(
    body.map((part) => {
      if (!(part instanceof Uint8Array)) throw new Error('this body is read while it is sent');
      return part;
    }),
  );
}

/** All bytes of a body, as a server would receive them. Rejects if they cannot be read. */
export async function wholeBody(body: readonly BodyPart[]): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  for (const part of body) {
    if (part instanceof Uint8Array) parts.push(part);
    // Copied at once: what is shown here may be gone when the rest has been read.
    else for await (const chunk of part.chunks()) parts.push(chunk.slice());
  }
  return Buffer.concat(parts);
}

export type HeadOf = {
  readonly headers: Headers;
  /** Whether the answer must require https for the future (HSTS). */
  readonly isSecure?: boolean;
};

/** Which headers that every answer of our servers needs are missing or wrong; empty when none are. */
export function headFaults({ headers, isSecure = false }: HeadOf): readonly string[] {
  const type = headers.get('content-type') ?? '';
  const isText = type.startsWith('text/');
  const isJson = /^application\/([\w.-]+\+)?json/.test(type);
  const faults: Readonly<Record<string, boolean>> = {
    'no nosniff': headers.get('x-content-type-options') !== 'nosniff',
    'no cache-control': (headers.get('cache-control') ?? '') === '',
    'no referrer-policy': headers.get('referrer-policy') !== 'no-referrer',
    'no policy of its content': !(headers.get('content-security-policy') ?? '').includes("default-src 'none'"),
    'open to other origins': headers.get('cross-origin-resource-policy') !== 'same-origin',
    'text without its charset': isText && !/;\s*charset=utf-8$/i.test(type),
    'json with a charset': isJson && type.includes(';'),
    'no strict-transport-security': isSecure && !/^max-age=\d{7,}$/.test(headers.get('strict-transport-security') ?? ''),
    'strict-transport-security without https': !isSecure && headers.has('strict-transport-security'),
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}

/** The headers of an answer as it came over the socket. */
export function headersIn(head: string): Headers {
  const [, ...lines] = head.split('\r\n');
  return new Headers(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
}
