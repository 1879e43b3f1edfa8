import { seededRandom } from '#test/support/virtual-world.ts';

export type Copy = {
  readonly what: string;
  readonly kind: (typeof COPY_KINDS)[number];
  /** The bytes of the original that are missing or replaced: cut off to the end of the file, zeros, or damaged. */
  readonly from: number;
  readonly to: number;
  /** The bytes of a damaged copy. */
  readonly made?: () => Uint8Array;
};

/** The others are damage that is no hole of blocks (`damages` below). */
export const COPY_KINDS = ['cut', 'hole', 'missing', 'erased', 'random', 'zeros', 'line-ends', 'halves'] as const;

const BLOCK = 512;
const PAGE = 4_096;
const LARGE_HOLE = 65_536;
/** In smaller files a hole of a page would be most of the file. */
const SMALL_FILE = 16_384;

/** How files are cut: an interrupted copy, a full disk, a broken transfer. */
export function cuts(size: number, sha256: string): readonly Copy[] {
  const random = seededRandom(Number.parseInt(sha256.slice(0, 8), 16));
  const parts = [0.25, 0.5, 0.75, 0.95].map((part) => ({ what: `cut at ${part * 100} %`, from: downTo(BLOCK, size * part) }));
  const any = { what: 'cut at a random byte', from: 1 + Math.floor(random.fraction() * (size - 1)) };
  const last = { what: 'cut by its last block', from: downTo(BLOCK, size - 1) };
  const known = new Set<number>();
  return [...parts, any, last].flatMap(({ what, from }): readonly Copy[] => {
    if (from <= 0 || from >= size || known.has(from)) return [];
    known.add(from);
    return [{ what, kind: 'cut', from, to: size }];
  });
}

/** Zeros where a part was never written, at the places where a disk or a transfer leaves them. Never the first block nor the last. */
export function holes(size: number, sha256: string): readonly Copy[] {
  const random = seededRandom(Number.parseInt(sha256.slice(8, 16), 16));
  const unit = size < SMALL_FILE ? BLOCK : PAGE;
  const inside = Math.ceil(size / unit) - 2;
  if (inside < 1) return [];
  const lengths = size < SMALL_FILE ? [1, 1] : [1, 1, LARGE_HOLE / PAGE, LARGE_HOLE / PAGE];
  const known = new Set<string>();
  return lengths.flatMap((wanted): readonly Copy[] => {
    const length = Math.min(wanted, inside);
    const from = unit * (1 + Math.floor(random.fraction() * (inside - length + 1)));
    const to = from + length * unit;
    if (known.has(`${from} ${to}`)) return [];
    known.add(`${from} ${to}`);
    return [{ what: `hole of ${to - from} bytes`, kind: 'hole', from, to }];
  });
}

export function isDamage({ kind }: Pick<Copy, 'kind'>): boolean {
  return kind !== 'cut' && kind !== 'hole';
}

export function applied(bytes: Uint8Array, copy: Copy): Uint8Array {
  if (copy.made !== undefined) return copy.made();
  if (copy.kind === 'cut') return bytes.subarray(0, copy.from);
  const holed = Uint8Array.from(bytes);
  return holed.fill(0, copy.from, copy.to);
}

function downTo(unit: number, size: number): number {
  return Math.floor(size / unit) * unit;
}

/** Longest stretch that is lost, or overwritten. */
const STRETCH_MAX = 4_096;
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

/** Runs `count` at a time; the answers are in the order of the input. */
export async function atOnce<In, Out>(count: number, all: readonly In[], of: (one: In) => Promise<Out>): Promise<readonly Out[]> {
  const out: Out[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) out[at] = await of(all[at] as In);
  };
  await Promise.all(Array.from({ length: count }, work));
  return out;
}
