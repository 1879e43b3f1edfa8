import { BoundedQueue } from '../../async/bounded-queue.ts';
import { concat } from '../../lib/concat.ts';
import { fail, ok } from '../../lib/result.ts';
import type { Http } from '../../ports/http.ts';
import { dispatchers } from './dispatchers.ts';
import { begin, type ResponseHead } from './http-exchange.ts';
import type { HttpOptions } from './http-options.ts';

/** How many bytes may wait for a slow reader before the socket is paused. */
const WAITING_BYTES_MAX = 262_144;

/**
 * HTTP by undici with its own agents, one for each proxy. It never uses Node's built-in copy, nor the retry agent (which resends a POST with
 * an empty body), and returns redirects as answers. A fault's `sent` is certain, not a guess: undici reports when it starts to
 * write a request to a connected socket, and nothing has left before that.
 */
export function undiciHttp(options: HttpOptions = {}): Http & { close(): Promise<void> } {
  const agents = dispatchers(options);
  return {
    send: (request) =>
      new Promise((resolve) => {
        const parts: Uint8Array[] = [];
        let bytes = 0;
        let head: ResponseHead = { status: 0, headers: {} };
        const exchange = begin(agents.of(request.via), request, {
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
        const queue = new BoundedQueue<Uint8Array>({
          sizeOf: ({ byteLength }) => byteLength,
          most: WAITING_BYTES_MAX,
          pause: () => exchange.pause(),
          resume: () => exchange.resume(),
        });
        const exchange = begin(agents.of(request.via), request, {
          // After the headers the promise is settled, and this only ends the stream.
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
            resolve(ok({ ...answer, chunks: queue.read(close), close }));
          },
          data: (chunk) => queue.push(chunk),
          ended: () => queue.end(),
        });
      }),
    close: () => agents.close(),
  };
}
