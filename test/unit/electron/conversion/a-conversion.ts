import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import jpeg from 'jpeg-js';
import { PNG } from 'pngjs';
import { PDFDocument, PDFDict, PDFName, PDFNumber, PDFRawStream } from 'pdf-lib';
import { convert } from '#electron/conversion/convert.ts';
import type { ConvertDeps } from '#electron/conversion/picture.ts';
import { CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { converting } from './converting.ts';

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
