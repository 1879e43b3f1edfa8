import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import { type AnswerHeaders, API_HEADERS, sayAnswerHeaders } from './answer-headers.ts';
import type { Duplex } from 'node:stream';
import { codeOf } from '../code-of.ts';

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

/** A name or an address, with or without a port (RFC 9110, 7.2; RFC 3986, 3.2). */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d{0,5})?$/i;

/**
 * Answers with a problem what Node would answer without a body, or not at all: bytes that are not a request, headers that are too long,
 * a request that never ends, an expectation that cannot be met, a tunnel. Requests that break off in the middle of a body are still
 * answered by Node itself, without a body. `type`: the media type of problems; null to send the status alone.
 */
function refuseEarly(server: Server, { type, headers }: { readonly type: string | null; readonly headers: AnswerHeaders }): void {
  server.on('checkExpectation', (incoming, outgoing) => {
    sayAnswerHeaders(incoming, outgoing, headers);
    answerProblem(outgoing, { type, status: 417, detail: 'The only expectation that can be met is 100-continue.' });
  });
  server.on('connect', (_incoming, socket) => {
    // Node releases the connection here, and no longer listens for its errors.
    socket.on('error', () => socket.destroy());
    socket.once('finish', () => socket.destroy());
    socket.resume();
    writeProblem(socket, { type, status: 400, detail: 'This server is no proxy.' }, headers.always);
  });
  const hasBegun = answersUnderWay(server);
  server.on('clientError', (error, socket) => {
    // A second answer inside one that has begun would be read as part of it.
    if (!socket.writable || codeOf(error) === 'ECONNRESET' || hasBegun(socket)) return socket.destroy();
    const refusal = REFUSALS[codeOf(error)] ?? { status: 400, detail: 'This is no request of HTTP/1.1.' };
    return writeProblem(socket, { type, ...refusal }, headers.always);
  });
}

/** Tells whether a connection has an answer that has begun and not ended. A client may send further requests before it receives one. */
function answersUnderWay(server: Server): (socket: Duplex) => boolean {
  const open = new WeakMap<Duplex, readonly ServerResponse[]>();
  server.on('request', ({ socket }, outgoing) => {
    open.set(socket, [...(open.get(socket) ?? []).filter((one) => !one.writableEnded), outgoing]);
  });
  return (socket) => open.get(socket)?.some(({ headersSent, writableEnded }) => headersSent && !writableEnded) === true;
}

/** Null for a request that names its host exactly once. */
function hostFault({ headers, rawHeaders }: IncomingMessage): string | null {
  const { host } = headers;
  if (host === undefined) return 'Every request names its host.';
  const times = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (times > 1) return 'A request names one host.';
  // A text in the form of a name may still be invalid: one that ends in a number has to be an IP address.
  return HOST.test(host) && URL.canParse(`http://${host}`) ? null : 'The header Host is not the name of a host.';
}

const REFUSALS: Readonly<Record<string, { readonly status: number; readonly detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers are too long.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The extensions of a chunk are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come to its end in time.' },
};

/** `type`: the media type of problems, which the contract names; null to send the status alone. */
type PlainProblem = { readonly status: number; readonly detail: string; readonly type: string | null };

/** An RFC 9457 problem for input that is refused before it becomes a request for a handler. It closes the connection. */
function answerProblem(outgoing: ServerResponse, of: PlainProblem): void {
  const body = bodyOf(of);
  outgoing.writeHead(of.status, { ...typeOf(of), 'content-length': body.byteLength, connection: 'close' }).end(body);
}

/** The same where Node provides no response object. */
function writeProblem(socket: Duplex, of: PlainProblem, headers: Readonly<Record<string, string>>): void {
  const body = bodyOf(of);
  const said = { ...headers, ...typeOf(of), 'content-length': String(body.byteLength), connection: 'close' };
  const lines = Object.entries(said).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${of.status} ${STATUS_CODES[of.status] ?? ''}`, ...lines];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

// An import would read every property of the module, one of which is a second HTTP client.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

function typeOf({ type }: PlainProblem): Record<string, string> {
  return type === null ? {} : { 'content-type': type };
}

function bodyOf({ status, detail, type }: PlainProblem): Buffer {
  if (type === null) return Buffer.alloc(0);
  return Buffer.from(JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail }));
}
