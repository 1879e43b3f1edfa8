import type { Random } from '#shared/ports/world.ts';
import { type Dice, diceOf } from '#test/sim/plan/action.ts';
import { type Asked, type Body, bytesOfBody } from './fault-of-answer.ts';
import { oddForm, oddJson } from './odd-json.ts';
import { headOf, oddHead } from './odd-head.ts';
import { gzipSync } from 'node:zlib';

/** A request as it goes over the socket. */
export type Drawn = {
  readonly asked: Asked;
  readonly bytes: Buffer;
  /** False if the server may have to wait for more, and may end without an answer when nothing more comes. */
  readonly isWhole: boolean;
  readonly isTwofold: boolean;
  /** Something is odd about its end or about what follows it; the answer may be about that, instead of the request itself. */
  readonly isRagged: boolean;
};

type Oddity = 'head' | 'body' | 'framing' | 'bytes';
const ODDITIES: readonly [Oddity, ...Oddity[]] = [
  'head',
  'head',
  'head',
  'head',
  'head',
  'body',
  'body',
  'body',
  'body',
  'body',
  'body',
  'framing',
  'bytes',
];
/** The share of requests that are left unchanged: a valid request among invalid ones has to be answered as one. */
const RIGHT = 0.1;

/** A valid request, changed in up to three ways by this seed's random numbers. */
export function drawRequest(right: Asked, random: Random): Drawn {
  const dice = diceOf(random);
  const times = dice.chance(RIGHT) ? 0 : 1 + dice.below(3);
  const ways = Array.from({ length: times }, () => dice.one(ODDITIES));
  let asked = right;
  for (const way of ways) if (way === 'head') asked = oddHead(asked, dice);
  const body = bodyOf(asked.body, ways.includes('body') ? random : null);
  const frame = ways.includes('framing') ? oddlyFramed(body ?? Buffer.from('{}'), dice) : body === null ? NO_BODY : framed(body, dice);
  const close = asked.headers.some(([name]) => name === 'connection') ? '' : 'connection: close\r\n';
  const head = Buffer.from(`${headOf(asked)}\r\n${close}${frame.lines}\r\n`, 'latin1');
  const isTwofold = frame.isTwofold && !ways.includes('head');
  const isRagged = ways.includes('framing') || ways.includes('bytes');
  const whole = { asked, bytes: Buffer.concat([head, frame.bytes]), isWhole: frame.isWhole, isTwofold, isRagged };
  return ways.includes('bytes') ? { ...whole, bytes: wild(whole.bytes, dice), isWhole: false, isTwofold: false } : whole;
}

const NO_BODY = { lines: '', bytes: Buffer.alloc(0), isWhole: true, isTwofold: false };

function bodyOf(body: Body, random: Random | null): Buffer | null {
  if (random === null) return body.kind === 'none' ? null : bytesOfBody(body);
  const dice = diceOf(random);
  if (body.kind === 'none') return oddBytes(Buffer.from('{"a":1}'), random);
  if (body.kind === 'json' && dice.chance(0.7)) return Buffer.from(oddJson(body.value, dice));
  if (body.kind === 'form' && dice.chance(0.8)) return oddForm(body, dice);
  return oddBytes(bytesOfBody(body), random);
}

/** Bytes that belong to no request, anywhere in it. */
function wild(bytes: Buffer, dice: Dice): Buffer {
  const at = dice.below(bytes.byteLength + 1);
  if (dice.chance(0.5)) return flipped(bytes, dice);
  return dice.chance(0.5)
    ? bytes.subarray(0, at)
    : Buffer.concat([bytes.subarray(0, at), Buffer.from([0x0d, 0x0a, dice.below(256)]), bytes.subarray(at)]);
}

const BOM = [Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])] as const;
const NO_UTF8 = [
  Buffer.from([0xff]),
  Buffer.from([0xc0, 0xaf]),
  Buffer.from([0xed, 0xa0, 0x80]),
  Buffer.from([0xf0, 0x9f]),
  Buffer.from([0]),
] as const;
/** Unpacked sizes: one that the relay accepts, one beyond its limit, one beyond anything. Packed, each is within every limit. */
const BOMB_BYTES = [100_000, 2_000_000, 40_000_000] as const;
/** Beyond the limits of a call (64 and 256 KB) and within that of an import. */
const MUCH_BYTES = [70_000, 270_000, 1_100_000] as const;

