import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as its handler needs it, whichever way it arrived. */
export type Posted = {
  /** The peer's address. */
  readonly remoteAddress: string;
  /** The value of a header, by its lower-case name. */
  header(name: string): string | null;
  /** The whole body, or null if it is longer than `bytesMax`. Rejects if the sender hangs up before its end. */
  body(bytesMax: number): Promise<Uint8Array | null>;
};

/** Null: stored, answered by 204 without a body. */
export type TakePosted = (posted: Posted) => Promise<Response | null>;

export type PlainRoute = { readonly path: string; readonly bytesMax: number; readonly take: TakePosted };

/**
 * Answers plain POSTs to one path on Node's own objects, and returns whether the request was one: `Request`, `Headers` and `Response` around
 * each, and a router, cost a third of all work for an event. Anything unusual (no length, too long, a query) is left to those.
 */
export function plainPost({ path, bytesMax, take }: PlainRoute): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  return (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    // The parser counts by the length, so it is a number; with a transfer-encoding beside it the parser has already refused the request.
    const length = Number(headers['content-length'] ?? Number.NaN);
    if (method !== 'POST' || url !== path || !(length <= bytesMax)) return false;
    void answered(
      take({
        remoteAddress: incoming.socket.remoteAddress ?? '',
        header: (name) => headerOf(incoming, name),
        body: (most) => readBody(incoming, most),
      }),
      outgoing,
    );
    return true;
  };
}

async function answered(taken: Promise<Response | null>, outgoing: ServerResponse): Promise<void> {
  const answer = await taken;
  if (answer === null) {
    outgoing.writeHead(204).end();
    return;
  }
  const body = Buffer.from(await answer.arrayBuffer());
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.byteLength }).end(body);
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === 'string' ? value : null;
}

function readBody(incoming: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    incoming.on('data', (part: Buffer) => {
      bytes += part.byteLength;
      if (bytes <= bytesMax) parts.push(part);
    });
    incoming.once('end', () => {
      const [first = Buffer.alloc(0)] = parts;
      resolve(bytes > bytesMax ? null : parts.length < 2 ? first : Buffer.concat(parts));
    });
    incoming.once('error', reject);
  });
}
