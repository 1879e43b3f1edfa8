import { seededRandom } from '#test/support/seeded-random.ts';

export type Copy = {
  readonly what: string;
  readonly kind: (typeof COPY_KINDS)[number];
  /** The bytes of the original that are missing or replaced: cut off to the end of the file, zeros, or damaged. */
  readonly from: number;
  readonly to: number;
  /** The bytes of a damaged copy. */
  readonly made?: () => Uint8Array;
};

/** The others are damage that is no hole of blocks (`damages.ts`). */
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
