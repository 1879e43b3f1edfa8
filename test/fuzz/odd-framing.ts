import type { Dice } from '#test/sim/plan/dice.ts';

/** How the beginning and end of a body are announced. */
export type Framed = {
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
export function framed(body: Buffer, dice: Dice): Framed {
  if (dice.chance(0.95)) return { lines: lengthOf(body), bytes: body, ...WHOLE };
  return { lines: CHUNKED, bytes: chunked(body, END), ...WHOLE };
}

/** As no client does. */
export function oddlyFramed(body: Buffer, dice: Dice): Framed {
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
