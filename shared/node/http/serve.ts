import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { type AnswerHeaders, API_HEADERS, sayAnswerHeaders } from './answer-headers.ts';
import { answerProblem } from './plain-problem.ts';
import { hostFault, refuseEarly } from './refuse-early.ts';

export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** The same with the connection in hand, for a server that has to cut it. */
export type ConnectionHandler = (request: Request, connection: HttpBindings | Http2Bindings) => Response | Promise<Response>;

export type ServeOptions = {
  /** 0 for a free one. */
  readonly port: number;
  /** Loopback unless said otherwise. */
  readonly host?: string;
  /** The descriptor of a socket that listens already, in place of port and host. */
  readonly socket?: number;
  /** How long requests under way may take to end when the server closes, before their sockets are cut. */
  readonly drainMs?: number;
  /** The media type of problems: in such a one it is told what is refused before it is a request; without it, by the status alone. */
  readonly problemType?: string;
  /** What every answer carries, also one that no handler has made; those of a server for programs when it is absent. */
  readonly headers?: AnswerHeaders;
  /** Answers on Node's own objects what is asked so often that `Request` and `Response` would be most of its cost; says whether it does. */
  readonly plain?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
};

export type Served = {
  readonly port: number;
  /** The address that it listens on, as numbers. */
  readonly host: string;
  close(): Promise<void>;
};

/** A request's headers come in one packet; who needs longer only holds a socket. */
const HEADERS_MS = 10_000;
/** The largest body that any of our servers takes, 16 MB on a slow office line. */
const REQUEST_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** A bearer token, a signature of 4,096 bits and the usual headers fit four times. */
const HEADER_BYTES_MAX = 32_768;
/** The service gives up on an answer after 10 s; nothing sensible takes longer. */
const DRAIN_MS = 8_000;
// An import would read each of its properties, and one of them is a second HTTP client: a tenth of a second and 15 MB for nothing.
const { createServer } = process.getBuiltinModule('node:http');

/** Serves a fetch handler over HTTP. Rejects when the port is taken. `close` takes no new requests, lets those under way end, then cuts. */
export async function serve(handler: ConnectionHandler, options: ServeOptions): Promise<Served> {
  const answer = answering(handler);
  const headers = options.headers ?? { always: API_HEADERS };
  const type = options.problemType ?? null;
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
    connectionsCheckingInterval: HEADERS_MS / 2,
    // It is looked at below, and answered like all else.
    requireHostHeader: false,
  });
  refuseEarly(server, { headers, type });
  let closing: Promise<void> | null = null;
  // A kept-alive connection whose last answer went out while we close would hold the server until its time-out.
  const cutIdle = (): void => {
    if (closing !== null) server.closeIdleConnections();
  };
  const answered = (): void => void setImmediate(cutIdle);
  server.on('request', (incoming, outgoing) => {
    outgoing.once('close', answered);
    sayAnswerHeaders(incoming, outgoing, headers);
    const detail = hostFault(incoming);
    if (detail !== null) answerProblem(outgoing, { type, status: 400, detail });
    else if (options.plain?.(incoming, outgoing) !== true) answer(incoming, outgoing);
  });
  await listening(server, options);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a server on a port has an address');
  return {
    port: address.port,
    host: address.address,
    close: () => {
      closing ??= closed(server, options.drainMs ?? DRAIN_MS);
      return closing;
    },
  };
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** The library comes with the first request: a host that nobody opens a window of has no use for it. */
function answering(handler: ConnectionHandler): Answer {
  let loaded: Answer | null = null;
  const load = async (): Promise<Answer> => {
    const { getRequestListener } = await import('@hono/node-server');
    // It would otherwise replace the process's own Request and Response.
    loaded ??= getRequestListener(handler, { overrideGlobalObjects: false });
    return loaded;
  };
  return (incoming, outgoing) => {
    if (loaded !== null) return loaded(incoming, outgoing);
    return load().then(
      (answer) => answer(incoming, outgoing),
      // An installation that was taken away below a program that runs.
      () => outgoing.writeHead(503).end(),
    );
  };
}

function listening(server: Server, options: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const { port, host = '127.0.0.1', socket } = options;
    server.listen(socket === undefined ? { port, host } : { fd: socket }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function closed(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
