import { fail, ok, type Result } from '../lib/result.ts';
import { isUsualDpi, PIXELS_MAX, type Resolution } from './picture.ts';
import type { Directory } from './directories.ts';

/** How the samples of a page are to be read. */
export type Meaning = 'white-is-zero' | 'black-is-zero' | 'rgb' | 'palette' | 'cmyk' | 'ycbcr';

export type TiffPage = {
  readonly width: number;
  readonly height: number;
  readonly compression: number;
  readonly meaning: Meaning;
  /** Of one sample: 1, 2, 4, 8 or 16. */
  readonly bits: number;
  readonly samples: number;
  /** What the samples beside the colours are: transparency, transparency by which the colours are multiplied already, or something else. */
  readonly extra: 'none' | 'alpha' | 'premultiplied' | 'unknown';
  /** Each kind of sample lies apart from the others. */
  readonly isPlanar: boolean;
  /** As in EXIF: 1 is upright. */
  readonly orientation: number;
  readonly resolution: Resolution | null;
  /** The file says how large the page is on paper, whether or not that is usual. */
  readonly isResolutionStated: boolean;
  readonly directory: Directory;
};

export const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  meaning: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  resolutionX: 282,
  resolutionY: 283,
  planes: 284,
  faxOptions: 292,
  resolutionUnit: 296,
  predictor: 317,
  colours: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extra: 338,
  format: 339,
} as const;

/** JPEG as TIFF had it at first, in several shapes. */
export const OLD_JPEG = 6;
export const JPEG = 7;
const JPEGS: ReadonlySet<number> = new Set([OLD_JPEG, JPEG]);
const FAXES: ReadonlySet<number> = new Set([2, 3, 4]);
/** Samples that are whole numbers without a sign, or that are said to be of no kind. Others have no agreed white. */
const WHOLE: ReadonlySet<number> = new Set([1, 4]);
/** Uncompressed, the three kinds of fax, LZW, both kinds of JPEG, both numbers of Deflate, and PackBits: what libtiff is compiled with. */
const COMPRESSIONS: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, OLD_JPEG, JPEG, 8, 32_773, 32_946]);
const BITS: ReadonlySet<number> = new Set([1, 2, 4, 8, 16]);
const MEANINGS: Readonly<Record<number, Meaning>> = {
  0: 'white-is-zero',
  1: 'black-is-zero',
  2: 'rgb',
  3: 'palette',
  5: 'cmyk',
  6: 'ycbcr',
};
const SAMPLES: Readonly<Record<Meaning, number>> = { 'white-is-zero': 1, 'black-is-zero': 1, rgb: 3, palette: 1, cmyk: 4, ycbcr: 3 };
const [PREMULTIPLIED, ALPHA] = [1, 2];
const CENTIMETRES = 3;
const INCH_CM = 2.54;

/** What the header says of one page, before anything is decoded. */
export function tiffPage(directory: Directory): Result<TiffPage, 'not-understood' | 'too-many-pixels'> {
  const one = (tag: number, absent: number): number => directory.values(tag)?.[0] ?? absent;
  const [width, height] = [one(TAG.width, 0), one(TAG.height, 0)];
  if (width === 0 || height === 0) return fail('not-understood');
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  const compression = one(TAG.compression, 1);
  if (!COMPRESSIONS.has(compression)) return fail('not-understood');
  const bits = directory.values(TAG.bits) ?? [1];
  const samples = one(TAG.samples, bits.length);
  const meaning = MEANINGS[one(TAG.meaning, FAXES.has(compression) ? 0 : -1)];
  if (meaning === undefined || !(directory.values(TAG.format) ?? [1]).every((format) => WHOLE.has(format))) return fail('not-understood');
  const [first = 1] = bits;
  if (!BITS.has(first) || bits.some((value) => value !== first)) return fail('not-understood');
  // The reader paints the samples of others as red, green and blue.
  if (meaning === 'ycbcr' && !JPEGS.has(compression)) return fail('not-understood');
  const extra = extraOf(samples - SAMPLES[meaning], directory.values(TAG.extra) ?? []);
  if (extra === null) return fail('not-understood');
  if (FAXES.has(compression) && (first !== 1 || samples !== 1)) return fail('not-understood');
  // Halves of a byte are only usual for one sample.
  if (first < 8 && samples !== 1) return fail('not-understood');
  const isPlanar = one(TAG.planes, 1) === 2 && samples > 1;
  // libvips makes stripes of grey and transparency that lie apart.
  if (isPlanar && SAMPLES[meaning] === 1) return fail('not-understood');
  const page = { width, height, compression, meaning, bits: first, samples, extra, isPlanar, orientation: one(TAG.orientation, 1) };
  const isResolutionStated = one(TAG.resolutionUnit, 2) !== 1 && one(TAG.resolutionX, 0) > 1;
  return ok({ ...page, resolution: tiffResolution(one), isResolutionStated, directory });
}

