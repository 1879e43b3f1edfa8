import { seededRandom } from '#test/support/seeded-random.ts';
import type { Copy } from './copies.ts';

/** Longest stretch that is lost, or overwritten. */
const STRETCH_MAX = 4_096;
const PAGE = 4_096;
const BLOCK = 512;
/** Shorter stretches of zeros are what packed data has anyway. */
const ZEROS_MIN = 600;

/**
 * Damage that is no hole of blocks: bytes lost on the way, a page of erased flash memory, foreign bytes, zeros that begin anywhere, line ends
 * converted by a transfer as text, and a file whose second half is that of another one. Seeded by the file's hash.
 * `other`: a file of the same kind.
 */
export function damages(bytes: Uint8Array, sha256: string, other: Uint8Array): readonly Copy[] {
  const random = seededRandom(Number.parseInt(sha256.slice(16, 24), 16));
  const size = bytes.byteLength;
  const stretch = (least: number, most = STRETCH_MAX): Pick<Copy, 'from' | 'to'> => {
    const length = Math.min(least + Math.floor(random.fraction() * (most - least)), size >> 2);
    const from = 1 + Math.floor(random.fraction() * (size - length - 1));
    return { from, to: from + length };
  };
  const unit = size < 4 * PAGE ? BLOCK : PAGE;
  const page = unit * Math.floor(random.fraction() * Math.floor(size / unit));
  const [missing, foreign, zeros] = [stretch(1), stretch(64), stretch(ZEROS_MIN)];
  const half = size >> 1;
  const noise = Uint8Array.from({ length: STRETCH_MAX }, () => Math.floor(random.fraction() * 256));
  const copies: readonly Copy[] = [
    { what: 'bytes missing', kind: 'missing', ...missing, made: () => joined(bytes.subarray(0, missing.from), bytes.subarray(missing.to)) },
    {
      what: 'a page of 0xFF',
      kind: 'erased',
      from: page,
      to: page + unit,
      made: () => filled(bytes, page, new Uint8Array(unit).fill(0xff)),
    },
    {
      what: 'random bytes',
      kind: 'random',
      ...foreign,
      made: () => filled(bytes, foreign.from, noise.subarray(0, foreign.to - foreign.from)),
    },
    { what: 'zeros anywhere', kind: 'zeros', ...zeros, made: () => filled(bytes, zeros.from, new Uint8Array(zeros.to - zeros.from)) },
    { what: 'line ends converted', kind: 'line-ends', from: 0, to: size, made: () => withLineEnds(bytes) },
    {
      what: 'half of another file',
      kind: 'halves',
      from: half,
      to: size,
      made: () => joined(bytes.subarray(0, half), other.subarray(other.byteLength >> 1)),
    },
  ];
  return size < 2 * BLOCK ? [] : copies;
}

function filled(bytes: Uint8Array, at: number, by: Uint8Array): Uint8Array {
  const made = Uint8Array.from(bytes);
  made.set(by.subarray(0, bytes.byteLength - at), at);
  return made;
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  return Buffer.concat([one, other]);
}

/** A line feed becomes two bytes, as a transfer as text does it. */
function withLineEnds(bytes: Uint8Array): Uint8Array {
  const made = Buffer.alloc(2 * bytes.byteLength);
  let length = 0;
  for (const byte of bytes) {
    if (byte === 0x0a) made[length++] = 0x0d;
    made[length++] = byte;
  }
  return made.subarray(0, length);
}
