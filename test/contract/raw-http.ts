import { connect } from 'node:net';

export type RawAnswer = {
  readonly status: number;
  readonly head: string;
  readonly body: string;
  /** How often bytes came. */
  readonly reads: number;
  /** Closed by the other side without an end, or before the promised length. */
  readonly broken: boolean;
};

/** A stuck test ends with what has come. */
const WITHIN_MS = 20_000;

/** Sends these very bytes over a socket of its own, and gives what came back until the other side closed. */
export function rawHttp(origin: string, bytes: Uint8Array | string): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let reset = false;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setTimeout(WITHIN_MS, () => socket.destroy());
    socket.on('data', (part) => parts.push(part));
    socket.on('error', () => {
      // A cut connection is what some tests are about; `close` follows.
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
