import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type AnswerHeaders, sayAnswerHeaders } from './answer-headers.ts';
import { codeOf } from '../code-of.ts';
import { answerProblem, writeProblem } from './plain-problem.ts';

/** A name or an address, with or without a port (RFC 9110, 7.2; RFC 3986, 3.2). */
const HOST = /^(\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(:\d{0,5})?$/i;

/**
 * Answers with a problem what Node would answer without a body, or not at all: bytes that are not a request, headers that are too long,
 * a request that never ends, an expectation that cannot be met, a tunnel. Requests that break off in the middle of a body are still
 * answered by Node itself, without a body. `type`: the media type of problems; null to send the status alone.
 */
export function refuseEarly(server: Server, { type, headers }: { readonly type: string | null; readonly headers: AnswerHeaders }): void {
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
export function hostFault({ headers, rawHeaders }: IncomingMessage): string | null {
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
