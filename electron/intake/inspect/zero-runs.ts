/** A run of zero bytes: `from` inclusive, `to` exclusive. */
export type ZeroRun = { readonly from: number; readonly to: number };

/** Disks and copying programs write in multiples of this. */
const BLOCK_BYTES = 512;

/**
 * Zero runs that cover at least one whole block of the file: parts that were perhaps allocated but not written yet. In file order, each with
 * all zeros that adjoin the block. Most blocks are ruled out by their first byte. There is at most one run per two blocks.
 */
export function zeroRuns(bytes: Uint8Array): readonly ZeroRun[] {
  return runsOf(bytes, 0);
}

/** The same of bytes with another value, as worn-out flash memory has 255. */
export function runsOf(bytes: Uint8Array, value: number): readonly ZeroRun[] {
  const filled = Buffer.alloc(BLOCK_BYTES, value);
  const runs: ZeroRun[] = [];
  for (let at = 0; at + BLOCK_BYTES <= bytes.byteLength; at += BLOCK_BYTES) {
    if (bytes[at] !== value || filled.compare(bytes, at, at + BLOCK_BYTES) !== 0) continue;
    const run = { from: firstOfRun(bytes, at), to: behindRun(bytes, at + BLOCK_BYTES, filled) };
    runs.push(run);
    // The block in which the run ends is not filled.
    at = Math.floor(run.to / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return runs;
}

/** Whether any run overlaps a part. The runs are in file order, and there may be thousands. */
export function hasZeroRun(runs: readonly ZeroRun[], from: number, to: number): boolean {
  const run = firstEndingBehind(runs, from);
  return run !== undefined && run.from < to;
}

/** The runs that overlap a part. */
export function runsWithin(runs: readonly ZeroRun[], from: number, to: number): readonly ZeroRun[] {
  const first = indexEndingBehind(runs, from);
  let behind = first;
  while ((runs[behind]?.from ?? to) < to) behind += 1;
  return runs.slice(first, behind);
}

/** The first run that ends after a position. */
export function firstEndingBehind(runs: readonly ZeroRun[], at: number): ZeroRun | undefined {
  return runs[indexEndingBehind(runs, at)];
}

function indexEndingBehind(runs: readonly ZeroRun[], at: number): number {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.to ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
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
export function isInBlocks(run: ZeroRun, at: number): boolean {
  return beginsWithBlock(run, at) || endsWithBlock(run, at);
}

export function beginsWithBlock({ from }: ZeroRun, at: number): boolean {
  return (BLOCK_BYTES - ((at + from) % BLOCK_BYTES)) % BLOCK_BYTES <= BESIDE_MAX;
}

export function endsWithBlock({ to }: ZeroRun, at: number): boolean {
  return (at + to) % BLOCK_BYTES <= BESIDE_MAX;
}

function firstOfRun(bytes: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && bytes[from - 1] === bytes[at]) from -= 1;
  return from;
}

/** Compares whole blocks, so that a file of zeros is not scanned byte by byte. */
function behindRun(bytes: Uint8Array, at: number, filled: Buffer): number {
  let to = at;
  while (to + BLOCK_BYTES <= bytes.byteLength && filled.compare(bytes, to, to + BLOCK_BYTES) === 0) to += BLOCK_BYTES;
  while (to < bytes.byteLength && bytes[to] === filled[0]) to += 1;
  return to;
}
