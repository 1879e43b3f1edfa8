import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** How many times bytes arrived. */
  readonly reads: number;
  /** The other side closed without an end, or before the promised length. */
  readonly broken: boolean;
};

/** A stuck test ends with what has arrived by then. */
const WITHIN_MS = 20_000;

/** Sends exactly these bytes over a socket of its own, and resolves with what came back when the other side closes. */
export function rawHttp(origin: string, bytes: Uint8Array | string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let reset = false;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(WITHIN_MS, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {
      // Some tests are about a cut connection; `close` follows.
      reset = true;
    });
    socket.on('close', () => resolve(answerOf(Buffer.concat(parts).toString('utf8'), { reads: parts.length, reset })));
  });
}

function answerOf(text: string, how: { readonly reads: number; readonly reset: boolean }): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? '' : text.slice(0, end);
  const body = end < 0 ? '' : text.slice(end + 4);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const short = length !== undefined && Buffer.byteLength(body) < Number(length);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
    head,
    body,
    reads: how.reads,
    broken: how.reset || short || head === '',
  };
}
