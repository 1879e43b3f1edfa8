import { seededRandom } from '#test/support/virtual-world.ts';
import { type Dice, diceOf } from '#test/sim/plan/action.ts';
import { type Asked, faultOfAnswer } from './fault-of-answer.ts';
import { type Drawn, drawRequest } from './draw-request.ts';
import { type Answer, isStream, type Read, readAnswers } from './read-answers.ts';
import { connect, type Socket } from 'node:net';

/** Makes a valid request; what it needs (credentials, ids) is drawn or looked up at that moment. */
export type Right = (dice: Dice) => Asked;

export type Target = {
  readonly port: number;
  readonly host: () => string;
  readonly rights: readonly [Right, ...Right[]];
  /** Texts that no answer may contain, whatever was asked. */
  readonly never: readonly string[];
  /** What else is wrong with an answer of this server, or null. */
  readonly faultOf: (answer: Answer, drawn: Drawn) => string | null;
  /** Called after each request, before the next. */
  readonly afterwards: (answer: Answer | undefined, drawn: Drawn) => Promise<void>;
  /** Brings about what a silent server may be waiting for. */
  readonly onQuiet: () => Promise<void>;
  /** Fails unless a valid request is answered as one. */
  readonly stillRight: () => Promise<void>;
};

export type Played = { readonly requests: number; readonly statuses: Readonly<Record<string, number>>; readonly unanswered: number };

/** The number of requests between two valid ones. */
const STILL_RIGHT_EVERY = 250;
const SHOWN_BYTES = 3_000;

export const SEED = Math.floor(Number(process.env['FUZZ_SEED'] ?? 1));

/** The number of requests: the suite's usual one, or FUZZ_REQUESTS. */
export function requestsOr(usual: number): number {
  return Math.floor(Number(process.env['FUZZ_REQUESTS'] ?? usual));
}

/** Sends the requests of a seed one after the other; throws at the first unacceptable answer, with the request's bytes. */
export async function play(target: Target, requests: number): Promise<Played> {
  const statuses: Record<string, number> = {};
  const rejections: unknown[] = [];
  const rejected = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', rejected);
  let unanswered = 0;
  try {
    for (let n = 0; n < requests; n += 1) {
      // Each request has its own random stream, so what one draws does not change the later ones.
      const random = seededRandom(SEED * 1_000_003 + n);
      const right = diceOf(random).one(target.rights)(diceOf(random));
      const drawn = drawRequest({ ...right, headers: [['host', target.host()], ...right.headers] }, random);
      const found = await exchange(target.port, drawn, target.onQuiet);
      const fault =
        faultOf(target, drawn, found) ?? (rejections.length > 0 ? `a rejection nobody handles: ${String(rejections[0])}` : null);
      if (fault !== null) throw new Error(told(n, fault, drawn, found));
      const [answer] = found.answers;
      if (answer === undefined) unanswered += 1;
      else statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      await target.afterwards(answer, drawn);
      if (n % STILL_RIGHT_EVERY === 0 || n === requests - 1) await target.stillRight();
    }
  } finally {
    process.off('unhandledRejection', rejected);
  }
  return { requests, statuses, unanswered };
}

function faultOf(target: Target, drawn: Drawn, { answers, fault, gaveUp, hangs, isTorn }: Exchange): string | null {
  if (fault !== null) return fault;
  if (hangs) return 'neither an answer nor an end';
  if (answers.length === 0 && !gaveUp && !isTorn) return 'no answer to a whole request';
  const [first] = answers;
  if (drawn.isTwofold && (answers.length !== 1 || first?.status !== 400)) return 'a request with two ends was not refused as one';
  const never = [...target.never, ...drawn.asked.secrets];
  for (const answer of answers) {
    const wrong = faultOfAnswer(answer, never) ?? target.faultOf(answer, drawn);
    if (wrong !== null) return wrong;
  }
  return null;
}

/** Everything that is needed to replay it. */
function told(n: number, fault: string, drawn: Drawn, found: Exchange): string {
  return [
    `request ${n} of FUZZ_SEED=${SEED} was answered with ${fault}`,
    `asked: ${shown(drawn.bytes)}`,
    `answered: ${shown(found.bytes)}`,
  ].join('\n');
}

function shown(bytes: Buffer): string {
  const text = bytes.subarray(0, SHOWN_BYTES).toString('latin1');
  const written = JSON.stringify(text).replaceAll(/[\x7f-\xff]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`);
  return bytes.byteLength > SHOWN_BYTES ? `${written} … of ${bytes.byteLength} bytes` : written;
}

/** A server that is silent for this long may be waiting for more of the request; we then end our side. */
const PATIENCE_MS = 400;
/** If a server still neither answers nor closes after this time, it hangs. */
const HANGS_MS = 20_000;

type Exchange = Read & {
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
function exchange(port: number, drawn: Drawn, onQuiet: () => Promise<void>): Promise<Exchange> {
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
