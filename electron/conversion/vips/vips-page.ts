import { type Bits, type ConvertDeps, type Extent, type Page, PIXELS_MAX, type Resolution } from '../picture.ts';
import { pngOfBits, withDensity } from '../png.ts';
import type { Vips } from './load-vips.ts';
import { APP0, MARKER, SOI } from '#shared/lib/jpeg-segments.ts';
import { concat } from '#shared/lib/bytes.ts';

/** What libvips reads: a file, of which `page` counts all pictures from 0, or dots with one sample (grey), three, or four, of which the last is ignored. */
export type VipsInput = VipsFile | { readonly dots: Dots };
/** `isOpaque`: a sample beside the colours is none of transparency. */
export type VipsFile = { readonly bytes: Uint8Array; readonly page?: number; readonly isTiff?: boolean; readonly isOpaque?: boolean };
export type Dots = Extent & { readonly samples: Uint8Array; readonly channels: 1 | 3 | 4 };
export type VipsHow = Pick<ConvertDeps, 'vips' | 'isLenient'>;

/** What a file says of itself before it is decoded. `width` and `height`: upright. */
export type VipsHeader = Extent & {
  readonly isGrey: boolean;
  /** Rows of the file are columns. */
  readonly isTurned: boolean;
  /** Of an animation, its pictures. */
  readonly pages: number;
  /** Which of them, from 0, is the picture that the file is to be shown as: of an AVIF, the first ones may be the pieces of it. */
  readonly mainPage: number;
};

type Pipeline = ReturnType<Vips['open']>;
const WHITE = '#ffffff';
/** If this part of the rows takes half of the limit already, the rest is not tried. */
const [FIRST_PART, SHARE_OF_LIMIT] = [8, 2];
/** What encoding changes of an even colour. */
const ROUNDING = 2;
/** To make it smaller, everything has to be read. */
const PROBE_WIDTH = 64;
/** Of 255: what is at least as bright is white. */
const WHITE_MIN = 128;

/** Reads the header of a file. Rejects for what libvips does not understand. */
export async function vipsHeader(input: VipsInput, deps: VipsHow): Promise<VipsHeader> {
  const { width, height, space, pages, pagePrimary, autoOrient } = await opened(input, deps, { isLimited: false }).metadata();
  const isGrey = space === 'b-w' || space === 'grey16';
  return {
    ...autoOrient,
    isGrey,
    isTurned: autoOrient.width === height && autoOrient.height === width && width !== height,
    pages: pages ?? 1,
    mainPage: pagePrimary ?? 0,
  };
}

type Described = Extent & { readonly resolution: Resolution | null; readonly isGrey: boolean; readonly isBits?: boolean };

/** A page that libvips decodes, makes smaller and encodes, a few rows at a time. Every complaint of a decoder is an error, unless it is to be lenient. */
export function vipsPage(input: VipsInput, { isBits = false, ...of }: Described, deps: VipsHow): Page {
  const sized = (size: Extent): Pipeline => {
    const whole = opened(input, deps).flatten({ background: WHITE });
    const isWhole = size.width === of.width && size.height === of.height;
    return isWhole ? whole : whole.resize({ ...size, fit: 'fill' });
  };
  const page: Page = {
    ...of,
    encode: async ({ quality, ...size }) => {
      const coloured = sized(size).toColourspace(of.isGrey ? 'b-w' : 'srgb');
      const jpeg = await silent(coloured.jpeg({ quality, mozjpeg: true }), deps);
      return withJfif(jpeg, resolutionAt(of, size));
    },
    png: async (most) => {
      const packed = (part: Pipeline): Promise<Uint8Array> =>
        silent(part.toColourspace(of.isGrey ? 'b-w' : 'srgb').png({ compressionLevel: 9, adaptiveFiltering: true, palette: false }), deps);
      const first = await packed(sized(of).extract({ left: 0, top: 0, width: of.width, height: Math.ceil(of.height / FIRST_PART) }));
      if (first.byteLength > most / SHARE_OF_LIMIT) return null;
      const png = await packed(sized(of));
      return png.byteLength <= most ? withDensity(png, of.resolution) : null;
    },
  };
  if (!isBits) return page;
  const bits = async (size: Extent): Promise<Bits> =>
    bitsOf(await silent(sized(size).greyscale().raw(), deps), size, resolutionAt(of, size));
  return { ...page, bits, png: async (most) => atMost(await pngOfBits(await bits(of)), most) };
}

/** Rejects unless all of a file can be decoded without a complaint. */
export async function mustBeWhole(input: VipsInput, deps: VipsHow): Promise<void> {
  await silent(opened(input, deps).resize({ width: PROBE_WIDTH }).raw(), deps);
}

