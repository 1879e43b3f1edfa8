import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type SecretWords, secretsIn } from './secret-words.ts';

export type Passage = {
  /** Used instead of the server's own origin. */
  readonly origin: string;
  /** Every credential that went through, with the name of where it was. */
  readonly heard: SecretWords;
  close(): Promise<void>;
};

/** A proxy in front of a server that records every credential, so that those created during the story can be searched for afterwards. */
export async function passage(target: string): Promise<Passage> {
  const heard = new Map<string, string>();
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => pass(request, response, { target, heard }));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  by: { readonly target: string; readonly heard: Map<string, string> },
): void {
  for (const [secret, name] of secretsIn(request.headers)) by.heard.set(secret, name);
  const { hostname, port } = new URL(by.target);
  const on = forward({ hostname, port, path: request.url, method: request.method, headers: request.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    // An event stream announces itself by its headers alone.
    response.flushHeaders();
    answer.pipe(response);
  });
  on.on('error', () => response.destroy());
  response.on('close', () => on.destroy());
  request.pipe(on);
}
