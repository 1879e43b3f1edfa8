/** A run of zeros, from its first byte to behind its last. */
export type ZeroRun = { readonly from: number; readonly to: number };

/** Disks and programs that copy write in multiples of this. */
const BLOCK_BYTES = 512;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/**
 * Runs of zeros that cover a whole block of the file at least: parts that were perhaps announced and not written yet. In the order of the
 * file, and with all zeros that adjoin the block. Most blocks are told by their first byte. There is at most one run to every two blocks.
 */
export function zeroRuns(bytes: Uint8Array): readonly ZeroRun[] {
  const runs: ZeroRun[] = [];
  for (let at = 0; at + BLOCK_BYTES <= bytes.byteLength; at += BLOCK_BYTES) {
    if (bytes[at] !== 0 || !isZero(bytes, at)) continue;
    const run = { from: firstZero(bytes, at), to: behindZeros(bytes, at + BLOCK_BYTES) };
    runs.push(run);
    // The block in which it ends is no whole one.
    at = Math.floor(run.to / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return runs;
}

/** Whether one of the runs lies in a part, or reaches into it. They are in the order of the file, and there may be thousands. */
export function hasZeroRun(runs: readonly ZeroRun[], from: number, to: number): boolean {
  const run = firstEndingBehind(runs, from);
  return run !== undefined && run.from < to;
}

/** The first of the runs that ends behind a place. */
export function firstEndingBehind(runs: readonly ZeroRun[], at: number): ZeroRun | undefined {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.to ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return runs[low];
}

/** The whole blocks of a run: zeros that adjoin them may be what stands there. */
export function blocksOf({ from, to }: ZeroRun): ZeroRun {
  return { from: Math.ceil(from / BLOCK_BYTES) * BLOCK_BYTES, to: Math.floor(to / BLOCK_BYTES) * BLOCK_BYTES };
}

function isZero(block: Uint8Array, at: number): boolean {
  return ZEROS.compare(block, at, at + BLOCK_BYTES) === 0;
}

function firstZero(bytes: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && bytes[from - 1] === 0) from -= 1;
  return from;
}

/** Whole blocks at once, so that a file of zeros is not gone over byte by byte. */
function behindZeros(bytes: Uint8Array, at: number): number {
  let to = at;
  while (to + BLOCK_BYTES <= bytes.byteLength && isZero(bytes, to)) to += BLOCK_BYTES;
  while (to < bytes.byteLength && bytes[to] === 0) to += 1;
  return to;
}
