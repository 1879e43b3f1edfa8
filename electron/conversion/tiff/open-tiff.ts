import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { ok } from '#shared/lib/result.ts';
import { type ChunkedPage, chunksOf, JPEG, OLD_JPEG, tiffPage, type TiffPage } from '#shared/tiff/tiff-page.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { asNewJpeg } from '#shared/tiff/old-jpeg/as-new-jpeg.ts';
import { type ConvertDeps, type Extent, type OpenedFile, type Page, USUAL_QUALITY } from '../picture.ts';
import { encodableSize } from '../resample.ts';
import { jfifSegment, lastSampleIn, vipsDots, type VipsFile, vipsHeader, type VipsInput, vipsPage } from '../vips/vips-page.ts';
import { jpegTiff } from './jpeg-tiff.ts';
import { APP14, MARKER, SOI } from '#shared/lib/jpeg-segments.ts';
import { concat } from '#shared/lib/bytes.ts';
import { headerAt, isSubsampled, sharedTables } from '#shared/tiff/old-jpeg/header.ts';
import { jpegHeader, type JpegHeader, scansFrom } from '../jpeg/jpeg-header.ts';
import { loadPdfium, type Pdfium } from '../pdf/pdfium.ts';

type TiffDeps = Pick<ConvertDeps, 'codec' | 'vips' | 'isLenient'>;

/** `at`: of all pictures of the file, with thumbnails and masks, as libtiff counts them. */
type Place = { readonly page: TiffPage; readonly at: number };

const UPRIGHT = 1;
/** From this orientation on, rows become columns. */
const FIRST_TURNED = 5;

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(bytes: Uint8Array, deps: TiffDeps): OpenedFile {
  const directories = readDirectories(bytes);
  if (!directories.ok) return directories;
  const places: Place[] = [];
  for (const { directory, at } of directories.value) {
    const page = tiffPage(directory);
    if (!page.ok) return page;
    places.push({ page: page.value, at });
  }
  const chooseJpeg = jpegChooser(deps);
  const remarks: Remark[] = [];
  if (places.some(({ page }) => page.resolution === null && page.isResolutionStated)) remarks.push({ kind: 'unsure', about: 'paper' });
  if (directories.value.some(({ hasMore }) => hasMore)) remarks.push({ kind: 'unsure', about: 'pages' });
  return ok({
    pages: places.length,
    tool: 'vips',
    quality: USUAL_QUALITY,
    remarks: () => remarks,
    page: async (index) => {
      const place = places[index];
      if (place === undefined) throw new RangeError('no such page');
      return openedPage(bytes, { place, by: deps, chooseJpeg });
    },
  });
}

type Opening = { readonly place: Place; readonly by: TiffDeps; readonly chooseJpeg: ChooseJpeg };

async function openedPage(bytes: Uint8Array, { place: { page, at }, by, chooseJpeg }: Opening): Promise<Page> {
  const size = uprightOf(page);
  const chunked = chunkedPage(bytes, page);
  const file = { ...inputOf(bytes, { page, at, chunked }), isTiff: true };
  const header = await vipsHeader(file, by);
  // Two readers that do not agree on the size may not mean the same picture.
  if (header.width !== size.width || header.height !== size.height) throw new RangeError('another size');
  const input = await withKnownSamples(file, page, by);
  const isGrey = page.meaning === 'white-is-zero' || page.meaning === 'black-is-zero';
  const isBits = isGrey && page.bits === 1 && page.samples === 1;
  const made = vipsPage(input, { ...size, isGrey, isBits }, by);
  // A page that was turned or is made smaller is no longer the picture that is in the file; of a damaged one, nothing is taken as it is.
  const whole = encodableSize(made);
  const isAsInFile = page.orientation <= UPRIGHT && whole.width === made.width && whole.height === made.height;
  return chunked === null || !isAsInFile || by.isLenient === true
    ? made
    : { ...made, jpeg: () => chooseJpeg(wholeJpegs(bytes, chunked), { input, size }) };
}

/** Says what the sample beside the colours is. Throws where libvips would misread it. */
async function withKnownSamples(file: VipsFile, { extra, meaning }: TiffPage, deps: TiffDeps): Promise<VipsFile> {
  // libvips divides colours by it, but not inks.
  if (extra === 'premultiplied' && meaning !== 'rgb' && meaning !== 'black-is-zero') throw new RangeError('inks that are multiplied');
  if (extra !== 'unknown') return file;
  const { min, max } = await lastSampleIn(file, deps);
  if (min !== max) throw new RangeError('samples of no known meaning');
  return { ...file, isOpaque: true };
}

type Parts = Place & { readonly chunked: ChunkedPage | null };

