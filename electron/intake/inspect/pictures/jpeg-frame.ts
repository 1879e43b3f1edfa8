import { viewOf } from '../bytes.ts';
import { type Huffman, huffman } from './jpeg-bits.ts';

export type JpegComponent = {
  readonly id: number;
  /** Blocks per MCU (minimum coded unit), horizontally and vertically. */
  readonly across: number;
  readonly down: number;
  readonly quantTable: number;
  /** Blocks that contain part of the picture. */
  readonly wide: number;
  readonly high: number;
  /** The blocks that are entirely inside the picture. */
  readonly wholeWide: number;
  readonly wholeHigh: number;
  /** Blocks per row including the padding of the last MCU, and blocks in all rows. */
  readonly stride: number;
  readonly units: number;
};

export type JpegFrame = {
  readonly isProgressive: boolean;
  readonly precision: number;
  readonly groupsWide: number;
  readonly groupsHigh: number;
  readonly components: readonly JpegComponent[];
};

export type JpegTables = { readonly dc: Map<number, Huffman>; readonly ac: Map<number, Huffman>; readonly quant: Map<number, Uint16Array> };

export type JpegScan = {
  readonly components: readonly { readonly at: number; readonly dc: Huffman | undefined; readonly ac: Huffman | undefined }[];
  readonly from: number;
  readonly to: number;
  readonly high: number;
  readonly low: number;
};

const COMPONENTS_MAX = 4;

/** Null if its sizes are not valid. */
export function frameOf(part: Uint8Array, marker: number, lines: number | null): JpegFrame | null {
  if (part.byteLength < 6) return null;
  const view = viewOf(part);
  const [precision, width, count] = [view.getUint8(0), view.getUint16(3), view.getUint8(5)];
  const height = view.getUint16(1) === 0 ? (lines ?? 0) : view.getUint16(1);
  if (width === 0 || height === 0 || count === 0 || count > COMPONENTS_MAX || part.byteLength < 6 + 3 * count) return null;
  const said = Array.from({ length: count }, (_, n) => {
    const sampling = view.getUint8(7 + 3 * n);
    return { id: view.getUint8(6 + 3 * n), across: sampling >> 4, down: sampling & 15, quantTable: view.getUint8(8 + 3 * n) };
  });
  if (said.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return null;
  const [most, deepest] = [Math.max(...said.map(({ across }) => across)), Math.max(...said.map(({ down }) => down))];
  const [groupsWide, groupsHigh] = [Math.ceil(width / (8 * most)), Math.ceil(height / (8 * deepest))];
  const components = said.map((one) => ({
    ...one,
    wide: Math.ceil(Math.ceil((width * one.across) / most) / 8),
    high: Math.ceil(Math.ceil((height * one.down) / deepest) / 8),
    wholeWide: Math.floor((width * one.across) / most / 8),
    wholeHigh: Math.floor((height * one.down) / deepest / 8),
    stride: groupsWide * one.across,
    units: groupsWide * one.across * groupsHigh * one.down,
  }));
  return { isProgressive: marker === 0xc2, precision, groupsWide, groupsHigh, components };
}

/** False if the tables are incomplete or invalid. */
export function readHuffman(part: Uint8Array, tables: JpegTables): boolean {
  for (let at = 0; at < part.byteLength; ) {
    const head = part[at] ?? 0;
    const counts = part.subarray(at + 1, at + 17);
    const length = counts.reduce((sum, count) => sum + count, 0);
    const symbols = part.subarray(at + 17, at + 17 + length);
    const table = counts.byteLength === 16 && symbols.byteLength === length && length <= 256 ? huffman(counts, symbols) : null;
    if (table === null) return false;
    (head >> 4 === 0 ? tables.dc : tables.ac).set(head & 15, table);
    at += 17 + length;
  }
  return true;
}

export function readQuant(part: Uint8Array, { quant }: JpegTables): boolean {
  for (let at = 0; at < part.byteLength; ) {
    const head = part[at] ?? 0;
    const wide = head >> 4 === 0 ? 1 : 2;
    if (at + 1 + 64 * wide > part.byteLength) return false;
    const from = at + 1;
    const value = (n: number): number =>
      wide === 1 ? (part[from + n] ?? 0) : ((part[from + 2 * n] ?? 0) << 8) | (part[from + 2 * n + 1] ?? 0);
    quant.set(
      head & 15,
      Uint16Array.from({ length: 64 }, (_, n) => value(n)),
    );
    at = from + 64 * wide;
  }
  return true;
}

/** Null if it names a component that the frame does not have, or coefficients that do not exist. */
export function scanOf(part: Uint8Array, frame: JpegFrame, tables: JpegTables): JpegScan | null {
  const count = part[0] ?? 0;
  if (count < 1 || count > COMPONENTS_MAX || part.byteLength < 4 + 2 * count) return null;
  const components: JpegScan['components'][number][] = [];
  for (let n = 0; n < count; n += 1) {
    const by = part[2 + 2 * n] ?? 0;
    // Some programs give two components the same name: then each is meant once.
    const at = frame.components.findIndex(({ id }, place) => id === part[1 + 2 * n] && !components.some((other) => other.at === place));
    if (at < 0) return null;
    components.push({ at, dc: tables.dc.get(by >> 4), ac: tables.ac.get(by & 15) });
  }
  if (!frame.isProgressive) return { components, from: 0, to: 63, high: 0, low: 0 };
  const [from, to, approximated] = [part[1 + 2 * count] ?? 0, part[2 + 2 * count] ?? 0, part[3 + 2 * count] ?? 0];
  const isPossible = from === 0 ? to === 0 : from <= to && to <= 63 && count === 1;
  return isPossible && (approximated & 15) <= 13 ? { components, from, to, high: approximated >> 4, low: approximated & 15 } : null;
}
