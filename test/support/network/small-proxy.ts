import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type SmallProxyOf = {
  /** The credentials that it requires; none if absent. */
  readonly wants?: { readonly user: string; readonly password: string };
  /** Answers every CONNECT with this status. */
  readonly status?: number;
  /** Cuts a tunnel after this many bytes from the client. */
  readonly cutAfterBytes?: number;
};

export type SmallProxy = {
  readonly url: string;
  /** `CONNECT host:port` or `GET http://…`, in order. */
  readonly asked: readonly string[];
  /** Names and values of all headers that it saw in the clear. */
  readonly heads: readonly string[];
  readonly open: () => number;
  close(): Promise<void>;
};

/** An office's proxy: tunnels by CONNECT, and forwards plain HTTP. Every name leads to a server on this computer. */
export async function smallProxy(of: SmallProxyOf = {}): Promise<SmallProxy> {
  const [asked, heads]: [string[], string[]] = [[], []];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    note(request);
    if (lets(request, of)) pass(request, response);
    else response.writeHead(407, { 'proxy-authenticate': 'Basic realm="office"' }).end('who are you?');
  });
  const note = (request: IncomingMessage): void => {
    asked.push(`${request.method} ${request.url}`);
    heads.push(request.rawHeaders.join(' '));
  };
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    note(request);
    const status = lets(request, of) ? (of.status ?? 200) : 407;
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    return tunnel(client, Number(new URL(`http://${request.url}`).port), of.cutAfterBytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, heads, open: () => sockets.size, close };
}

function lets({ headers }: IncomingMessage, { wants }: SmallProxyOf): boolean {
  if (wants === undefined) return true;
  return headers['proxy-authorization'] === `Basic ${Buffer.from(`${wants.user}:${wants.password}`).toString('base64')}`;
}

function tunnel(client: Socket, port: number, cutAfterBytes = Number.POSITIVE_INFINITY): void {
  const server = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 Connection established\r\n\r\n'));
  let bytes = 0;
  client.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > cutAfterBytes) client.destroy();
    else server.write(chunk);
  });
  // A half-open tunnel is useless.
  client.on('end', () => client.destroy()).on('close', () => server.destroy());
  server
    .on('data', (chunk: Buffer) => client.write(chunk))
    .on('close', () => client.destroy())
    .on('error', () => client.destroy());
}

function pass(request: IncomingMessage, response: ServerResponse): void {
  const { port, pathname, search } = new URL(request.url ?? '');
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith('proxy-')));
  const on = forward({ host: '127.0.0.1', port, path: `${pathname}${search}`, method: request.method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  on.on('error', () => response.writeHead(502).end());
  request.pipe(on);
}