/** What libvips reads: the page in the file, or a file of its own that says of it what libtiff needs to know. */
function inputOf(bytes: Uint8Array, { page, at, chunked }: Parts): VipsFile {
  if (page.compression === OLD_JPEG) {
    if (chunked === null) throw new RangeError('without its parts');
    return { bytes: jpegTiff(chunked) };
  }
  const asYcbcr = page.meaning === 'rgb' && chunked !== null ? subsampledJpeg(bytes, chunked) : null;
  return asYcbcr === null ? { bytes, page: at } : { bytes: asYcbcr };
}

function uprightOf({ width, height, orientation, resolution }: TiffPage): Pick<Page, 'width' | 'height' | 'resolution'> {
  if (orientation < FIRST_TURNED) return { width, height, resolution };
  return { width: height, height: width, resolution: resolution && { x: resolution.y, y: resolution.x } };
}

/** Where the compressed data of a page is; null if that is not known. */
function chunkedPage(bytes: Uint8Array, page: TiffPage): ChunkedPage | null {
  const chunks = chunksOf(page, bytes.byteLength);
  if (chunks === null) return null;
  return page.compression === OLD_JPEG ? asNewJpeg(bytes, { page, chunks }) : { page, chunks };
}

/** Where a frame says how many components there are. */
const COMPONENTS = 9;

/**
 * The page as a whole JPEG with the compressed data that is in the file, once for each colour space that it may have, the most likely first. Empty if
 * the data is in several parts, or cut off. What TIFF says by tags (tables, colour space, resolution) is said by segments; metadata is left out.
 */
function wholeJpegs(file: Uint8Array, { page, chunks }: ChunkedPage): readonly Uint8Array[] {
  const [chunk, another] = chunks;
  const [place, plane] = chunk?.places ?? [];
  if (page.compression !== JPEG || place === undefined || plane !== undefined || another !== undefined) return [];
  const stream = chunk?.stream?.() ?? file.subarray(place.at, place.at + place.bytes);
  const header = headerAt(stream, 0);
  if (header === null || header.scan === null || header.frame[COMPONENTS] !== page.samples) return [];
  const scans = scansFrom(stream, header.scan);
  if (scans === null) return [];
  const tables = [...sharedTables(page), ...header.kept].filter((bytes) => bytes[1] !== APP14);
  return colourSegments(page).map((colours) => concat([Uint8Array.of(MARKER, SOI), colours, ...tables, header.frame, scans]));
}

/**
 * The page as a JPEG of YCbCr, if its colours have fewer dots than its brightness: nobody does that with red, green and blue, so that a tag which says
 * RGB is wrong. Some programs of scanners write it.
 */
function subsampledJpeg(file: Uint8Array, chunked: ChunkedPage): Uint8Array | null {
  const [, jpeg] = wholeJpegs(file, chunked);
  const header = jpeg === undefined ? null : headerAt(jpeg, 0);
  return header !== null && isSubsampled(header.frame) ? (jpeg ?? null) : null;
}

/** JFIF says that the components are grey or YCbCr, Adobe's segment that they are RGB. Some programs of scanners write the tag for RGB with YCbCr. */
function colourSegments({ meaning, samples, resolution }: TiffPage): readonly Uint8Array[] {
  if (samples === 1) return [jfifSegment(resolution)];
  if (samples !== 3) return [];
  return meaning === 'rgb' ? [ADOBE_RGB, jfifSegment(resolution)] : [jfifSegment(resolution), ADOBE_RGB];
}

/** The last byte says that the components are not transformed. */
const ADOBE_RGB = Uint8Array.of(MARKER, APP14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0);

/** Mean difference of the samples, of 255. Decoders round differently, and interpolate subsampled colours differently. */
const DIFFERENCE_MAX = 4;

/** A page as libvips reads it. */
type Shown = { readonly input: VipsInput; readonly size: Extent };
type ChooseJpeg = (jpegs: readonly Uint8Array[], shown: Shown) => Promise<Uint8Array | null>;

/**
 * Chooses the first of some JPEGs that readers of JPEG show as this picture; null if there is none. pdfium is loaded once for all pages of a file, since
 * its memory never shrinks.
 */
function jpegChooser({ codec, ...by }: Pick<ConvertDeps, 'codec' | 'vips'>): ChooseJpeg {
  let loading: Promise<Pdfium> | null = null;
  const isSame = async (jpeg: Uint8Array, { size, dots }: Dots): Promise<boolean> => {
    try {
      return await isShownAs(dots, { jpeg, size, pdfium: await (loading ??= loadForJpegs(codec)) });
    } catch {
      // After an error, pdfium cannot be used any more.
      loading = null;
      return false;
    }
  };
  return async (jpegs, { input, size }) => {
    if (jpegs.length === 0) return null;
    const dots = await vipsDots(input, size, by);
    for (const jpeg of jpegs) if (await isSame(jpeg, { size, dots })) return jpeg;
    return null;
  };
}

