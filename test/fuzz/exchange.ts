import { connect, type Socket } from 'node:net';
import type { Drawn } from './draw-request.ts';
import { isStream, type Read, readAnswers } from './read-answers.ts';

/** A server that says nothing for so long may be waiting for more of the request: it is told that no more comes. */
const PATIENCE_MS = 400;
/** A server that neither answers nor closes then holds its callers. */
const HANGS_MS = 20_000;

export type Exchange = Read & {
  readonly bytes: Buffer;
  /** We ended our side before there was an answer, so there may be none. */
  readonly gaveUp: boolean;
  readonly hangs: boolean;
  /** The server closed while there was much left for it to read: the system throws away what it had not yet sent. */
  readonly isTorn: boolean;
};

/** More than the two ends of a connection hold between them, with the least that they may. */
const MUCH_BYTES = 65_536;

/** Sends these bytes over a socket of their own. `onQuiet`: the server was silent for a while, and what it waits for may be made to happen. */
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
    // The other side may cut what it refuses; what it said before counts, and `close` follows.
    socket.on('error', () => {
      isTorn = drawn.bytes.byteLength > MUCH_BYTES;
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve({ ...read(!isTorn && !isEnd(read(false))), bytes: Buffer.concat(parts), gaveUp, hangs, isTorn }));
  });
}

/** Whether nothing more is waited for: the answer is there, and the server leaves the connection open or streams. */
function isEnd({ answers, fault }: Read): boolean {
  const last = answers.at(-1);
  if (fault !== null) return true;
  return last !== undefined && (isStream(last.headers) || (last.isWhole && last.headers.get('connection') !== 'close'));
}
