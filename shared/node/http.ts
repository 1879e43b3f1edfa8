import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { concat } from '../lib/concat.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import type { Http, HttpAnswer, HttpFault, HttpRequest } from '../ports/http.ts';
import { chunkQueue } from './chunk-queue.ts';
import { faultKind } from './fault-kind.ts';

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

type Head = Pick<HttpAnswer, 'status' | 'headers'>;

type Listener = {
  readonly viaProxy: boolean;
  readonly failed: (fault: HttpFault) => void;
  readonly answered: (head: Head) => void;
  readonly data: (chunk: Uint8Array) => void;
  readonly ended: () => void;
};

type Exchange = {
  /** Ends it from our side. */
  give(kind: HttpFault['kind'], code: string): void;
  /** No time limit any more. */
  unlimited(): void;
  pause(): void;
  resume(): void;
};

/** One request and its answer. Exactly one of `failed` and `ended` is called, once, and nothing after it. */
function begin(agent: Dispatcher, request: HttpRequest, listener: Listener): Exchange {
  let over = false;
  let controller: Dispatcher.DispatchController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const finish = (): boolean => {
    if (over) return false;
    over = true;
    clearTimeout(timer);
    request.stop?.removeEventListener('abort', stopped);
    return true;
  };
  const give = (kind: HttpFault['kind'], code: string): void => {
    if (!finish()) return;
    listener.failed({ kind, sent: controller === null ? 'never-sent' : 'maybe-received', code });
    controller?.abort(new Error(code));
  };
  const stopped = (): void => give('stopped', 'STOPPED');
  const limit = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => give('timed-out', 'TIMED_OUT'), request.timeoutMs);
  };
  const exchange: Exchange = {
    give,
    unlimited: () => clearTimeout(timer),
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
  };

  if (request.stop?.aborted === true) {
    // Later, as every other failure: the caller has no exchange in hand yet.
    queueMicrotask(stopped);
    return exchange;
  }
  request.stop?.addEventListener('abort', stopped, { once: true });
  limit();
  const wanted = dispatchOptions(request);
  if (!wanted.ok) {
    queueMicrotask(() => give('unreachable', wanted.failure));
    return exchange;
  }
  agent.dispatch(wanted.value, {
    onRequestStart(started) {
      // Given up while connecting: the connection is there now, but nothing is written on it.
      if (over) return started.abort(new Error('GIVEN_UP'));
      controller = started;
      limit();
    },
    onResponseStart(_, status, headers) {
      if (!over && status >= 200) listener.answered({ status, headers: plainHeaders(headers) });
    },
    onResponseData(_, chunk) {
      if (!over) listener.data(chunk);
    },
    onResponseEnd() {
      if (finish()) listener.ended();
    },
    onResponseError(_, error) {
      const started = controller !== null;
      const { kind, code } = faultKind(error, { started, viaProxy: listener.viaProxy });
      give(kind, code);
    },
  });
  return exchange;
}

function dispatchOptions(request: HttpRequest): Result<Dispatcher.DispatchOptions, string> {
  if (!URL.canParse(request.url)) return fail('ERR_INVALID_URL');
  const url = new URL(request.url);
  const head = { origin: url.origin, path: `${url.pathname}${url.search}`, method: request.method };
  if (request.body === undefined) return ok({ ...head, headers: { ...request.headers } });
  const length = request.body.reduce((bytes, part) => bytes + part.byteLength, 0);
  return ok({
    ...head,
    headers: { ...request.headers, 'content-length': String(length) },
    // undici writes any iterable chunk by chunk, uncopied; its types only name some of them.
    body: length === 0 ? '' : (request.body as unknown as Uint8Array),
  });
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