/** Red, green and blue of each dot. */
type Dots = { readonly size: Extent; readonly dots: Uint8Array };
type Drawn = { readonly jpeg: Uint8Array; readonly size: Extent; readonly pdfium: Pdfium };

/** Whether pdfium shows these dots. Throws for what it cannot read. */
async function isShownAs(dots: Uint8Array, { jpeg, size, pdfium }: Drawn): Promise<boolean> {
  const header = jpegHeader(jpeg);
  if (header === null || header.width !== size.width || header.height !== size.height) return false;
  const shown = await renderJpeg(jpeg, { header, size, pdfium });
  let difference = 0;
  for (let [at, from] = [0, 0]; at < shown.byteLength; at += 4, from += 3) {
    for (let colour = 0; colour < 3; colour += 1) difference += Math.abs((shown[at + colour] ?? 0) - (dots[from + colour] ?? 0));
  }
  return difference <= DIFFERENCE_MAX * 3 * size.width * size.height;
}

type RenderJpeg = {
  readonly pdfium: Pdfium;
  readonly header: JpegHeader;
  /** Of the picture that is made, in dots. */
  readonly size: { readonly width: number; readonly height: number };
};

/** A progressive page of A4 at 600 dpi, whose colours have as many dots as its brightness, needs 350 MB. */
const MEMORY_BYTES_MAX = 400 * 1_048_576;

/** Has as much memory as any picture may need. */
function loadForJpegs(codec: ConvertDeps['codec']): Promise<Pdfium> {
  return loadPdfium({ codec, memoryBytesMax: MEMORY_BYTES_MAX });
}

/** Hardly any picture has a whole row of this green: as `paper`, and as bytes, which are the same in either order. */
const [PAPER, PAPER_BYTES] = [0xff_02_fe_02, [0x02, 0xfe, 0x02]];

/**
 * Decodes a JPEG to the given size, with four bytes for each dot. pdfium does it row by row: a page with 35 megapixels needs 230 MB, which is 360 MB
 * with a decoder that makes the whole picture. It knows pictures as part of a PDF, so a PDF of one page is put around it. Throws for what is damaged.
 */
async function renderJpeg(bytes: Uint8Array, { header, size, pdfium }: RenderJpeg): Promise<Uint8Array<ArrayBuffer>> {
  const [before, after] = aroundJpeg(bytes.byteLength, { header, size });
  const opened = pdfium.open([before, bytes, after]);
  if (typeof opened === 'string') throw new RangeError('not opened');
  const dots = await opened.draw(0, { ...size, paper: PAPER }, async ({ rgba }) => {
    // It leaves out what it cannot decode.
    if (isPaper(rgba.subarray(-4 * size.width))) throw new RangeError('not decoded');
    return rgba.slice();
  });
  opened.close();
  return dots;
}

function isPaper(row: Uint8Array): boolean {
  for (let at = 0; at < row.length; at += 4) if (PAPER_BYTES.some((byte, colour) => row[at + colour] !== byte)) return false;
  return true;
}

const SPACES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;
/** The picture is the last object. */
const PICTURE = 5;

/** What a PDF of one page has before the bytes of its picture, and after them. */
function aroundJpeg(bytes: number, { header, size }: Omit<RenderJpeg, 'pdfium'>): readonly [before: Uint8Array, after: Uint8Array] {
  const { width, height } = size;
  const draw = `${width} 0 0 ${height} 0 0 cm /P Do`;
  const inverted = header.components === 4 && header.isAdobe ? '/Decode [1 0 1 0 1 0 1 0]' : '';
  const dots = `/Width ${header.width} /Height ${header.height} /BitsPerComponent 8 /ColorSpace /${SPACES[header.components]} ${inverted}`;
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources <</XObject <</P ${PICTURE} 0 R>>>> /Contents 4 0 R>>`,
    `<</Length ${draw.length}>>\nstream\n${draw}\nendstream`,
  ];
  let before = '%PDF-1.4\n';
  const places: number[] = [];
  for (const [index, object] of objects.entries()) {
    places.push(before.length);
    before += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  places.push(before.length);
  before += `${PICTURE} 0 obj\n<</Type /XObject /Subtype /Image ${dots} /Filter /DCTDecode /Length ${bytes}>>\nstream\n`;
  const end = '\nendstream\nendobj\n';
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<</Size ${PICTURE + 1} /Root 1 0 R>>\nstartxref\n${before.length + bytes + end.length}\n%%EOF\n`;
  const after = `${end}xref\n0 ${PICTURE + 1}\n0000000000 65535 f \n${table}${trailer}`;
  return [new TextEncoder().encode(before), new TextEncoder().encode(after)];
}
