import type { PDFContext, PDFDict, PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { PIXELS_MAX, POINTS_PER_INCH, type Resolution } from '../picture.ts';
import { filtersOf, type PdfLib } from './pdf-lib.ts';
import { type Drawn, type DrawnPicture, lengthsOf } from './drawn-pictures.ts';

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

/** The first and the last marker of a frame; three numbers between them are other markers. */
const [FRAME_FIRST, FRAME_LAST] = [0xc0, 0xcf];
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);
const [START, FILL, RESTART_FIRST, END] = [0xd8, 0xff, 0xd0, 0xd9];

/** What the frame header of a JPEG says; null if there is none. */
function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number; readonly samples: number } | null {
  if (bytes[0] !== FILL || bytes[1] !== START) return null;
  const two = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  for (let at = 2; at + 9 < bytes.byteLength && bytes[at] === FILL; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === FILL) at += 1;
    else if (marker >= FRAME_FIRST && marker <= FRAME_LAST && !NO_FRAMES.has(marker)) {
      return { height: two(at + 5), width: two(at + 7), samples: bytes[at + 9] ?? 0 };
    } else if (marker >= RESTART_FIRST && marker <= END) return null;
    else at += 2 + two(at + 2);
  }
  return null;
}

/** Some programs write a few bytes after the end. */
const AFTER_END_MAX = 1_024;

/** Whether the end marker is there: what is cut off is decoded in part. */
export function isWholeJpeg(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(-AFTER_END_MAX)).includes(Buffer.from([FILL, END]));
}
