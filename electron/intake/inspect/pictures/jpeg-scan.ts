import type { Counted, InspectBudget } from '../inspect-budget.ts';
import { firstEndingBehind, type ZeroRun } from '../zero-runs.ts';
import { type Bits, bitsFrom, firstUnused, isOverrun } from './jpeg-bits.ts';
import type { JpegFrame, JpegScan } from './jpeg-frame.ts';
import {
  allCoefficients,
  type Band,
  firstCoefficients,
  firstLevel,
  refineCoefficients,
  refineLevel,
  type Unit,
  type UnitsDeps,
} from './jpeg-units.ts';

export type ScanWalk = {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly frame: JpegFrame;
  readonly scan: JpegScan;
  readonly units: readonly UnitsDeps[];
  /** MCUs between two restart markers; 0 for none. */
  readonly interval: number;
  /** Zero runs in the coded data. */
  readonly runs: readonly ZeroRun[];
  readonly budget: InspectBudget;
  /** What its blocks are counted as. */
  readonly counted: Counted;
  /** Called after each row of MCUs; returning false ends the walk. */
  readonly onRow: ((row: number) => boolean) | null;
};

/** Bytes allowed between the last code and the next marker if the data contains zeros: the rest of a byte, or a fill byte. */
export const LEFT_MAX = 2;
const RESTART_BYTES = 2;

/**
 * `isExact`: no end-of-band run continued after the last block, and nothing was skipped before a restart marker. `skipped`: bytes before
 * restart markers that no code used. `isWild`: some coefficient is larger than any picture's.
 */
type ScanEnd =
  | { readonly kind: 'done'; readonly at: number; readonly isExact: boolean; readonly skipped: number; readonly isWild: boolean }
  | { readonly kind: 'damaged' | 'too-much' | 'stopped' };

/** Decodes one scan, block by block. `at` is the first unused byte. */
export function walkScan(walk: ScanWalk): ScanEnd {
  const { frame, scan, interval } = walk;
  const rows = rowsOf(frame, scan);
  const parts = partsOf(walk);
  const groups = { parts, read: doubting(walk, readerOf(walk)) };
  let [isExact, skipped] = [true, 0];
  let bits = bitsFrom(walk.bytes, walk.from);
  let [left, mark] = [interval, 0];
  for (let row = 0; row < rows.high; row += 1) {
    if (!walk.budget.spend(walk.counted, rows.units)) return { kind: 'too-much' };
    for (let column = 0; column < rows.wide; column += 1) {
      if (interval > 0 && left === 0) {
        const at = behindRestart(walk.bytes, firstUnused(bits), mark);
        if (at === null) return { kind: 'damaged' };
        isExact &&= at - RESTART_BYTES - firstUnused(bits) <= LEFT_MAX;
        skipped += skippedBytes(walk.bytes, firstUnused(bits), at - RESTART_BYTES);
        bits = bitsFrom(walk.bytes, at);
        for (const {
          unit: { state },
        } of parts) {
          isExact &&= state.endOfBand === 0;
          state.previous = 0;
          state.endOfBand = 0;
        }
        [left, mark] = [interval, (mark + 1) & 7];
      }
      if (!readGroup(bits, groups, row, column) || isOverrun(bits)) return { kind: 'damaged' };
      left -= 1;
    }
    if (walk.onRow !== null && !walk.onRow(row)) return { kind: 'stopped' };
  }
  const states = parts.map(({ unit: { state } }) => state);
  isExact &&= states.every(({ endOfBand }) => endOfBand === 0);
  return { kind: 'done', at: firstUnused(bits), isExact, skipped, isWild: states.some((state) => state.isWild) };
}

