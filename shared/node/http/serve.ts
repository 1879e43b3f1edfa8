import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { type AnswerHeaders, API_HEADERS, sayAnswerHeaders } from './answer-headers.ts';
import { answerProblem } from './plain-problem.ts';
import { hostFault, refuseEarly } from './refuse-early.ts';

export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** The same with the connection, for a server that has to cut it. */
export type ConnectionHandler = (request: Request, connection: HttpBindings | Http2Bindings) => Response | Promise<Response>;

export type ServeOptions = {
  /** 0 for any free port. */
  readonly port: number;
  /** Loopback by default. */
  readonly host?: string;
  /** Listens in place of port and host, on several addresses for instance. */
  readonly listen?: (server: Server) => Promise<Listening>;
  /** How long running requests may take to end when the server closes, before their sockets are cut. */
  readonly drainMs?: number;
  /** The media type of problems, for refusals before a handler is called; without it they have a status but no body. */
  readonly problemType?: string;
  /** The headers of every answer, even one that no handler made; by default those of a server for programs. */
  readonly headers?: AnswerHeaders;
  /** Answers frequent requests on Node's own objects, where `Request` and `Response` would be most of the cost; true if it did. */
  readonly plain?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;
};

export type Listening = {
  readonly port: number;
  /** The numeric address that it listens on. */
  readonly host: string;
  /** Of what listens beside the server itself: accepts nothing more, and resolves when its connections have ended. */
  close?(): Promise<void>;
};

export type Served = Listening & { close(): Promise<void> };

/** A request's headers fit in one packet; a client that needs longer only holds a socket. */
const HEADERS_MS = 10_000;
/** Time for the largest body that any of our servers accepts: 16 MB over a slow office line. */
const REQUEST_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;
/** Four times the size of a bearer token, a signature of 4,096 bits and the usual headers. */
const HEADER_BYTES_MAX = 32_768;
/** The service gives up on an answer after 10 s; no reasonable request takes longer. */
const DRAIN_MS = 8_000;
// An import would read every property of the module, and one of them is a second HTTP client: a tenth of a second and 15 MB wasted.
const { createServer } = process.getBuiltinModule('node:http');

/** Serves a fetch handler over HTTP. Rejects if the port is taken. `close` accepts no new requests, lets running ones end, then cuts them. */
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
    // Checked below, and answered like every other refusal.
    requireHostHeader: false,
  });
  refuseEarly(server, { headers, type });
  let closing: Promise<void> | null = null;
  // A kept-alive connection whose last answer was sent during closing would hold the server until its time-out.
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
  const beside = await (options.listen?.(server) ?? listening(server, options));
  return {
    port: beside.port,
    host: beside.host,
    close: () => {
      closing ??= closed(server, { drainMs: options.drainMs ?? DRAIN_MS, beside });
      return closing;
    },
  };
}

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** The library is loaded with the first request: a host whose window nobody opens does not need it. */
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
      // The installation was removed while its program was running.
      () => outgoing.writeHead(503).end(),
    );
  };
}

function listening(server: Server, { port, host = '127.0.0.1' }: ServeOptions): Promise<Listening> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('a server on a port has an address'));
      else resolve({ port: address.port, host: address.address });
    });
  });
}

async function closed(server: Server, { drainMs, beside }: { drainMs: number; beside: Listening }): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  const own = new Promise<void>((resolve) => void server.close(() => resolve()));
  server.closeIdleConnections();
  await Promise.all([own, beside.close?.()]);
  clearTimeout(cut);
}
