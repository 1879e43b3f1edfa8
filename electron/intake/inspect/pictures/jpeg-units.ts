import { type Bits, type Huffman, signed, symbol, take } from './jpeg-bits.ts';

/** State of one component while its scans are decoded. */
export type UnitsDeps = {
  /** DC level of each block on the 8-bit scale, without the common offset. Kept if the levels are shown, or refined later. */
  readonly means: Float32Array | null;
  /** Sum of the squares of each block's AC coefficients: 64 times the variance of its pixels. */
  readonly energies: Float32Array | null;
  /** Bit mask of the nonzero coefficients of a block, as two 32-bit numbers. Kept for later scans of a progressive picture. */
  readonly known: Uint32Array | null;
  /** Quantisation steps in zigzag order, in levels times eight. */
  readonly steps: Float32Array;
};

/** State carried from one block to the next within a scan. `isWild`: some coefficient is larger than any picture's. */
export type ScanState = { previous: number; endOfBand: number; isWild: boolean };

/** One object, reused for every block of a scan, of which there are hundreds of thousands. */
export type Unit = {
  readonly of: UnitsDeps;
  at: number;
  readonly state: ScanState;
  readonly dc: Huffman | undefined;
  readonly ac: Huffman | undefined;
};

export type Band = { readonly from: number; readonly to: number; readonly low: number };

const LENGTH_MAX = 16;
/**
 * No coefficient of samples from 0 to 255 exceeds 1,024. Encoders round by half a step, and some overshoot beside sharp edges. Code from behind
 * a damage usually means levels far beyond, since each is the difference from the one before.
 */
const SIZE_MAX = 1_350;
const ROUNDED_STEPS = 2;

function isWild(size: number, step: number): boolean {
  return size > SIZE_MAX + ROUNDED_STEPS * step;
}

/** DC level of a block, as the difference from the previous one. False for an invalid code. */
export function firstLevel(bits: Bits, { of, at, state, dc }: Unit, low: number): boolean {
  if (dc === undefined) return false;
  const length = symbol(bits, dc);
  if (length < 0 || length > LENGTH_MAX) return false;
  state.previous += signed(bits, length);
  state.isWild ||= isWild(Math.abs(state.previous) * (1 << low) * (of.steps[0] as number), of.steps[0] as number);
  if (of.means !== null) of.means[at] = (state.previous * (1 << low) * (of.steps[0] as number)) / 8;
  return true;
}

export function refineLevel(bits: Bits, { of, at }: Unit, low: number): boolean {
  const bit = take(bits, 1);
  if (of.means !== null) of.means[at] = (of.means[at] as number) + (bit * (1 << low) * (of.steps[0] as number)) / 8;
  return true;
}

/** All AC coefficients of a block in a sequential picture. */
export function allCoefficients(bits: Bits, { of, at, ac, state }: Unit): boolean {
  if (ac === undefined) return false;
  let energy = 0;
  for (let k = 1; k < 64; k += 1) {
    const found = symbol(bits, ac);
    if (found < 0) return false;
    const length = found & 15;
    if (length === 0) {
      if (found !== 0xf0) break;
      k += 15;
      continue;
    }
    k += found >> 4;
    if (k > 63) return false;
    const step = of.steps[k] as number;
    const value = signed(bits, length) * step;
    state.isWild ||= isWild(Math.abs(value), step);
    energy += value * value;
  }
  if (of.energies !== null) of.energies[at] = energy;
  return true;
}

/** The first scan of some coefficients in a progressive picture. */
export function firstCoefficients(bits: Bits, unit: Unit, { from, to, low }: Band): boolean {
  const { state, ac } = unit;
  if (state.endOfBand > 0) {
    state.endOfBand -= 1;
    return true;
  }
  if (ac === undefined) return false;
  for (let k = from; k <= to; k += 1) {
    const found = symbol(bits, ac);
    if (found < 0) return false;
    const [run, length] = [found >> 4, found & 15];
    if (length === 0 && run < 15) {
      state.endOfBand = (1 << run) - 1 + take(bits, run);
      return true;
    }
    k += run;
    if (length === 0) continue;
    if (k > to) return false;
    note(unit, k, (Math.abs(signed(bits, length)) + (low === 0 ? 0 : 0.5)) * (1 << low));
  }
  return true;
}

/** One more bit of the coefficients already known, and the ones that become nonzero. */
export function refineCoefficients(bits: Bits, unit: Unit, { from, to, low }: Band): boolean {
  const { state, ac } = unit;
  let k = from;
  for (; state.endOfBand === 0 && k <= to; k += 1) {
    const found = ac === undefined ? -1 : symbol(bits, ac);
    if (found < 0) return false;
    const [run, length] = [found >> 4, found & 15];
    if (length === 0 && run < 15) {
      state.endOfBand = (1 << run) + take(bits, run);
      break;
    }
    // The sign bit.
    if (length > 0) take(bits, 1);
    k = overZeros(bits, unit, { from: k, to, zeros: run });
    if (length === 0) continue;
    if (k > to) return false;
    note(unit, k, (low === 0 ? 1 : 1.5) * (1 << low));
  }
  if (state.endOfBand > 0) {
    overZeros(bits, unit, { from: k, to, zeros: 64 });
    state.endOfBand -= 1;
  }
  return true;
}

/** Skips `zeros` zero coefficients up to the next one; each known coefficient on the way has a refinement bit here. */
function overZeros(
  bits: Bits,
  unit: Unit,
  { from, to, zeros }: { readonly from: number; readonly to: number; readonly zeros: number },
): number {
  let [k, left] = [from, zeros];
  for (; k <= to; k += 1) {
    if (isKnown(unit, k)) take(bits, 1);
    else if (left === 0) break;
    else left -= 1;
  }
  return k;
}

function isKnown({ of: { known }, at }: Unit, k: number): boolean {
  return known !== null && (((known[2 * at + (k >> 5)] as number) >>> (k & 31)) & 1) === 1;
}

function note({ of, at, state }: Unit, k: number, size: number): void {
  state.isWild ||= isWild(size * (of.steps[k] as number), of.steps[k] as number);
  if (of.known !== null) of.known[2 * at + (k >> 5)] = (of.known[2 * at + (k >> 5)] as number) | (1 << (k & 31));
  if (of.energies !== null) of.energies[at] = (of.energies[at] as number) + (size * (of.steps[k] as number)) ** 2;
}