/** A scan of a single component has no padding blocks. */
function rowsOf(
  { components, groupsWide, groupsHigh }: JpegFrame,
  scan: JpegScan,
): { readonly wide: number; readonly high: number; readonly units: number } {
  const of = scan.components.map(({ at }) => components[at]);
  const [one] = of;
  if (of.length === 1 && one !== undefined) return { wide: one.wide, high: one.high, units: one.wide };
  return { wide: groupsWide, high: groupsHigh, units: of.reduce((sum, part) => sum + (part?.stride ?? 0) * (part?.down ?? 0), 0) };
}

type ReadUnit = (bits: Bits, unit: Unit) => boolean;

function readerOf({ frame, scan }: ScanWalk): ReadUnit {
  const band: Band = scan;
  if (!frame.isProgressive) return (bits, unit) => firstLevel(bits, unit, 0) && allCoefficients(bits, unit);
  if (scan.from === 0) return (bits, unit) => (scan.high === 0 ? firstLevel : refineLevel)(bits, unit, scan.low);
  return (bits, unit) => (scan.high === 0 ? firstCoefficients : refineCoefficients)(bits, unit, band);
}

/** Fewer may happen by chance. */
const REFINED_MAX = 16;

/**
 * Each refinement bit may be zero, but not all of them over a whole block of the file, unless the image blocks there are alike. So a scan
 * that refines differing blocks from within a zero run counts as not written there.
 */
function doubting({ runs, scan, frame }: ScanWalk, read: ReadUnit): ReadUnit {
  if (runs.length === 0 || !frame.isProgressive || scan.high === 0) return read;
  let [refined, before] = [0, 0];
  return (bits, unit) => {
    const { means, known } = unit.of;
    const run = firstEndingBehind(runs, bits.at - 1);
    if (run !== undefined && bits.at - 4 >= run.from) {
      const level = means?.[unit.at] ?? 0;
      const isRefined = scan.from === 0 ? level !== before : ((known?.[2 * unit.at] ?? 0) | (known?.[2 * unit.at + 1] ?? 0)) !== 0;
      if (isRefined) refined += 1;
      before = level;
    }
    return refined <= REFINED_MAX && read(bits, unit);
  };
}

type ScanPart = { readonly unit: Unit; readonly across: number; readonly down: number; readonly stride: number };
type Groups = { readonly parts: readonly ScanPart[]; readonly read: ReadUnit };

function partsOf({ frame, scan, units }: ScanWalk): readonly ScanPart[] {
  const isAlone = scan.components.length === 1;
  return scan.components.flatMap(({ at, dc, ac }) => {
    const [component, of] = [frame.components[at], units[at]];
    if (component === undefined || of === undefined) return [];
    const { across, down, stride } = component;
    const unit = { of, at: 0, state: { previous: 0, endOfBand: 0, isWild: false }, dc, ac };
    return [{ unit, across: isAlone ? 1 : across, down: isAlone ? 1 : down, stride }];
  });
}

function readGroup(bits: Bits, { parts, read }: Groups, row: number, column: number): boolean {
  for (let n = 0; n < parts.length; n += 1) {
    const { unit, across, down, stride } = parts[n] as ScanPart;
    for (let y = 0; y < down; y += 1) {
      const from = (row * down + y) * stride + column * across;
      for (let x = 0; x < across; x += 1) {
        unit.at = from + x;
        if (!read(bits, unit)) return false;
      }
    }
  }
  return true;
}

/** Skips bytes before the restart marker; a marker other than the expected one means that a part is missing. */
function behindRestart(bytes: Uint8Array, from: number, mark: number): number | null {
  const at = nextMark(bytes, from);
  return at !== null && bytes[at + 1] === 0xd0 + mark ? at + 2 : null;
}

/** How many bytes lie between the last code and the next marker, without those that fill up before a marker. */
export function skippedBytes(bytes: Uint8Array, from: number, to: number): number {
  let last = to;
  while (last > from && bytes[last - 1] === 0xff) last -= 1;
  return Math.max(0, last - from);
}

/** The next real marker, ignoring stuffed bytes; null if there is none. */
export function nextMark(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) return null;
    if (next !== 0 && next !== 0xff) return at;
  }
  return null;
}