/** A damaged copy of these bytes. */
function oddBytes(bytes: Uint8Array, random: Random): Buffer {
  const dice = diceOf(random);
  const at = dice.below(bytes.byteLength + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (dice.below(12)) {
    case 0:
      return Buffer.from(before);
    case 1:
      return Buffer.concat([dice.one(BOM), bytes]);
    case 2:
      return Buffer.concat([before, dice.one(NO_UTF8), after]);
    case 3:
      return Buffer.concat([bytes, bytes]);
    case 4:
      return Buffer.from(random.bytes(dice.one([1, 3, 64, 3_000])));
    case 5:
      return flipped(bytes, dice);
    case 6:
      return Buffer.alloc(0);
    case 7:
      return Buffer.from(Buffer.from(bytes).toString('latin1'), 'utf16le');
    case 8:
      return dice.chance(0.5) ? gzipSync(bytes) : gzipSync(gzipSync(bytes));
    case 9:
      return dice.chance(0.3) ? gzipSync(Buffer.alloc(dice.one(BOMB_BYTES), 0x5b)) : gzipSync(bytes).subarray(0, 12);
    case 10:
      return dice.chance(0.3) ? Buffer.alloc(dice.one(MUCH_BYTES), dice.one(['a', '[', '"', '\0'])) : Buffer.concat([after, before]);
    default:
      return Buffer.concat([before, after.subarray(1 + dice.below(8))]);
  }
}

/** Replaces one to four bytes. */
function flipped(bytes: Uint8Array, dice: Dice): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = 1 + dice.below(4); times > 0 && copy.byteLength > 0; times -= 1) copy[dice.below(copy.byteLength)] = dice.below(256);
  return copy;
}

/** How the beginning and end of a body are announced. */
type Framed = {
  /** Lines of the head, each with its line end. */
  readonly lines: string;
  readonly bytes: Buffer;
  /** Whether everything announced is there; otherwise nobody can know what the rest would be. */
  readonly isWhole: boolean;
  /** Two readers could see two different ends (request smuggling), so it has to be refused as one request. */
  readonly isTwofold: boolean;
};

const SMUGGLED = Buffer.from('GET /smuggled HTTP/1.1\r\nhost: a\r\n\r\n');
const END = '0\r\n\r\n';

/** As a client does: by its length, or in chunks. */
function framed(body: Buffer, dice: Dice): Framed {
  if (dice.chance(0.95)) return { lines: lengthOf(body), bytes: body, ...WHOLE };
  return { lines: CHUNKED, bytes: chunked(body, END), ...WHOLE };
}

/** As no client does. */
function oddlyFramed(body: Buffer, dice: Dice): Framed {
  const length = body.byteLength;
  switch (dice.below(14)) {
    case 0:
      return open(`content-length: ${length + 1 + dice.below(500)}\r\n`, body);
    case 1:
      return { lines: `content-length: ${dice.below(length + 1)}\r\n`, bytes: body, ...WHOLE };
    case 2:
      return { lines: `${lengthOf(body)}content-length: ${length + 1}\r\n`, bytes: body, ...TWOFOLD };
    case 3:
      return { lines: `${lengthOf(body)}${CHUNKED}`, bytes: Buffer.concat([chunked(body, END), SMUGGLED]), ...TWOFOLD };
    case 4:
      return { lines: `${CHUNKED}content-length: 5\r\n`, bytes: chunked(body, END), ...TWOFOLD };
    case 5: {
      const value = dice.one(['-1', '1e1', '0x10', '+5', '5, 5', '5,6', '99999999999999999999', '', ' ', 'NaN', '5 5', '0005', '\xff']);
      return open(`content-length: ${value}\r\n`, body);
    }
    case 6: {
      const value = dice.one([
        'identity',
        'xchunked',
        'chunked, identity',
        'chunked, chunked',
        'gzip, chunked',
        ' chunked',
        'Chunked',
        '"chunked"',
        '',
      ]);
      return open(`transfer-encoding: ${value}\r\n`, chunked(body, END));
    }
    case 7:
      return open('transfer-encoding : chunked\r\ncontent-length: 3\r\n', chunked(body, END));
    case 8:
      return open(CHUNKED, chunked(body, ''));
    case 9: {
      const size = dice.one(['zz', '-1', 'ffffffffffffffffff', '', `${'0'.repeat(300)}5`, `5;${'a=b;'.repeat(6_000)}`, '5\n', ' 5']);
      return open(CHUNKED, Buffer.concat([Buffer.from(`${size}\r\n`), body, Buffer.from(`\r\n${END}`)]));
    }
    case 10:
      return { lines: CHUNKED, bytes: chunked(body, '0\r\na: b\r\n__proto__: c\r\n\r\n'), ...WHOLE };
    case 11:
      return { lines: '', bytes: body, ...WHOLE };
    case 12:
      return { lines: lengthOf(body), bytes: Buffer.concat([body, SMUGGLED]), ...WHOLE };
    default:
      return open(lengthOf(body), body.subarray(0, dice.below(length + 1)));
  }
}

/** The server may wait for more of it. */
function open(lines: string, bytes: Buffer): Framed {
  return { lines, bytes, isWhole: false, isTwofold: false };
}

const WHOLE = { isWhole: true, isTwofold: false } as const;
const TWOFOLD = { isWhole: true, isTwofold: true } as const;
const CHUNKED = 'transfer-encoding: chunked\r\n';

function lengthOf(body: Buffer): string {
  return `content-length: ${body.byteLength}\r\n`;
}

function chunked(body: Buffer, end: string): Buffer {
  const half = Math.floor(body.byteLength / 2);
  const chunks = [body.subarray(0, half), body.subarray(half)].filter((chunk) => chunk.byteLength > 0);
  const written = chunks.flatMap((chunk) => [Buffer.from(`${chunk.byteLength.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
  return Buffer.concat([...written, Buffer.from(end)]);
}
