import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HEALTH_PATH } from '#shared/contract/routes.ts';

/**
 * A service that costs next to nothing: it accepts each import completely, waits as long as it is told, and gives it an id. So the sender is
 * what is measured. Both sides of a comparison are timed here, by one clock.
 */
export type SinkFigures = {
  readonly imports: number;
  readonly bytes: number;
  /** Milliseconds from the first import's first byte to the last one's answer. */
  readonly lastedMs: number;
  readonly mostAtOnce: number;
  /** Milliseconds since 1970 at which each import's headers had arrived. */
  readonly begun: readonly number[];
};

const state = { delayMs: 0, imports: 0, bytes: 0, firstMs: 0, lastMs: 0, out: 0, mostAtOnce: 0, begun: [] as number[] };

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path.startsWith('/control/')) return control(path, response);
  if (request.method === 'POST') return take(request, response);
  request.resume();
  if (path.endsWith(HEALTH_PATH)) response.writeHead(204).end();
  else answer(response, '{}');
});
// Uploads on kept connections come after pauses: none of the connections may be closed in between.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: 'sink', url: `http://127.0.0.1:${port}` })}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));

function take(request: IncomingMessage, response: ServerResponse): void {
  if (state.begun.length === 0) state.firstMs = performance.now();
  state.begun.push(Date.now());
  state.out += 1;
  state.mostAtOnce = Math.max(state.mostAtOnce, state.out);
  request.on('data', (chunk: Buffer) => {
    state.bytes += chunk.byteLength;
  });
  request.on('end', () => {
    if (state.delayMs === 0) done(response);
    else setTimeout(done, state.delayMs, response);
  });
}

function done(response: ServerResponse): void {
  state.imports += 1;
  state.out -= 1;
  state.lastMs = performance.now();
  answer(response, JSON.stringify({ documentId: randomUUID() }));
}

function answer(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
}

/** `/control/reset?delayMs=50` resets; `/control/figures` returns the figures. */
function control(path: string, response: ServerResponse): void {
  const url = new URL(path, 'http://sink');
  if (url.pathname === '/control/reset') {
    Object.assign(state, { imports: 0, bytes: 0, firstMs: 0, lastMs: 0, out: 0, mostAtOnce: 0, begun: [] });
    state.delayMs = Number(url.searchParams.get('delayMs') ?? 0);
  }
  const { imports, bytes, firstMs, lastMs, mostAtOnce, begun } = state;
  const figures: SinkFigures = { imports, bytes, mostAtOnce, lastedMs: lastMs - firstMs, begun };
  answer(response, JSON.stringify(figures));
}
