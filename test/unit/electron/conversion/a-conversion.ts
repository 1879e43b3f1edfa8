import { readFileSync } from 'node:fs';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { convert } from '#electron/conversion/convert.ts';
import type { ConvertDeps } from '#electron/conversion/picture.ts';
import { CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { codecBytes } from '#electron/conversion/process/codec-files.ts';
import { loadVips } from '#electron/conversion/vips/load-vips.ts';

const SAMPLES = new URL('../../../support/conversions/', import.meta.url);

export function sample(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, SAMPLES)));
}

export function kindOf(name: string): ConvertedKind {
  const end = name.slice(name.lastIndexOf('.') + 1);
  const kind = CONVERTED_KINDS.find((one) => one === (end === 'jpg' ? 'jpeg' : end));
  if (kind === undefined) throw new Error(name);
  return kind;
}

/** Converts in this process. */
export async function convertHere(
  bytes: Uint8Array,
  kind: ConvertedKind,
  { bytesMax, ...by }: Partial<ConvertDeps> & { bytesMax?: number } = {},
) {
  return convert(bytes, { kind, password: null, ...(await converting(by)), ...(bytesMax === undefined ? {} : { bytesMax }) });
}

/** A page of what was made, as a program that shows it would see it. */
export type SeenPage = {
  readonly width: number;
  readonly height: number;
  /** Of one sample. */
  readonly bits: number;
  readonly isGrey: boolean;
  /** In points; null for a JPEG and a PNG. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly at: (x: number, y: number) => readonly number[];
};

export async function seenPages(bytes: Uint8Array, mediaType: string): Promise<readonly SeenPage[]> {
  if (mediaType === 'image/jpeg') return [seenJpeg(bytes, null)];
  if (mediaType === 'image/png') return [seenPng(bytes)];
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return Promise.all(
    document.getPages().map(async (page) => {
      const images = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict);
      const image = images?.lookup(PDFName.of('Page'));
      if (!(image instanceof PDFRawStream)) throw new Error('no image');
      const filter = image.dict.get(PDFName.of('Filter'))?.toString();
      return filter === '/DCTDecode' ? seenJpeg(image.contents, page.getSize()) : seenBits(image, page.getSize());
    }),
  );
}

/** Bits and type of colour are in its header. */
function seenPng(bytes: Uint8Array): SeenPage {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  const at = (x: number, y: number): number[] => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return { width, height, bits: bytes[24] ?? 0, isGrey: bytes[25] === 0, size: null, at };
}

function seenJpeg(bytes: Uint8Array, size: SeenPage['size']): SeenPage {
  const { width, height, data } = jpeg.decode(bytes, {
    useTArray: true,
    maxMemoryUsageInMB: 1_024,
    ...(isRgb(bytes) ? { colorTransform: false } : {}),
  });
  const at = (x: number, y: number): number[] => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  return { width, height, bits: 8, isGrey: components(bytes) === 1, size, at };
}

/** Components that are called R, G and B are not transformed; this reader of JPEG does not know that. */
function isRgb(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes(Buffer.from([0x03, 0x52, 0x11, 0x00, 0x47]));
}

/** The number of components in the frame header of a JPEG. */
function components(bytes: Uint8Array): number {
  for (let at = 2; at < bytes.byteLength; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) return bytes[at + 9] ?? 0;
    at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
  }
  return 0;
}

