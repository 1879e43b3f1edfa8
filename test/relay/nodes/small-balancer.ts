import { createServer, type IncomingMessage, request as forward, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';

export type SmallBalancer = { readonly url: string; close(): Promise<void> };

export type SmallBalancerOf = {
  readonly nodes: readonly string[];
  /** Paths that it does not let through get 502, as behind a proxy that does not support streams. */
  readonly lets?: (path: string) => boolean;
};

/** How often each node is asked; one that is not ready gets no more requests. */
const ASK_EVERY_MS = 200;

/** A balancer in front of relays: sends each request to the next ready node, to another if that cannot be reached, and passes streams through. */
export async function smallBalancer({ nodes, lets = () => true }: SmallBalancerOf): Promise<SmallBalancer> {
  let [ready, turn] = [nodes, 0];
  const ask = async (): Promise<void> => {
    const answers = await Promise.all(nodes.map(isReady));
    ready = nodes.filter((_, at) => answers[at] === true);
  };
  // A single node needs no balancing.
  const asking = nodes.length > 1 ? setInterval(() => void ask(), ASK_EVERY_MS) : null;
  const server = createServer((request, answer) => {
    if (!lets(request.url ?? '/')) return refuse(request, answer);
    const from = turn++;
    // Read completely first, so that it can be sent to another node; a webhook is at most 256 KiB.
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      passOn({ request, answer, body: Buffer.concat(chunks), to: ready.map((_, n) => ready[(from + n) % ready.length] ?? '') }),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        if (asking !== null) clearInterval(asking);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function isReady(node: string): Promise<boolean> {
  const answer = await fetch(`${node}${RELAY_PATHS.ready}`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

type Passing = {
  readonly request: IncomingMessage;
  readonly answer: ServerResponse;
  readonly body: Buffer;
  /** The nodes to try in this order, each after the previous one could not be reached. */
  readonly to: readonly string[];
};

function passOn({ request, answer, body, to: [node, ...others] }: Passing): void {
  if (node === undefined) return refuse(request, answer);
  const onwards = forward(new URL(request.url ?? '/', node), { method: request.method, headers: request.headers, agent: false }, (back) => {
    answer.writeHead(back.statusCode ?? 502, back.headers);
    back.pipe(answer);
    back.on('error', () => answer.destroy());
  });
  onwards.on('error', (error: NodeJS.ErrnoException) => {
    // Only a request that certainly no node has read goes to the next one.
    if (error.code === 'ECONNREFUSED' && !answer.headersSent) passOn({ request, answer, body, to: others });
    else answer.destroy();
  });
  answer.on('close', () => onwards.destroy());
  onwards.end(body);
}

function refuse(request: IncomingMessage, answer: ServerResponse): void {
  request.resume();
  answer.writeHead(502, { 'content-length': 0 }).end();
}
