import { BoundedQueue } from '../../async/semaphore.ts';
import { concat } from '../../lib/bytes.ts';
import { fail, ok } from '../../lib/result.ts';
import type { Http, ProxyAddress } from '../../ports/http.ts';
import { begin, type ResponseHead } from './http-exchange.ts';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { codeOf } from '../code-of.ts';
import { STRICT_TLS } from '../strict-tls.ts';

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
          // After the headers the promise is resolved, and this only ends the stream.
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

type Dispatchers = {
  of(via: ProxyAddress | undefined): Dispatcher;
  /** Cuts everything that is under way. */
  close(): Promise<void>;
};

/** A handshake over a bad mobile line takes a few seconds; if it takes longer, there is no network. */
const CONNECT_MS = 10_000;
/** An office gateway drops an idle connection after about a minute; ours is closed before that. */
const KEEP_ALIVE_MS = 30_000;
/** An office has one or two proxies; any others are mistyped passwords and settings of last week. */
const PROXIES_MAX = 8;

/** One agent for direct requests and one for each proxy, kept with their connections; the least recently used proxy is dropped first. */
function dispatchers(options: HttpOptions): Dispatchers {
  const straight = new Agent({ ...COMMON, connect: connectOf(options) });
  const proxies = new Map<string, Dispatcher>();
  const ofProxy = (via: ProxyAddress): Dispatcher => {
    const name = `${via.url} ${via.authorization ?? ''}`;
    const agent = proxies.get(name) ?? proxyAgent(via, options);
    proxies.delete(name);
    proxies.set(name, agent);
    const [[oldest, leaving] = []] = proxies.size > PROXIES_MAX ? proxies : [];
    if (oldest !== undefined && proxies.delete(oldest)) void leaving?.close().catch(() => undefined);
    return agent;
  };
  return {
    of: (via) => (via === undefined ? straight : ofProxy(via)),
    close: async () => {
      await Promise.all([straight, ...proxies.values()].map((agent) => agent.destroy()));
    },
  };
}

const COMMON = {
  allowH2: false,
  pipelining: 1,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // We time the whole exchange ourselves; undici's limits would cut a quiet stream.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

function connectOf(options: HttpOptions) {
  return {
    timeout: options.connectTimeoutMs ?? CONNECT_MS,
    ...STRICT_TLS,
    ...(options.ca === undefined ? {} : { ca: [...options.ca] }),
  };
}

function proxyAgent(via: ProxyAddress, options: HttpOptions): Dispatcher {
  const connect = connectOf(options);
  return new ProxyAgent({
    ...COMMON,
    uri: via.url,
    ...(via.authorization === null ? {} : { token: via.authorization }),
    connect,
    requestTls: connect,
    proxyTls: connect,
    clientFactory: (origin, opts) => new ProxyDoor(origin, { ...opts, headersTimeout: connect.timeout }),
  });
}

/** The connections to the proxy itself. undici describes what went wrong there only in text; here it gets a code. */
class ProxyDoor extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override connect(options: Dispatcher.ConnectOptions, callback: (error: Error | null, data: Dispatcher.ConnectData) => void): void;
  override connect(options: Dispatcher.ConnectOptions, callback?: (error: Error | null, data: Dispatcher.ConnectData) => void): unknown {
    return callback === undefined ? this.#tunnel(options) : super.connect(options, callback);
  }

  async #tunnel(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    let data: Dispatcher.ConnectData;
    try {
      data = await super.connect(options);
    } catch (error) {
      throw new ProxyFault(codeOf(error));
    }
    if (data.statusCode === 200) return data;
    data.socket.on('error', () => undefined).destroy();
    throw new ProxyFault(String(data.statusCode));
  }
}

class ProxyFault extends Error {
  readonly code: string;

  constructor(what: string) {
    super('the proxy did not open a way');
    this.code = `PROXY_${what}`;
  }
}

type HttpOptions = {
  /** Certificates to trust instead of the platform's. */
  readonly ca?: readonly string[];
  readonly connectTimeoutMs?: number;
};
