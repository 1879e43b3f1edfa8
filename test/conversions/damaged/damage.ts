import { unreachable } from '#shared/lib/unreachable.ts';
import { seededRandom } from '#test/support/seeded-random.ts';

/**
 * How a copy is damaged. `bytes-missing`: a transfer lost some · `ff-pages`: worn-out flash memory · `random`: a bad sector · `unaligned-zeros`: a
 * program wrote too little · `crlf`: sent as text, so that each LF became CR LF · `halves`: the beginning of one file and the rest of another ·
 * `aligned-zeros`: a hole, or a tail, that was never written.
 */
export const DAMAGES = ['bytes-missing', 'ff-pages', 'random', 'unaligned-zeros', 'crlf', 'halves', 'aligned-zeros'] as const;
export type Damage = (typeof DAMAGES)[number];

export type DamageHow = {
  readonly damage: Damage;
  /** Of the whole file, hexadecimal: the same hash and damage give the same copy. */
  readonly sha256: string;
  /** Another file of the same format, for `halves`. */
  readonly other: Uint8Array;
};

const BLOCK = 512;
const PAGE = 4_096;
/** In a smaller file a page of flash memory would be most of the file. */
const SMALL_FILE = 40_960;
/** The head of a file is left whole: a copy without it is refused by every reader, and shows nothing. */
const FROM_SHARE = 0.1;
const TRIES = 20;

/** A damaged copy. Null if the damage changes nothing: a file without line feeds, or with zeros where zeros would be. */
export function damagedOf(bytes: Uint8Array, { damage, sha256, other }: DamageHow): Uint8Array | null {
  const draw = drawingOf(`${sha256.slice(0, 7)}${DAMAGES.indexOf(damage)}`);
  for (let tried = 0; tried < TRIES; tried += 1) {
    const copy = once(bytes, { damage, other, draw });
    if (Buffer.compare(copy, bytes) !== 0) return copy;
  }
  return null;
}

/** `between`: a whole number from the first to the last, both included. */
type Draw = { readonly between: (first: number, last: number) => number; readonly bytes: (count: number) => Uint8Array };

function drawingOf(seed: string): Draw {
  const random = seededRandom(Number.parseInt(seed, 16));
  return {
    between: (first, last) => first + Math.floor(random.fraction() * (Math.max(first, last) - first + 1)),
    bytes: (count) => random.bytes(count),
  };
}

type Once = { readonly damage: Damage; readonly other: Uint8Array; readonly draw: Draw };

function once(bytes: Uint8Array, { damage, other, draw }: Once): Uint8Array {
  const size = bytes.byteLength;
  const anywhere = (length: number): number => draw.between(Math.ceil(size * FROM_SHARE), size - length - 1);
  // A short file loses a twentieth at most, so that most of its picture is there.
  const short = (most: number): number => draw.between(1, Math.max(1, Math.min(most, Math.floor(size / 20))));
  switch (damage) {
    case 'bytes-missing': {
      const length = short(2_000);
      const from = anywhere(length);
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
    }
    case 'ff-pages':
      return filled(bytes, { ...aligned(size, { unit: size < SMALL_FILE ? BLOCK : PAGE, count: draw.between(1, 2), draw }), value: 0xff });
    case 'random': {
      const length = short(PAGE);
      const copy = Uint8Array.from(bytes);
      copy.set(draw.bytes(length), anywhere(length));
      return copy;
    }
    case 'unaligned-zeros': {
      const length = short(5_000);
      const from = anywhere(length);
      return filled(bytes, { from, to: from + length, value: 0 });
    }
    case 'crlf':
      return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
    case 'halves': {
      const from = Math.floor(size / 2);
      return Buffer.concat([bytes.subarray(0, from), other.subarray(Math.min(from, Math.floor(other.byteLength / 2)))]);
    }
    case 'aligned-zeros': {
      const isTail = draw.between(0, 1) === 1;
      const tail = { from: Math.floor(draw.between(Math.floor(size / 4), size - 1) / BLOCK) * BLOCK, to: size };
      return filled(bytes, { ...(isTail ? tail : aligned(size, { unit: BLOCK, count: draw.between(1, 16), draw })), value: 0 });
    }
    default:
      return unreachable(damage);
  }
}

type Aligned = { readonly unit: number; readonly count: number; readonly draw: Draw };

/** So many whole units, behind the first one. */
function aligned(size: number, { unit, count, draw }: Aligned): { readonly from: number; readonly to: number } {
  const units = Math.ceil(size / unit);
  const length = Math.max(1, Math.min(count, Math.floor(units / 10)));
  const first = draw.between(Math.min(units - 1, Math.max(1, Math.ceil(units * FROM_SHARE))), units - length);
  return { from: first * unit, to: Math.min(size, (first + length) * unit) };
}

type Filling = { readonly from: number; readonly to: number; readonly value: number };

function filled(bytes: Uint8Array, { from, to, value }: Filling): Uint8Array {
  return Uint8Array.from(bytes).fill(value, from, to);
}