/** Null for more than one of them, and where the tag speaks of others than there are. */
function extraOf(count: number, said: readonly number[]): TiffPage['extra'] | null {
  if (count < 0 || count > 1 || said.length > count) return null;
  if (count === 0) return 'none';
  return said[0] === PREMULTIPLIED ? 'premultiplied' : said[0] === ALPHA ? 'alpha' : 'unknown';
}

/** As the tags say it; null if they say nothing usual. */
export function tiffResolution(one: (tag: number, absent: number) => number): Resolution | null {
  const unit = one(TAG.resolutionUnit, 2);
  const factor = unit === CENTIMETRES ? INCH_CM : 1;
  const [x, y] = [one(TAG.resolutionX, 0) * factor, one(TAG.resolutionY, 0) * factor];
  return unit !== 1 && isUsualDpi(x) && isUsualDpi(y) ? { x, y } : null;
}

/** A strip or a tile: a rectangle of the page that is compressed by itself. Tiles at the edges are larger than what they show. */
export type Chunk = {
  readonly left: number;
  readonly top: number;
  /** Of the compressed rectangle. */
  readonly width: number;
  readonly height: number;
  /** Where the bytes are; several places if each kind of sample lies apart. */
  readonly places: readonly { readonly at: number; readonly bytes: number }[];
  /** Puts a whole JPEG together from several places of the file, in place of what lies there. */
  readonly stream?: () => Uint8Array;
};

export type ChunkedPage = { readonly page: TiffPage; readonly chunks: readonly Chunk[] };

const TILE_SIDE_MAX = 65_535;

/** The rectangles of a page, or null if one of them is not inside the file. */
export function chunksOf(page: TiffPage, bytes: number): readonly Chunk[] | null {
  const { directory, width, height } = page;
  const tileWidth = directory.values(TAG.tileWidth)?.[0];
  const isTiled = tileWidth !== undefined;
  const sides = isTiled
    ? { width: tileWidth, height: directory.values(TAG.tileHeight)?.[0] ?? 0 }
    : { width, height: Math.min(directory.values(TAG.rowsPerStrip)?.[0] ?? height, height) };
  if (sides.width === 0 || sides.height === 0 || Math.max(sides.width, sides.height) > TILE_SIDE_MAX * (isTiled ? 1 : 2)) return null;
  const columns = Math.ceil(width / sides.width);
  const count = columns * Math.ceil(height / sides.height);
  const planes = page.isPlanar ? page.samples : 1;
  const offsets = directory.values(isTiled ? TAG.tileOffsets : TAG.stripOffsets) ?? directory.values(TAG.stripOffsets);
  const sizes = directory.values(isTiled ? TAG.tileBytes : TAG.stripBytes) ?? directory.values(TAG.stripBytes);
  if (offsets === null || offsets.length < count * planes) return null;
  const chunks: Chunk[] = [];
  for (let index = 0; index < count; index += 1) {
    const top = Math.trunc(index / columns) * sides.height;
    const rows = isTiled ? sides.height : Math.min(sides.height, height - top);
    const places = Array.from({ length: planes }, (_, sample) => {
      const at = offsets[sample * count + index] ?? 0;
      // Old programs leave the sizes out if there is one strip.
      return { at, bytes: sizes?.[sample * count + index] ?? bytes - at };
    });
    if (places.some((place) => place.bytes <= 0 || place.at + place.bytes > bytes)) return null;
    chunks.push({ left: (index % columns) * sides.width, top, width: sides.width, height: rows, places });
  }
  return chunks;
}
