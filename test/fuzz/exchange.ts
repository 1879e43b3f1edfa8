import { connect, type Socket } from 'node:net';
import type { Drawn } from './draw-request.ts';
import { isStream, type Read, readAnswers } from './read-answers.ts';

/** A server that is silent for this long may be waiting for more of the request; we then end our side. */
const PATIENCE_MS = 400;
/** If a server still neither answers nor closes after this time, it hangs. */
const HANGS_MS = 20_000;

export type Exchange = Read & {
  readonly bytes: Buffer;
  /** We ended our side before there was an answer, so there may be none. */
  readonly gaveUp: boolean;
  readonly hangs: boolean;
  /** The server closed while it still had much to read: the system then discards what it had not yet sent. */
  readonly isTorn: boolean;
};

/** More than the two ends of a connection buffer between them at their smallest. */
const MUCH_BYTES = 65_536;

/**
 * Sends these bytes over a socket of their own. `onQuiet` is called when the server was silent for a while, and may bring about what it waits
 * for.
 */
export function exchange(port: number, drawn: Drawn, onQuiet: () => Promise<void>): Promise<Exchange> {
  const isHead = drawn.bytes.subarray(0, 5).toString('latin1') === 'HEAD ';
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let [gaveUp, hangs, isQuiet, isTorn] = [false, false, false, false];
    const read = (isClosed: boolean): Read => readAnswers(Buffer.concat(parts), { isHead, isClosed });
    const giveUp = (): void => {
      gaveUp = true;
      socket.setTimeout(HANGS_MS);
      socket.end();
    };
    const quiet = (): void => {
      if (gaveUp) {
        hangs = true;
        socket.destroy();
      } else if (isQuiet) giveUp();
      else {
        isQuiet = true;
        void onQuiet().then(() => socket.setTimeout(PATIENCE_MS));
      }
    };
    const socket: Socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
      socket.write(drawn.bytes);
      if (!drawn.isWhole) giveUp();
    });
    socket.setTimeout(PATIENCE_MS).on('timeout', quiet);
    socket.on('data', (part) => {
      parts.push(part);
      if (isEnd(read(false))) socket.destroy();
    });
    // The other side may cut what it refuses; what it sent before still counts, and `close` follows.
    socket.on('error', () => {
      isTorn = drawn.bytes.byteLength > MUCH_BYTES;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve({ ...read(!isTorn && !isEnd(read(false))), bytes: Buffer.concat(parts), gaveUp, hangs, isTorn }));
  });
}

/** Whether nothing more is expected: the answer is there, and the server leaves the connection open or streams. */
function isEnd({ answers, fault }: Read): boolean {
  const last = answers.at(-1);
  if (fault !== null) return true;
  return last !== undefined && (isStream(last.headers) || (last.isWhole && last.headers.get('connection') !== 'close'));
}
