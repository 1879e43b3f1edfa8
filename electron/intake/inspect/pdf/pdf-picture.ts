import type { InspectBudget } from '../inspect-budget.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import type { PdfDictionary, PdfValue } from './pdf-values.ts';
import { isBlankPicture, isPaid, isPaperRaster, type Packed, rasterOf } from '../pictures/blank-picture.ts';
import { type Fax, isBlankFax } from '../pictures/fax.ts';
import { constants, inflateSync } from 'node:zlib';
import { cellsOf, type Raster } from '../pictures/cells.ts';
import { unfiltered } from '#shared/lib/pictures/png-rows.ts';

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

/** `filtered`: each row begins with a filter byte, as in a PNG. */
type FlateRows = Packed & { readonly filtered: boolean };

/** A colour page at 400 dpi. Larger ones are not inspected: that would take longer than it is worth. */
const RAW_BYTES_MAX = 64_000_000;
/** Unpacked first: nearly every picture that is not blank shows it in this part. */
const FIRST_BYTES = 16_384;

/** Whether packed rows are blank paper; cheap for most that are not. */
function isBlankFlate(data: Uint8Array, rows: FlateRows, budget: InspectBudget): boolean {
  const { width, height, channels, depth, filtered } = rows;
  const rowBytes = Math.ceil((width * channels * depth) / 8);
  const rawBytes = (rowBytes + (filtered ? 1 : 0)) * height;
  if (!Number.isInteger(rawBytes) || rawBytes <= 0 || rawBytes > RAW_BYTES_MAX) return false;
  if (height > budget.left('rows') || !budget.spend('unpackedBytes', rawBytes)) return false;
  const rasterIn = (raw: Uint8Array, count: number): Raster => {
    const row = filtered
      ? unfiltered(raw, { from: 0, rowBytes, step: Math.max(1, (channels * depth) >> 3) })
      : (y: number) => raw.subarray(y * rowBytes, (y + 1) * rowBytes);
    return rasterOf({ ...rows, height: count }, row);
  };
  if (!isPaid(rasterIn(data, height), budget)) return false;
  if (data.byteLength > 2 * FIRST_BYTES) {
    const first = unpacked(data.subarray(0, FIRST_BYTES), rawBytes, constants.Z_SYNC_FLUSH);
    const count = Math.floor((first?.byteLength ?? 0) / (rowBytes + (filtered ? 1 : 0)));
    if (first === null || (count > 0 && cellsOf(rasterIn(first, Math.min(count, height))) === null)) return false;
  }
  const raw = unpacked(data, rawBytes, constants.Z_FINISH);
  return raw !== null && raw.byteLength === rawBytes && isPaperRaster(rasterIn(raw, height));
}

/** The same for rows that are not packed. */
function isBlankRows(data: Uint8Array, rows: FlateRows, budget: InspectBudget): boolean {
  const rowBytes = Math.ceil((rows.width * rows.channels * rows.depth) / 8);
  if (rows.filtered || data.byteLength < rowBytes * rows.height) return false;
  const raster = rasterOf(rows, (y) => data.subarray(y * rowBytes, (y + 1) * rowBytes));
  return isPaid(raster, budget) && isPaperRaster(raster);
}

function unpacked(data: Uint8Array, rawBytes: number, finishFlush: number): Buffer | null {
  try {
    // In one chunk: otherwise it would be in memory twice, as chunks and joined.
    return inflateSync(data, { maxOutputLength: rawBytes, chunkSize: rawBytes + 64, finishFlush });
  } catch {
    // The data is not what it claims to be; whoever opens the picture will see it.
    return null;
  }
}
