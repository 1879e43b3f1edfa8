import { bufferOf, viewOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { blocksOf, hasZeroRun, isInBlocks, type ZeroRun } from '../zero-runs.ts';
import { type Huffman, huffman, symbolOfZeros } from './jpeg-bits.ts';
import { frameOf, type JpegFrame, type JpegScan, type JpegTables, readHuffman, readQuant, scanOf } from './jpeg-frame.ts';
import { LEFT_MAX, nextMark, skippedBytes, walkScan } from './jpeg-scan.ts';
import type { UnitsDeps } from './jpeg-units.ts';

/**
 * `doubtful`: every block has its code, but bytes are left over, of which strict readers complain: usually others are missing, or were
 * overwritten. `unfinished`: the end is there, and later scans that would refine the picture are not. `unread`: arithmetic coding.
 * `not-understood`: lossless or hierarchical, which hardly any viewer opens.
 */
export type JpegState = 'whole' | 'doubtful' | 'unfinished' | 'damaged' | 'too-much' | 'unread' | 'not-understood';

export type JpegWalk = {
  readonly budget: InspectBudget;
  /** What its blocks are counted as; `units` if not said. */
  readonly counted?: 'units' | 'codedUnits';
  /** Zero runs in these bytes. */
  readonly runs: readonly ZeroRun[];
  /** Where these bytes lie in their file, whose blocks count; 0 if not said. */
  readonly at?: number;
  /** Set where levels and energies are needed: called after each row; returning false ends the walk. */
  readonly onRow?: (shown: JpegShown, row: number) => boolean;
};

/** The state after a row of a scan, and the components of that scan. */
export type JpegShown = { readonly frame: JpegFrame; readonly units: readonly UnitsDeps[]; readonly scanned: readonly number[] };

/** A colour A4 page at 600 dpi has 1.6 million. */
const UNITS_MAX = 2_000_000;

type Read = {
  readonly bytes: Uint8Array;
  readonly walk: JpegWalk;
  readonly tables: JpegTables;
  frame: JpegFrame | null;
  units: readonly UnitsDeps[];
  /** Bits of each coefficient still to come, by component; before its first scan, more than any scan leaves. */
  left: readonly Uint8Array[];
  interval: number;
  isExact: boolean;
};

const NOT_BEGUN = 255;

/**
 * Whether the entropy-coded data contains everything the frame needs. Costs in proportion to the number of blocks, so callers do it only when
 * necessary.
 */
export function walkJpeg(bytes: Uint8Array, walk: JpegWalk): JpegState | 'stopped' {
  const tables = { dc: new Map(STANDARD_TABLES.dc), ac: new Map(STANDARD_TABLES.ac), quant: new Map() };
  const read: Read = { bytes, walk, tables, frame: null, units: [], left: [], interval: 0, isExact: true };
  // Each iteration advances by at least one byte.
  const holes = walk.runs.map(blocksOf);
  for (let at = nextMark(bytes, 2), from = 2; at !== null; at = nextMark(bytes, from)) {
    if (hasZeroRun(holes, from, at)) break;
    // Where the marker of a later scan is gone, all of its code lies here; and no segment has another length than it says.
    const marker = bytes[at + 1] ?? 0;
    read.isExact &&= skippedBytes(bytes, from, at) === 0 && !isReserved(marker);
    if (marker === 0xd9) break;
    from = at + 2;
    // A second beginning is that of a thumbnail, whose segment is broken.
    if (marker === 0xd8) read.isExact = false;
    if (marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (at + 4 > bytes.byteLength) break;
    const to = from + Math.max(2, viewOf(bytes).getUint16(from));
    if (to > bytes.byteLength) break;
    const isNote = (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
    if (!isNote && hasZeroRun(holes, from, to)) return 'damaged';
    const end = isNote ? to : readPart(read, { marker, from: from + 2, to });
    if (typeof end === 'string') return end;
    from = end;
  }
  if (isComplete(read)) return read.isExact ? 'whole' : 'doubtful';
  return read.isExact && isBegun(read) ? 'unfinished' : 'damaged';
}

/** Markers of no coding that is in use; readers refuse a picture with one of them. Where segments follow each other, it is the code of something else. */
function isReserved(marker: number): boolean {
  return (marker > 1 && marker < 0xc0) || (marker >= 0xf0 && marker < 0xfe);
}

type Part = { readonly marker: number; readonly from: number; readonly to: number };

/** Returns where the next segment begins. */
function readPart(read: Read, { marker, from, to }: Part): number | JpegState | 'stopped' {
  const part = read.bytes.subarray(from, to);
  if (marker === 0xda) return readScan(read, part, to);
  if (marker === 0xc4) return readHuffman(part, read.tables) ? to : 'damaged';
  if (marker === 0xdb) return readQuant(part, read.tables) ? to : 'damaged';
  if (marker === 0xdd && part.byteLength >= 2) read.interval = viewOf(part).getUint16(0);
  if (marker >= 0xc0 && marker <= 0xc2) return begin(read, part, marker) ?? to;
  if (marker === 0xc9 || marker === 0xca || marker === 0xcc) return 'unread';
  return marker > 0xc2 && marker <= 0xcf && marker !== 0xc8 ? 'not-understood' : to;
}

function begin(read: Read, part: Uint8Array, marker: number): JpegState | null {
  if (read.frame !== null) return 'not-understood';
  const frame = frameOf(part, marker, linesSaidLater(read.bytes, part));
  if (frame === null) return 'damaged';
  const units = frame.components.reduce((sum, component) => sum + component.units, 0);
  if (units > UNITS_MAX) return 'too-much';
  read.frame = frame;
  read.left = frame.components.map(() => new Uint8Array(64).fill(NOT_BEGUN));
  const isShown = read.walk.onRow !== undefined;
  read.units = frame.components.map((component) => ({
    means: isShown || frame.isProgressive ? new Float32Array(component.units) : null,
    energies: isShown ? new Float32Array(component.units) : null,
    known: frame.isProgressive ? new Uint32Array(2 * component.units) : null,
    steps: new Float32Array(64),
  }));
  return null;
}

/** The number of lines (DNL), which follows the first scan if the frame has no height. */
function linesSaidLater(bytes: Uint8Array, frame: Uint8Array): number | null {
  if (frame.byteLength < 3 || viewOf(frame).getUint16(1) !== 0) return null;
  const mark = Buffer.from([0xff, 0xdc, 0, 4]);
  const at = bufferOf(bytes).indexOf(mark);
  return at < 0 || at + 6 > bytes.byteLength ? null : viewOf(bytes).getUint16(at + 4);
}

function readScan(read: Read, part: Uint8Array, from: number): number | JpegState | 'stopped' {
  const { bytes, walk, frame, units, tables, interval } = read;
  const scan = frame === null ? null : scanOf(part, frame, tables);
  if (frame === null || scan === null) return 'damaged';
  for (const { at } of scan.components) setSteps(read, at);
  const scanned = scan.components.map(({ at }) => at);
  const { onRow } = walk;
  const asked = onRow === undefined ? null : (row: number): boolean => onRow({ frame, units, scanned }, row);
  const runs = walk.runs.filter((run) => run.to > from && (isInBlocks(run, walk.at ?? 0) || run.to >= bytes.byteLength));
  const { budget, counted = 'units' } = walk;
  // Readers refuse a picture without them.
  if (onRow === undefined) read.isExact &&= scan.components.every(({ at }) => tables.quant.has(frame.components[at]?.quantTable ?? -1));
  const end = walkScan({ bytes, from, frame, scan, units, interval, runs, budget, counted, onRow: asked });
  if (end.kind !== 'done') return end.kind;
  for (const at of scanned) read.left[at]?.fill(scan.low, scan.from, scan.to + 1);
  const next = nextMark(bytes, end.at) ?? bytes.byteLength;
  // Where a picture without its end is embedded, a line end may follow it.
  const isLast = next === bytes.byteLength && next - end.at <= LEFT_MAX;
  read.isExact &&= end.isExact && !end.isWild && end.skipped + (isLast ? 0 : skippedBytes(bytes, end.at, next)) === 0;
  read.isExact &&= !isOfOnes(walk.runs, scan, { from, to: end.at });
  return isByZeros(walk, scan, { from, to: end.at, next, isExact: end.isExact }) ? 'damaged' : end.at;
}

type Coded = { readonly from: number; readonly to: number; readonly next: number; readonly isExact: boolean };

/**
 * Whether zeros in the coded data are a hole. As code, exactly all blocks must be coded up to the next marker; and if the zeros lie as
 * unwritten blocks do, they must mean blocks equal to the previous one.
 */
function isByZeros({ runs: all, at: base = 0 }: JpegWalk, scan: JpegScan, { from, to, next, isExact }: Coded): boolean {
  const runs = all.filter((run) => run.from < to - LEFT_MAX && run.to > from);
  if (runs.length === 0) return false;
  const [hasLevels, hasOthers] = [scan.from === 0 && scan.high === 0, scan.to > 0];
  const isEven = scan.components.every(
    ({ dc, ac }) =>
      (!hasLevels || (dc !== undefined && symbolOfZeros(dc) === 0)) && (!hasOthers || (ac !== undefined && symbolOfZeros(ac) === 0)),
  );
  return (!isEven && runs.some((run) => isInBlocks(run, base))) || !isExact || next - to > LEFT_MAX;
}

/**
 * Whether zeros mean one coefficient after the other, each of the same size, through whole blocks of a picture that is not progressive: no
 * picture has that.
 */
function isOfOnes(runs: readonly ZeroRun[], scan: JpegScan, { from, to }: Pick<Coded, 'from' | 'to'>): boolean {
  const isAll = scan.from === 0 && scan.to > 0;
  const isOne = scan.components.some(({ ac }) => ac !== undefined && symbolOfZeros(ac) > 0 && (symbolOfZeros(ac) & 15) !== 0);
  return isAll && isOne && runs.some((run) => run.from < to - LEFT_MAX && run.to > from);
}

function setSteps({ frame, tables, units }: Read, at: number): void {
  const quant = tables.quant.get(frame?.components[at]?.quantTable ?? -1);
  const scale = 1 << Math.max(0, (frame?.precision ?? 8) - 8);
  units[at]?.steps.set(Array.from({ length: 64 }, (_, k) => (quant?.[k] ?? 1) / scale));
}

/** Every component has its levels at least, as a progressive picture has after its first scan. */
function isBegun({ left }: Read): boolean {
  return left.length > 0 && left.every(([level]) => level !== NOT_BEGUN);
}

function isComplete({ left }: Read): boolean {
  return left.length > 0 && left.every((one) => one.every((bits) => bits === 0));
}

/** Numbers of symbols of each code length, and the symbols. */
type Written = readonly [counts: string, symbols: string];

const DC_LUMINANCE: Written = ['00010501010101010100000000000000', '000102030405060708090a0b'];
const DC_CHROMINANCE: Written = ['00030101010101010101010000000000', '000102030405060708090a0b'];
const AC_LUMINANCE: Written = [
  '0002010303020403050504040000017d',
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
    '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aa' +
    'b2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
];
const AC_CHROMINANCE: Written = [
  '00020102040403040705040400010277',
  '0001020311040521310612415107617113223281081442' +
    '91a1b1c109233352f0156272d10a162434e125f11718191a262728292a35363738393a434445464748494a535455565758595a636465666768696a' +
    '737475767778797a82838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7' +
    'd8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
];

/**
 * The Huffman tables of a picture that has none of its own, such as a frame of Motion JPEG: those of ISO/IEC 10918-1, K.3, which every reader
 * knows. Those of the picture replace them.
 */
const STANDARD_TABLES = {
  dc: tablesOf([DC_LUMINANCE, DC_CHROMINANCE]),
  ac: tablesOf([AC_LUMINANCE, AC_CHROMINANCE]),
} as const;

function tablesOf(written: readonly Written[]): readonly (readonly [number, Huffman])[] {
  return written.flatMap(([counts, symbols], at) => {
    const table = huffman(Buffer.from(counts, 'hex'), Buffer.from(symbols, 'hex'));
    return table === null ? [] : [[at, table] as const];
  });
}
