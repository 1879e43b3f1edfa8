import { crc32 } from 'node:zlib';
import { concat } from '#shared/lib/concat.ts';
import { loadPdfLib } from '../pdf/pdf-lib.ts';
import { type RowSource, rowBytesOf, type Tones } from '../rows/row-source.ts';
import { filtered } from './filter-rows.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const COLOUR_TYPES: Readonly<Record<Tones, number>> = { bits: 0, grey: 0, colour: 2 };
const INCHES_PER_METRE = 39.370_1;

/** A page of A4 at 600 dpi in colour. Larger ones never fit, and all of it would be in memory. */
const RAW_BYTES_MAX = 128_000_000;
/** If this part of the rows takes half of the limit already, the rest is not tried. */
const [FIRST_PART, SHARE_OF_LIMIT] = [8, 2];

/** A PNG with each dot of the picture; null if it would be larger than `most` bytes. The same rows give the same bytes on each computer. */
export async function pngOfRows(source: RowSource, most: number): Promise<Uint8Array | null> {
  const lineBytes = rowBytesOf(source) + 1;
  if (lineBytes * source.height > RAW_BYTES_MAX) return null;
  const first = Math.ceil(source.height / FIRST_PART);
  const beginning = await deflated(await filteredRows(source, first));
  if (beginning.byteLength > most / SHARE_OF_LIMIT) return null;
  const data = await deflated(await filteredRows(source, source.height));
  const bytes = concat([SIGNATURE, header(source), density(source), chunk('IDAT', data), chunk('IEND', new Uint8Array(0))]);
  return bytes.byteLength <= most ? bytes : null;
}

async function filteredRows(source: RowSource, count: number): Promise<Uint8Array> {
  const rowBytes = rowBytesOf(source);
  const lines = new Uint8Array((rowBytes + 1) * count);
  const filter = filtered(source);
  let made = 0;
  await source.read((row) => {
    lines.set(filter(row), made * (rowBytes + 1));
    made += 1;
    return made < count;
  });
  return lines;
}

/** pdf-lib's own compression is used, since the platform's gives other bytes on other processors. */
async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const { PDFContext } = await loadPdfLib();
  return PDFContext.create().flateStream(bytes).contents;
}

function header({ width, height, tones }: RowSource): Uint8Array {
  const body = new DataView(new ArrayBuffer(13));
  body.setUint32(0, width);
  body.setUint32(4, height);
  body.setUint8(8, tones === 'bits' ? 1 : 8);
  body.setUint8(9, COLOUR_TYPES[tones]);
  return chunk('IHDR', new Uint8Array(body.buffer));
}

/** Dots for each metre, if they are known. */
function density({ resolution }: RowSource): Uint8Array {
  if (resolution === null) return new Uint8Array(0);
  const body = new DataView(new ArrayBuffer(9));
  body.setUint32(0, Math.round(resolution.x * INCHES_PER_METRE));
  body.setUint32(4, Math.round(resolution.y * INCHES_PER_METRE));
  body.setUint8(8, 1);
  return chunk('pHYs', new Uint8Array(body.buffer));
}

function chunk(type: string, body: Uint8Array): Uint8Array {
  const made = new Uint8Array(body.byteLength + 12);
  const view = new DataView(made.buffer);
  view.setUint32(0, body.byteLength);
  for (let at = 0; at < 4; at += 1) made[4 + at] = type.charCodeAt(at);
  made.set(body, 8);
  view.setUint32(8 + body.byteLength, crc32(made.subarray(4, 8 + body.byteLength)));
  return made;
}
