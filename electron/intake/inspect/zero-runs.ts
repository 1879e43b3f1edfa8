/** A run of zero bytes: `from` inclusive, `to` exclusive. */
export type ZeroRun = { readonly from: number; readonly to: number };

/** Disks and copying programs write in multiples of this. */
const BLOCK_BYTES = 512;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/**
 * Zero runs that cover at least one whole block of the file: parts that were perhaps allocated but not written yet. In file order, each with
 * all zeros that adjoin the block. Most blocks are ruled out by their first byte. There is at most one run per two blocks.
 */
export function zeroRuns(bytes: Uint8Array): readonly ZeroRun[] {
  const runs: ZeroRun[] = [];
  for (let at = 0; at + BLOCK_BYTES <= bytes.byteLength; at += BLOCK_BYTES) {
    if (bytes[at] !== 0 || !isZero(bytes, at)) continue;
    const run = { from: firstZero(bytes, at), to: behindZeros(bytes, at + BLOCK_BYTES) };
    runs.push(run);
    // The block in which the run ends is not all zeros.
    at = Math.floor(run.to / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return runs;
}

/** Whether any run overlaps a part. The runs are in file order, and there may be thousands. */
export function hasZeroRun(runs: readonly ZeroRun[], from: number, to: number): boolean {
  const run = firstEndingBehind(runs, from);
  return run !== undefined && run.from < to;
}

/** The first run that ends after a position. */
export function firstEndingBehind(runs: readonly ZeroRun[], at: number): ZeroRun | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.to ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return runs[low];
}

/** The whole blocks of a run: zeros that adjoin them may be content. */
export function blocksOf({ from, to }: ZeroRun): ZeroRun {
  return { from: Math.ceil(from / BLOCK_BYTES) * BLOCK_BYTES, to: Math.floor(to / BLOCK_BYTES) * BLOCK_BYTES };
}

/** A byte before or behind unwritten blocks may be zero by chance, rarely two. */
const BESIDE_MAX = 2;

/**
 * Whether a run begins or ends where a block does, as unwritten blocks do. Zeros that are content do so once in a hundred times. `at`: where
 * the bytes in which it is lie in their file.
 */
export function isInBlocks({ from, to }: ZeroRun, at: number): boolean {
  return (BLOCK_BYTES - ((at + from) % BLOCK_BYTES)) % BLOCK_BYTES <= BESIDE_MAX || (at + to) % BLOCK_BYTES <= BESIDE_MAX;
}

function isZero(block: Uint8Array, at: number): boolean {
  return ZEROS.compare(block, at, at + BLOCK_BYTES) === 0;
}

function firstZero(bytes: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && bytes[from - 1] === 0) from -= 1;
  return from;
}

/** Compares whole blocks, so that a file of zeros is not scanned byte by byte. */
function behindZeros(bytes: Uint8Array, at: number): number {
  let to = at;
  while (to + BLOCK_BYTES <= bytes.byteLength && isZero(bytes, to)) to += BLOCK_BYTES;
  while (to < bytes.byteLength && bytes[to] === 0) to += 1;
  return to;
}
