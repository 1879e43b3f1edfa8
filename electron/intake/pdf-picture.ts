import { isBlankPicture } from './blank-picture.ts';
import type { PdfObjects, PdfStream } from './pdf-objects.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { isUniform, type PackedRows, rawBytesOf } from './uniform-rows.ts';

/** `rawBytes`: what looking at it may have cost. */
type Looked = { readonly isBlank: boolean; readonly rawBytes: number };

const SOMETHING: Looked = { isBlank: false, rawBytes: 0 };
/** No scan has more lines. */
const LINES_MAX = 100_000;
/** The end of a block of lines (twice `end of line`), or none; then what fills up the last byte and perhaps one more. */
const END_OF_FAX = /^(?:0{11}10{11}1)?0{0,15}$/;

/** Whether a picture of a PDF certainly has one colour. One that is drawn through a mask has the form of the mask, so it is something. */
export function isPdfPictureBlank({ dictionary, head, bytes }: PdfStream, objects: PdfObjects, rawBytesMax: number): Looked {
  const { entries } = dictionary;
  if (textOf(entries.get('Subtype')) !== 'Image' || head.includes('Mask')) return SOMETHING;
  const filter = entries.get('Filter');
  const said = single(entries.get('DecodeParms'));
  const [by, parms] = [textOf(single(filter)), objects.dictionary(said) ?? undefined];
  if (said !== undefined && parms === undefined) return SOMETHING;
  if (by === 'DCTDecode') return { isBlank: parms === undefined && isBlankPicture('jpeg', bytes), rawBytes: 0 };
  if (by === 'CCITTFaxDecode') return { isBlank: isBlankFax(bytes, { parms, lines: numberOf(entries.get('Height')) }), rawBytes: 0 };
  const rows = by === 'FlateDecode' ? rowsOf(dictionary, parms, objects) : null;
  if (rows === null) return SOMETHING;
  const rawBytes = rawBytesOf(rows);
  return rawBytes > rawBytesMax ? SOMETHING : { isBlank: isUniform(bytes, rows), rawBytes };
}

/** Group 4: a line that is as the one before is one bit, and before the first all is white. */
function isBlankFax(bytes: Uint8Array, { parms, lines }: { readonly parms: PdfDictionary | undefined; readonly lines: number }): boolean {
  if (parms === undefined || numberOf(parms.entries.get('K')) >= 0 || textOf(parms.entries.get('EncodedByteAlign')) === 'true')
    return false;
  if (!(lines > 0) || lines > LINES_MAX || bytes.byteLength > Math.ceil(lines / 8) + 8) return false;
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.slice(0, lines) === '1'.repeat(lines) && END_OF_FAX.test(bits.slice(lines));
}

/** Null where the rows are written in a way that is not read here. */
function rowsOf({ entries }: PdfDictionary, parms: PdfDictionary | undefined, objects: PdfObjects): PackedRows | null {
  const [width, height, depth] = ['Width', 'Height', 'BitsPerComponent'].map((key) => numberOf(entries.get(key))) as [
    number,
    number,
    number,
  ];
  const channels = channelsOf(entries.get('ColorSpace'), objects);
  if (channels === null || !(width > 0 && height > 0) || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const predictor = parms === undefined ? 1 : numberOf(parms.entries.get('Predictor')) || 1;
  if (predictor === 1) return { width, height, channels, depth, filtered: false };
  const said = (key: string, otherwise: number): number => numberOf(parms?.entries.get(key)) || otherwise;
  const isSame = said('Colors', 1) === channels && said('BitsPerComponent', 8) === depth && said('Columns', 1) === width;
  return predictor >= 10 && isSame ? { width, height, channels, depth, filtered: true } : null;
}

const CHANNELS: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4, CalGray: 1, CalRGB: 3, Indexed: 1 };

function channelsOf(space: PdfValue | undefined, objects: PdfObjects): number | null {
  const [name, by] = space?.kind === 'array' ? space.values : [space];
  const text = textOf(name);
  if (text === 'ICCBased') return numberOf(objects.dictionary(by)?.entries.get('N')) || null;
  return text === null ? null : (CHANNELS[text] ?? null);
}

/** A list of one filter is that filter; of several nothing is made here. */
function single(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind !== 'array') return value;
  return value.values.length === 1 ? value.values[0] : value;
}

function textOf(value: PdfValue | undefined): string | null {
  return value?.kind === 'name' || value?.kind === 'word' ? value.text : null;
}

/** 0 where it is no number. */
function numberOf(value: PdfValue | undefined): number {
  return value?.kind === 'number' ? value.value : 0;
}
