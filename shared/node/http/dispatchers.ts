import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import type { ProxyAddress } from '../../ports/http.ts';
import { codeOf } from '../code-of.ts';
import type { HttpOptions } from './http-options.ts';

export type Dispatchers = {
  of(via: ProxyAddress | undefined): Dispatcher;
  /** Cuts all that is under way. */
  close(): Promise<void>;
};

/** A handshake over a bad mobile line takes a few seconds; longer, and the network is not there. */
const CONNECT_MS = 10_000;
/** Between two requests an office gateway forgets a quiet connection after a minute or so; ours is given up before. */
const KEEP_ALIVE_MS = 30_000;
/** An office has one or two; what is more are passwords that were typed wrongly, and settings of last week. */
const PROXIES_MAX = 8;

/** One agent for straight requests and one for each proxy, kept with their connections; the one used longest ago goes first. */
export function dispatchers(options: HttpOptions): Dispatchers {
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
  // Time limits are ours, of the whole exchange; undici's own would cut a quiet stream.
  headersTimeout: 0,
  bodyTimeout: 0,
} as const;

function connectOf(options: HttpOptions) {
  return {
    timeout: options.connectTimeoutMs ?? CONNECT_MS,
    // Said, and not left to Node's default: with NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment that believes any server.
    rejectUnauthorized: true,
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

/** The connections to the proxy itself. undici tells what went wrong there in words alone; here it gets a code. */
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