function seenBits(image: PDFRawStream, size: SeenPage['size']): SeenPage {
  const number = (name: string): number => image.dict.lookup(PDFName.of(name), PDFNumber).asNumber();
  const [width, height, bits] = [number('Width'), number('Height'), number('BitsPerComponent')];
  const rowBytes = Math.ceil((width * bits) / 8);
  const filtered = inflateSync(image.contents);
  const rows = new Uint8Array(rowBytes * height);
  for (let at = 0; at < rows.length; at += 1) {
    const row = Math.trunc(at / rowBytes);
    // Each row begins with the number of its filter; "up" is the only one in use.
    rows[at] = (filtered[at + row + 1] ?? 0) + (row === 0 ? 0 : (rows[at - rowBytes] ?? 0));
  }
  const at = (x: number, y: number): number[] => {
    const value = (((rows[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) * 255;
    return [value, value, value];
  };
  return { width, height, bits, isGrey: image.dict.get(PDFName.of('ColorSpace'))?.toString() === '/DeviceGray', size, at };
}

/** What converts files in the process of the test. libvips is loaded once for all of its tests. */
export async function converting(deps: Partial<ConvertDeps> = {}): Promise<ConvertDeps> {
  return { codec: codecBytes, vips: await loadVips(), onPage: async () => undefined, ...deps };
}

type Dot = readonly [number, number, number];
/** The colours of the page that all samples show. */
export const [WHITE, BLACK, RED, BLUE, GREEN]: readonly [Dot, Dot, Dot, Dot, Dot] = [
  [255, 255, 255],
  [0, 0, 0],
  [255, 0, 0],
  [0, 0, 255],
  [32, 160, 64],
];
/** What encoders may change of a colour, far from any edge. */
const TOLERANCE = 12;

/** The dots of the page, upright, with the colours that a place of the page has in colour, in grey and in black and white. */
const DOTS = [
  { x: 60, y: 40, colour: BLACK, grey: 0, bit: 0 },
  { x: 150, y: 40, colour: RED, grey: 54, bit: 0 },
  { x: 60, y: 230, colour: BLUE, grey: 18, bit: 0 },
  { x: 150, y: 230, colour: GREEN, grey: 126, bit: 0 },
  { x: 5, y: 5, colour: WHITE, grey: 255, bit: 255 },
  { x: 110, y: 140, colour: WHITE, grey: 255, bit: 255 },
  { x: 194, y: 274, colour: WHITE, grey: 255, bit: 255 },
] as const;

type Tones = 'colour' | 'grey' | 'bits';

function expected(dot: (typeof DOTS)[number], tones: Tones): readonly number[] {
  if (tones === 'colour') return dot.colour ?? [];
  const value = tones === 'grey' ? dot.grey : dot.bit;
  return [value, value, value];
}

/** Where a dot of the upright page is in the file that was made of a turned one. */
const TURNS: Readonly<Record<number, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  2: (x, y) => [199 - x, y],
  3: (x, y) => [199 - x, 279 - y],
  4: (x, y) => [x, 279 - y],
  6: (x, y) => [279 - y, x],
  7: (x, y) => [279 - y, 199 - x],
  8: (x, y) => [y, 199 - x],
};

export type Asked = {
  readonly tones: Tones;
  readonly index?: number;
  readonly orientation?: number;
  readonly pages?: number;
  /** Dots of the file for one of the page, in each direction. */
  readonly scale?: number;
  readonly mediaType?: string;
};

/** What of a page is not as it was drawn. */
export async function pageDifferences(bytes: Uint8Array, kind: ConvertedKind, asked: Asked): Promise<readonly string[]> {
  const { tones, index = 0, orientation = 1, pages = 1, scale = 1 } = asked;
  const made = await convertHere(bytes, kind);
  if (!made.ok) return [made.failure];
  const seen = await seenPages(made.value.bytes, made.value.mediaType);
  const page = seen[index];
  if (page === undefined || seen.length !== pages || made.value.pages !== pages) return ['number of pages'];
  const [width, height] = orientation >= 5 ? [280, 200] : [200, 280];
  const mediaType = asked.mediaType ?? (pages === 1 && tones !== 'bits' ? 'image/jpeg' : 'application/pdf');
  const wrong = [
    made.value.mediaType === mediaType ? '' : 'type',
    page.width === width * scale && page.height === height * scale ? '' : 'size',
    page.bits === (tones === 'bits' ? 1 : 8) ? '' : 'bits',
    page.isGrey === (tones !== 'colour') ? '' : 'tones',
    ...DOTS.map((dot) => {
      const [x, y] = TURNS[orientation]?.(dot.x, dot.y) ?? [0, 0];
      const found = page.at(Math.floor(x * scale), Math.floor(y * scale));
      const isNear = expected(dot, tones).every((value, at) => Math.abs(value - (found[at] ?? -255)) <= (tones === 'bits' ? 0 : TOLERANCE));
      return isNear ? '' : `${dot.x}, ${dot.y} is ${found.join(' ')}`;
    }),
  ];
  return wrong.filter((text) => text !== '');
}

/** Bytes that nothing makes smaller without loss; fast, and the same each time. */
export function noise(bytes: number): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(bytes);
  let state = 1;
  for (let at = 0; at < bytes; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    made[at] = state >>> 16;
  }
  return made;
}

/** A PNG without filters. `row`: the bytes of a row, behind its filter byte. */
export function plainPng(
  of: { readonly width: number; readonly height: number; readonly depth: 1 | 8; readonly colour: 0 | 2 },
  row: (y: number) => Uint8Array,
) {
  const rowBytes = Math.ceil((of.width * (of.colour === 2 ? 3 : 1) * of.depth) / 8);
  const rows = new Uint8Array((rowBytes + 1) * of.height);
  for (let y = 0; y < of.height; y += 1) rows.set(row(y).subarray(0, rowBytes), y * (rowBytes + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(of.width, 0);
  header.writeUInt32BE(of.height, 4);
  header.set([of.depth, of.colour], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))]),
  );
}

function chunk(type: string, body: Uint8Array): Buffer {
  const made = Buffer.alloc(body.byteLength + 12);
  made.writeUInt32BE(body.byteLength, 0);
  made.write(type, 4, 'latin1');
  made.set(body, 8);
  made.writeUInt32BE(crc32(made.subarray(4, 8 + body.byteLength)), 8 + body.byteLength);
  return made;
}

/** A BMP with 24 bits for each dot. `row`: the bytes of a row, from the top one on. */
export function bmp24(width: number, height: number, row: (y: number) => Uint8Array): Uint8Array<ArrayBuffer> {
  const rowBytes = Math.ceil((width * 3) / 4) * 4;
  const bytes = new Uint8Array(54 + rowBytes * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  for (const [at, value] of [
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    view.setUint32(at, value, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y += 1) bytes.set(row(y).subarray(0, width * 3), 54 + (height - 1 - y) * rowBytes);
  return bytes;
}

/** The lengths of a table's codes, and what its only code means. */
const ONE_CODE = [1, ...Array.from({ length: 15 }, () => 0), 0];

function segment(marker: number, body: readonly number[]): readonly number[] {
  return [0xff, marker, 0, body.length + 2, ...body];
}

/** A baseline JPEG of one grey. Its codes have one bit each: no change of brightness, and the end of a block. */
export function greyJpeg(width: number, height: number): Uint8Array<ArrayBuffer> {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const head = [
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    ...segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    ...segment(0xc4, [0x00, ...ONE_CODE]),
    ...segment(0xc4, [0x10, ...ONE_CODE]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
  ];
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const bytes = new Uint8Array(head.length + Math.ceil(blocks / 4) + 2);
  bytes.set(head);
  bytes.set([0xff, 0xd9], bytes.length - 2);
  return bytes;
}
