import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** `type`: the media type of problems, which the contract names; null to send the status alone. */
export type PlainProblem = { readonly status: number; readonly detail: string; readonly type: string | null };

/** An RFC 9457 problem for input that is refused before it becomes a request for a handler. It closes the connection. */
export function answerProblem(outgoing: ServerResponse, of: PlainProblem): void {
  const body = bodyOf(of);
  outgoing.writeHead(of.status, { ...typeOf(of), 'content-length': body.byteLength, connection: 'close' }).end(body);
}

/** The same where Node provides no response object. */
export function writeProblem(socket: Duplex, of: PlainProblem, headers: Readonly<Record<string, string>>): void {
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