/** Whether all dots of a JPEG are the same. */
export async function isEven(jpeg: Uint8Array, vips: ConvertDeps['vips']): Promise<boolean> {
  const { channels } = await vips.open(jpeg).stats();
  return channels.every(({ min, max }) => max - min <= ROUNDING);
}

/** The range of the last sample of all dots. */
export async function lastSampleIn(input: VipsInput, deps: VipsHow): Promise<{ readonly min: number; readonly max: number }> {
  const { channels } = await opened(input, deps).stats();
  return channels.at(-1) ?? { min: 0, max: 1 };
}

/** Red, green and blue of each dot, without gaps. */
export function vipsDots(input: VipsInput, size: Extent, deps: VipsHow): Promise<Uint8Array> {
  return silent(
    opened(input, deps)
      .flatten({ background: WHITE })
      .resize({ ...size, fit: 'fill' })
      .toColourspace('srgb')
      .raw(),
    deps,
  );
}

function opened(input: VipsInput, { vips, isLenient = false }: VipsHow, { isLimited } = { isLimited: true }): Pipeline {
  // libtiff warns of much that is harmless, and libvips would take the first warning for a fault: `silent` judges them.
  const strict = 'bytes' in input && input.isTiff === true ? 'error' : 'warning';
  const how = {
    failOn: isLenient ? 'none' : strict,
    limitInputPixels: isLimited && PIXELS_MAX,
    sequentialRead: true,
    autoOrient: true,
  } as const;
  if ('dots' in input) {
    const { samples, width, height, channels } = input.dots;
    return vips.open(samples, { ...how, raw: { width, height, channels } }).removeAlpha();
  }
  const file = vips.open(vips.current(input.bytes), { ...how, page: input.page ?? 0 });
  return input.isOpaque === true ? file.removeAlpha() : file;
}

/** What libtiff says of tags that it does not know, or whose form is unusual. It then decodes all the same, and nothing is missing. */
const HARMLESS = [
  /unknown field with tag/i,
  /tags are not sorted|tag directory not sorted|not in ascending order/i,
  /does not end in null byte|not null terminated/i,
  /incorrect count for field|wrong data type|incompatible type for/i,
  /assuming 8-bit (palette|colormap)/i,
  /null count for/i,
  /auto-corrected former TIFF subsampling/i,
  /TIFFFetchNormalTag|nonstandard tile (width|length)|invalid strip byte count, imageLength|treating as/i,
  /profile/i,
  /exif:/i,
];

/** What was made without a word of the decoders. Some only warn of what is missing: that is an error, too. */
async function silent(pipeline: Pipeline, { isLenient = false }: VipsHow): Promise<Uint8Array> {
  const warnings: string[] = [];
  pipeline.on('warning', (said: string) => warnings.push(said));
  const made = await pipeline.toBuffer();
  const grave = isLenient ? undefined : warnings.find((said) => !HARMLESS.some((pattern) => pattern.test(said)));
  if (grave !== undefined) throw new RangeError(grave);
  return made;
}

function resolutionAt({ resolution, ...of }: Described, size: Extent): Resolution | null {
  if (resolution === null) return null;
  return { x: (resolution.x * size.width) / of.width, y: (resolution.y * size.height) / of.height };
}

function bitsOf(grey: Uint8Array, { width, height }: Extent, resolution: Resolution | null): Bits {
  const rowBytes = Math.ceil(width / 8);
  const rows = new Uint8Array(rowBytes * height);
  for (let [y, from] = [0, 0]; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, from += 1) {
      const at = y * rowBytes + (x >> 3);
      if ((grey[from] as number) >= WHITE_MIN) rows[at] = (rows[at] as number) | (0x80 >> (x & 7));
    }
  }
  return { kind: 'bits', width, height, rows, resolution };
}

function atMost(bytes: Uint8Array, most: number): Uint8Array | null {
  return bytes.byteLength <= most ? bytes : null;
}

const DOTS_PER_INCH = 1;
const MARKER_BYTES = 2;

/** The first segment of a JPEG: its components are grey or YCbCr, and how large it is on paper. */
export function jfifSegment(resolution: Resolution | null): Uint8Array {
  const unit = resolution === null ? 0 : DOTS_PER_INCH;
  const [x, y] = [Math.round(resolution?.x ?? 1), Math.round(resolution?.y ?? 1)];
  return Uint8Array.of(MARKER, APP0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, unit, x >> 8, x & 0xff, y >> 8, y & 0xff, 0, 0);
}

/** Puts that segment into a JPEG that has none. */
function withJfif(jpeg: Uint8Array, resolution: Resolution | null): Uint8Array {
  return concat([Uint8Array.of(MARKER, SOI), jfifSegment(resolution), jpeg.subarray(MARKER_BYTES)]);
}
