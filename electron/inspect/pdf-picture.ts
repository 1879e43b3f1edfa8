import { isBlankPicture } from './pictures/blank-picture.ts';
import type { InspectBudget } from './inspect-budget.ts';
import type { PdfFile } from './pdf/pdf-file.ts';
import type { PdfStream } from './pdf/pdf-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf/pdf-values.ts';
import { isUniform, type PackedRows } from './pictures/uniform-rows.ts';

/** No scan has more lines. */
const LINES_MAX = 100_000;
/** The end of a block of lines (twice `end of line`), which may be missing. */
const END_OF_FAX = '000000000001000000000001';
/** What fills up the last byte, and perhaps one more. */
const FILL_BITS_MAX = 15;

/** Whether a picture of a PDF certainly has one colour. One that is drawn through a mask has the form of the mask, so it is something. */
export function isPdfPictureBlank({ dictionary, head, bytes }: PdfStream, objects: PdfFile, budget: InspectBudget): boolean {
  const { entries } = dictionary;
  if (textOf(entries.get('Subtype')) !== 'Image' || head.includes('Mask')) return false;
  const filter = entries.get('Filter');
  const said = single(entries.get('DecodeParms'));
  const [by, parms] = [textOf(single(filter)), objects.dictionary(said) ?? undefined];
  if ((said !== undefined && parms === undefined) || !budget.spend('pictureBytes', bytes.byteLength)) return false;
  if (by === 'DCTDecode') return parms === undefined && isBlankPicture('jpeg', bytes, budget);
  if (by === 'CCITTFaxDecode') return isBlankFax(bytes, { parms, lines: numberOf(entries.get('Height')) });
  const rows = by === 'FlateDecode' ? rowsOf(dictionary, parms, objects) : null;
  return rows !== null && isUniform(bytes, rows, budget);
}

/** Group 4: a line that is as the one before is one bit, and before the first all is white. */
function isBlankFax(bytes: Uint8Array, { parms, lines }: { readonly parms: PdfDictionary | undefined; readonly lines: number }): boolean {
  if (parms === undefined || numberOf(parms.entries.get('K')) >= 0 || textOf(parms.entries.get('EncodedByteAlign')) === 'true')
    return false;
  if (!(lines > 0) || lines > LINES_MAX || bytes.byteLength > Math.ceil(lines / 8) + 8) return false;
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const rest = bits.slice(lines);
  const fill = rest.startsWith(END_OF_FAX) ? rest.slice(END_OF_FAX.length) : rest;
  return bits.slice(0, lines) === '1'.repeat(lines) && fill.length <= FILL_BITS_MAX && !fill.includes('1');
}

/** Null where the rows are written in a way that is not read here. */
function rowsOf({ entries }: PdfDictionary, parms: PdfDictionary | undefined, objects: PdfFile): PackedRows | null {
  const [width, height, depth] = ['Width', 'Height', 'BitsPerComponent'].map((key) => numberOf(entries.get(key))) as [
    number,
    number,
    number,
  ];
  const channels = channelsOf(entries.get('ColorSpace'), objects);
  if (channels === null || !isSize(width) || !isSize(height) || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const predictor = parms === undefined ? 1 : numberOf(parms.entries.get('Predictor')) || 1;
  if (predictor === 1) return { width, height, channels, depth, filtered: false };
  const said = (key: string, otherwise: number): number => numberOf(parms?.entries.get(key)) || otherwise;
  const isSame = said('Colors', 1) === channels && said('BitsPerComponent', 8) === depth && said('Columns', 1) === width;
  return predictor >= 10 && isSame ? { width, height, channels, depth, filtered: true } : null;
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}

const CHANNELS: Readonly<Record<string, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4, CalGray: 1, CalRGB: 3, Indexed: 1 };

function channelsOf(space: PdfValue | undefined, objects: PdfFile): number | null {
  const [name, by] = space?.kind === 'array' ? space.values : [space];
  const text = textOf(name);
  if (text === 'ICCBased') {
    const channels = numberOf(objects.dictionary(by)?.entries.get('N'));
    return [1, 3, 4].includes(channels) ? channels : null;
  }
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
