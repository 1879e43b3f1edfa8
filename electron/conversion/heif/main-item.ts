import { type Box, BoxReader, boxesOf, boxOf } from './boxes.ts';

/** What the container says of the main picture of an AVIF file. */
export type MainItem = {
  readonly width: number;
  readonly height: number;
  readonly isGrey: boolean;
  /** Turns and mirrors in the order in which they are applied, each as EXIF numbers it. EXIF itself does not count (ISO/IEC 23008-12). */
  readonly orientations: readonly number[];
};

const BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
/** By quarters anticlockwise. */
const TURNS = [1, 8, 3, 6] as const;
/** 0 exchanges top and bottom, 1 left and right. */
const MIRRORS = [4, 2] as const;
const MONOCHROME = 0b1_0000;

/** Null if the file is no AVIF, or its boxes are damaged. */
export function mainItem(bytes: Uint8Array): MainItem | null {
  const boxes = boxesOf(bytes);
  const [brands, meta] = [boxOf(boxes, 'ftyp'), boxOf(boxes, 'meta')];
  if (brands === null || meta === null || !isAvif(brands)) return null;
  // A version and flags come first.
  const parts = boxesOf(meta.subarray(4));
  const [primary, properties] = [boxOf(parts, 'pitm'), boxOf(parts, 'iprp')];
  if (primary === null || properties === null) return null;
  const item = new BoxReader(primary);
  const id = item.number(4) >>> 24 === 0 ? item.number(2) : item.number(4);
  const lists = boxesOf(properties);
  const [all, associations] = [boxesOf(boxOf(lists, 'ipco') ?? new Uint8Array(0)), boxOf(lists, 'ipma')];
  if (all === null || associations === null) return null;
  return itemOf(propertiesOf(associations, id).map((index) => all[index - 1]));
}

function isAvif(brands: Uint8Array): boolean {
  for (let at = 0; at < brands.byteLength; at += 4) {
    if (BRANDS.has(String.fromCharCode(...brands.subarray(at, at + 4)))) return true;
  }
  return false;
}

/** The numbers of an item's properties, from 1. */
function propertiesOf(associations: Uint8Array, id: number): readonly number[] {
  const reader = new BoxReader(associations);
  const head = reader.number(4);
  const [isLong, isWide] = [head >>> 24 > 0, (head & 1) !== 0];
  for (let left = reader.number(4); left > 0 && !reader.isAtEnd; left -= 1) {
    const item = reader.number(isLong ? 4 : 2);
    const count = reader.number(1);
    // The highest bit says that the property must be understood.
    const numbers = Array.from({ length: count }, () => (isWide ? reader.number(2) & 0x7f_ff : reader.number(1) & 0x7f));
    if (item === id) return numbers;
  }
  return [];
}

function itemOf(properties: readonly (Box | undefined)[]): MainItem | null {
  let [width, height, isGrey] = [0, 0, false];
  const orientations: number[] = [];
  for (const property of properties) {
    if (property === undefined) return null;
    const { type, body } = property;
    const reader = new BoxReader(body);
    if (type === 'ispe') {
      reader.number(4);
      [width, height] = [reader.number(4), reader.number(4)];
    } else if (type === 'av1C') isGrey = (reader.number(3) & MONOCHROME) !== 0;
    else if (type === 'irot') orientations.push(TURNS[reader.number(1) & 3] ?? 1);
    else if (type === 'imir') orientations.push(MIRRORS[reader.number(1) & 1] ?? 1);
  }
  return width > 0 && height > 0 ? { width, height, isGrey, orientations } : null;
}
