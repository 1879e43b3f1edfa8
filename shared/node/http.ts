import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { concat } from '../lib/concat.ts';
import { fail, ok } from '../lib/result.ts';
import type { Http } from '../ports/http.ts';
import { chunkQueue } from './chunk-queue.ts';
import { begin, type Head } from './http-exchange.ts';

export type HttpOptions = {
  /** Certificates to trust beside (or instead of) the platform's. */
  readonly ca?: readonly string[];
  /** `http://host:port` of a proxy that everything goes through. */
  readonly proxyUrl?: string;
  readonly connectTimeoutMs?: number;
};

/** A handshake over a bad mobile line takes a few seconds; longer, and the network is not there. */
const CONNECT_MS = 10_000;
/** Between two requests an office gateway forgets a quiet connection after a minute or so; ours is given up before. */
const KEEP_ALIVE_MS = 30_000;

/**
 * HTTP by undici with an agent of its own: never Node's built-in copy, never the retry agent (it sends a POST again with
 * an empty body), redirects come back as answers. A fault's `sent` is known, not guessed: undici says when it starts to
 * write a request on a connected socket, and nothing has left before.
 */
export function undiciHttp(options: HttpOptions = {}): Http & { close(): Promise<void> } {
  const agent = agentOf(options);
  const viaProxy = options.proxyUrl !== undefined;
  return {
    send: (request) =>
      new Promise((resolve) => {
        const parts: Uint8Array[] = [];
        let bytes = 0;
        let head: Head = { status: 0, headers: {} };
        const exchange = begin(agent, request, {
          viaProxy,
          failed: (fault) => resolve(fail(fault)),
          answered: (answer) => {
            head = answer;
          },
          data: (chunk) => {
            bytes += chunk.byteLength;
            if (bytes > request.answerBytesMax) exchange.give('too-large', 'ANSWER_TOO_LARGE');
            else parts.push(chunk);
          },
          ended: () => resolve(ok({ ...head, body: concat(parts) })),
        });
      }),
    open: (request) =>
      new Promise((resolve) => {
        const queue = chunkQueue({ pause: () => exchange.pause(), resume: () => exchange.resume() });
        const exchange = begin(agent, request, {
          viaProxy,
          // After the headers the promise is settled and this only ends the stream.
          failed: (fault) => {
            resolve(fail(fault));
            queue.end();
          },
          answered: (answer) => {
            exchange.unlimited();
            const close = (): void => {
              queue.end();
              exchange.give('stopped', 'CLOSED');
            };
            resolve(ok({ ...answer, chunks: queue.chunks(close), close }));
          },
          data: queue.push,
          ended: queue.end,
        });
      }),
    close: () => agent.destroy(),
  };
}

function agentOf(options: HttpOptions): Dispatcher {
  const connect = { timeout: options.connectTimeoutMs ?? CONNECT_MS, ...(options.ca === undefined ? {} : { ca: [...options.ca] }) };
  const common = {
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Time limits are ours, of the whole exchange; undici's own would cut a quiet stream.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (options.proxyUrl === undefined) return new Agent({ ...common, connect });
  return new ProxyAgent({ ...common, uri: options.proxyUrl, connect, requestTls: connect, proxyTls: { timeout: connect.timeout } });
}
