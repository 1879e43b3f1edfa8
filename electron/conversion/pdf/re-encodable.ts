import type { PDFContext, PDFDict, PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { PIXELS_MAX, POINTS_PER_INCH, type Resolution } from '../picture.ts';
import { filtersOf } from './decoded-stream.ts';
import type { Drawn, DrawnPicture } from './drawn-pictures.ts';
import { jpegSize } from './jpeg-size.ts';
import { lengthsOf } from './matrix.ts';
import type { PdfLib } from './pdf-lib.ts';

/** A picture of a PDF that may be encoded anew. */
export type EmbeddedPicture = {
  readonly ref: PDFRef;
  readonly stream: PDFRawStream;
  readonly width: number;
  readonly height: number;
  /** Of a dot. */
  readonly samples: number;
  /** The lowest at which it is drawn anywhere. */
  readonly resolution: Resolution;
};

/** Smaller ones are logos and stamps. */
const BYTES_MIN = 10_000;
const PIXELS_MIN = 10_000;
/** Any of these is unusual in a scan: transparency, and colours that are not what the samples say. */
const UNUSUAL = ['SMask', 'Mask', 'SMaskInData', 'ImageMask', 'Decode', 'Matte'];
/** One of them, or a text encoding and one of them. */
const FILTERS = /^(?:(?:ASCII85Decode|ASCIIHexDecode|A85|AHx) )?(?:DCTDecode|FlateDecode|FlateDecode DCTDecode|LZWDecode)?$/;

/** The pictures of eight bits a sample, in colour or grey, that are drawn by pages and in no other way; the faults are counted before anything is decoded. */
export function reEncodable(
  context: PDFContext,
  { drawn, lib }: { readonly drawn: Drawn; readonly lib: PdfLib },
): Result<readonly EmbeddedPicture[], 'too-many-pixels'> {
  const elsewhere = namedElsewhere(context, { lists: drawn.lists, lib });
  const pictures = new Map<PDFRef, EmbeddedPicture>();
  for (const picture of drawn.pictures) {
    const { ref, stream } = picture;
    const size = sizeOf(stream, lib);
    if (size === null || elsewhere.has(ref)) continue;
    if (size.width * size.height > PIXELS_MAX) return fail('too-many-pixels');
    const here = resolutionOf(picture, size);
    const known = pictures.get(ref)?.resolution ?? here;
    const resolution = { x: Math.min(known.x, here.x), y: Math.min(known.y, here.y) };
    pictures.set(ref, { ref, stream, ...size, resolution });
  }
  return ok([...pictures.values()].filter(({ resolution: { x, y } }) => Number.isFinite(x) && Number.isFinite(y)));
}

function resolutionOf({ matrix, unit }: DrawnPicture, { width, height }: { readonly width: number; readonly height: number }): Resolution {
  const { x, y } = lengthsOf(matrix);
  return { x: (width * POINTS_PER_INCH) / (x * unit), y: (height * POINTS_PER_INCH) / (y * unit) };
}

/** Null if the picture is to stay as it is. */
function sizeOf({ dict, contents }: PDFRawStream, lib: PdfLib): Pick<EmbeddedPicture, 'width' | 'height' | 'samples'> | null {
  const { PDFName, PDFNumber } = lib;
  const number = (key: string): number => {
    const value = dict.lookup(PDFName.of(key));
    return value instanceof PDFNumber ? value.asNumber() : 0;
  };
  const [width, height] = [number('Width'), number('Height')];
  const filters = filtersOf(dict, lib).join(' ');
  const isImage = dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image');
  if (!isImage || contents.byteLength < BYTES_MIN || !(width > 0) || !(height > 0) || width * height < PIXELS_MIN) return null;
  if (UNUSUAL.some((key) => dict.has(PDFName.of(key))) || !FILTERS.test(filters)) return null;
  if (number('BitsPerComponent') !== 8) return null;
  const samples = samplesOf(dict.lookup(PDFName.of('ColorSpace')), lib);
  if (samples === null) return null;
  if (filters === 'DCTDecode') {
    const own = jpegSize(contents);
    if (own === null || own.width !== width || own.height !== height || own.samples !== samples) return null;
  }
  return { width, height, samples };
}

/** The samples of a dot, for colours that a screen has; null for all others. */
function samplesOf(space: PDFObject | undefined, lib: PdfLib): number | null {
  const { PDFName, PDFArray, PDFNumber, PDFStream } = lib;
  const family = space instanceof PDFArray ? space.lookup(0) : space;
  if (family === PDFName.of('DeviceRGB') || family === PDFName.of('CalRGB')) return 3;
  if (family === PDFName.of('DeviceGray') || family === PDFName.of('CalGray')) return 1;
  if (!(space instanceof PDFArray)) return null;
  if (family === PDFName.of('Indexed')) {
    const base = space.lookup(1);
    // An index into an index is not allowed.
    const isIndexed = base instanceof PDFArray && base.lookup(0) === PDFName.of('Indexed');
    return isIndexed || samplesOf(base, lib) === null ? null : 1;
  }
  const profile = space.lookup(1);
  if (family !== PDFName.of('ICCBased') || !(profile instanceof PDFStream)) return null;
  const count = profile.dict.lookup(PDFName.of('N'));
  return count instanceof PDFNumber && (count.asNumber() === 1 || count.asNumber() === 3) ? count.asNumber() : null;
}

/** What is named in other places than the lists of what pages draw: patterns, annotations, masks, thumbnails. */
function namedElsewhere(
  context: PDFContext,
  { lists, lib }: { readonly lists: ReadonlySet<PDFDict>; readonly lib: PdfLib },
): ReadonlySet<PDFRef> {
  const named = new Set<PDFRef>();
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object);
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    const inside = object instanceof lib.PDFStream ? object.dict : object;
    if (inside instanceof lib.PDFRef) named.add(inside);
    else if (inside instanceof lib.PDFDict) {
      if (!lists.has(inside)) for (const value of inside.values()) waiting.push(value);
    } else if (inside instanceof lib.PDFArray) for (const value of inside.asArray()) waiting.push(value);
  }
  return named;
}
