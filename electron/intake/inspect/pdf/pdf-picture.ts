import type { InspectBudget } from '../inspect-budget.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { isBlankPicture } from '../pictures/blank-picture.ts';
import { type Fax, isBlankFax } from '../pictures/fax.ts';
import { isBlankFlate, isBlankRows, type FlateRows } from '../pictures/flate-rows.ts';

/**
 * Whether a picture in a PDF shows blank paper. A picture drawn through a mask has the shape of the mask, so it is not blank; an image mask
 * is itself a picture of one bit, whatever its colour.
 */
export function isPdfPictureBlank({ dictionary, head, bytes }: PdfStream, objects: PdfFile, budget: InspectBudget): boolean {
  const { entries } = dictionary;
  if (textOf(entries.get('Subtype')) !== 'Image' || head.replaceAll('/ImageMask', '').includes('Mask')) return false;
  if (!isPlain(entries.get('Decode'))) return false;
  const filter = entries.get('Filter');
  const said = single(entries.get('DecodeParms'));
  const [by, parms] = [textOf(single(filter)), objects.dictionary(said) ?? undefined];
  if ((said !== undefined && parms === undefined) || !budget.spend('pictureBytes', bytes.byteLength)) return false;
  if (by === 'DCTDecode') return parms === undefined && isBlankPicture('jpeg', bytes, budget);
  if (by === 'CCITTFaxDecode') return parms !== undefined && isBlankFax(bytes, faxOf(dictionary, parms), budget);
  if (by !== 'FlateDecode' && filter !== undefined) return false;
  const rows = rowsOf(dictionary, parms, objects);
  return rows !== null && (filter === undefined ? isBlankRows : isBlankFlate)(bytes, rows, budget);
}

/** Levels unchanged or inverted; other mappings change the contrast. */
function isPlain(decode: PdfValue | undefined): boolean {
  if (decode === undefined) return true;
  return decode.kind === 'array' && decode.values.every((value) => value.kind === 'number' && (value.value === 0 || value.value === 1));
}

/** Fax parameters: the height comes from the picture, the rest from its decode parameters, and missing ones have the format's defaults. */
export function faxOf({ entries }: PdfDictionary, { entries: parms }: PdfDictionary): Fax {
  return {
    width: numberOf(parms.get('Columns')) || FAX_COLUMNS,
    height: numberOf(entries.get('Height')),
    k: numberOf(parms.get('K')),
    isAligned: textOf(parms.get('EncodedByteAlign')) === 'true',
  };
}

const FAX_COLUMNS = 1_728;

/** Bytes of a picture's pixels; null if its size or its colours are not known here. */
export function rawBytesOf(dictionary: PdfDictionary, objects: PdfFile): number | null {
  if (textOf(dictionary.entries.get('Subtype')) !== 'Image') return null;
  const rows = rowsOf(dictionary, undefined, objects);
  return rows === null ? null : Math.ceil((rows.width * rows.channels * rows.depth) / 8) * rows.height;
}

/** Null if the rows are encoded in a way that is not supported here. */
function rowsOf({ entries }: PdfDictionary, parms: PdfDictionary | undefined, objects: PdfFile): FlateRows | null {
  const isMask = textOf(entries.get('ImageMask')) === 'true';
  const [width, height, said] = ['Width', 'Height', 'BitsPerComponent'].map((key) => numberOf(entries.get(key))) as [
    number,
    number,
    number,
  ];
  const [depth, space] = [isMask ? 1 : said, entries.get('ColorSpace')];
  const channels = isMask ? 1 : channelsOf(space, objects);
  if (channels === null || !isSize(width) || !isSize(height) || ![1, 2, 4, 8, 16].includes(depth)) return null;
  const rows = { width, height, channels, depth, palette: isIndexed(space) ? APART : undefined };
  const predictor = parms === undefined ? 1 : numberOf(parms.entries.get('Predictor')) || 1;
  if (predictor === 1) return { ...rows, filtered: false };
  const of = (key: string, otherwise: number): number => numberOf(parms?.entries.get(key)) || otherwise;
  const isSame = of('Colors', 1) === channels && of('BitsPerComponent', 8) === depth && of('Columns', 1) === width;
  return predictor >= 10 && isSame ? { ...rows, filtered: true } : null;
}

/** The palette is not looked up: each index gets a colour that differs from all others. */
const APART = Uint8Array.from({ length: 256 * 3 }, (_, n) => Math.floor(n / 3) * ([97, 57, 1][n % 3] ?? 1));

function isIndexed(space: PdfValue | undefined): boolean {
  return textOf((space?.kind === 'array' ? space.values[0] : space) ?? undefined) === 'Indexed';
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

/** The only value of a list; a list of several filters is returned as it is, and is not supported. */
function single(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind !== 'array') return value;
  return value.values.length === 1 ? value.values[0] : value;
}

function textOf(value: PdfValue | undefined): string | null {
  return value?.kind === 'name' || value?.kind === 'word' ? value.text : null;
}

/** 0 if it is not a number. */
function numberOf(value: PdfValue | undefined): number {
  return value?.kind === 'number' ? value.value : 0;
}
