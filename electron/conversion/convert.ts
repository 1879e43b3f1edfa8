import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { distinctRemarks } from '#shared/domain/item/conversion/remark.ts';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { heifItems } from './heif/heif-items.ts';
import { openHeic } from './heif/open-heic.ts';
import { remarksOnSource } from './judge-source.ts';
import { openBmp } from './bmp/open-bmp.ts';
import { fitPdf } from './pdf/fit-pdf.ts';
import {
  BEST_QUALITY,
  type BytesFault,
  type ConvertDeps,
  type FileOfPages,
  type OpenedFile,
  type Page,
  PIXELS_MAX,
  USUAL_QUALITY,
} from './picture.ts';
import { type LadderDeps, type Made, withinLimit } from './size-ladder.ts';
import { openTiff } from './tiff/open-tiff.ts';
import { plausible } from '#shared/tiff/picture.ts';
import { pngFacts } from './png.ts';
import { mustBeWhole, type VipsFile, vipsHeader, type VipsHow, vipsPage } from './vips/vips-page.ts';
import { encodableSize } from './resample.ts';
import { type JpegHeader, jpegHeader, scansFrom, SEGMENTS_MAX } from './jpeg/jpeg-header.ts';
import { APP0, APP14, APP15, COMMENT, MARKER, segmentsAt, SOI, SOS } from '#shared/lib/jpeg-segments.ts';
import { concat } from '#shared/lib/bytes.ts';

type ConvertHow = LadderDeps & {
  readonly kind: ConvertedKind;
  readonly password: string | null;
  readonly allPictures?: boolean | undefined;
};

type PictureHow = LadderDeps & { readonly kind: PictureKind; readonly allPictures?: boolean | undefined };

/** Kinds whose decoder can go on after a fault. */
const LENIENT: ReadonlySet<ConvertedKind> = new Set(['tiff', 'heic', 'webp', 'avif', 'jpeg', 'png']);

/** Kinds that may be within the limit with all their dots, if they are packed better. */
const PACKED: ReadonlySet<ConvertedKind> = new Set(['png', 'bmp']);

/**
 * Makes a picture of one page, and a PDF of several or of black and white; a PDF stays one. The same bytes and the same versions of the codecs give
 * the same result.
 */
export async function convert(
  bytes: Uint8Array,
  { kind, password, allPictures = false, ...by }: ConvertHow,
): Promise<Result<Made, BytesFault>> {
  try {
    if (kind === 'pdf') return await fitPdf(bytes, { password, ...by });
    return await convertPicture(bytes, { kind, allPictures, ...by });
  } catch {
    // The codecs throw whatever they like at a damaged file: errors, texts and numbers.
    return fail('not-understood');
  }
}

/** A file of which a decoder complains is read once more by decoders that go on: what was made says so. */
async function convertPicture(bytes: Uint8Array, how: PictureHow): Promise<Result<Made, BytesFault>> {
  try {
    return await madeFrom(bytes, how);
  } catch (error) {
    if (!LENIENT.has(how.kind)) throw error;
    const made = await madeFrom(bytes, { ...how, isLenient: true });
    if (!made.ok) return made;
    const { remarks = [] } = made.value;
    // Nothing of it was decoded.
    if (remarks.some((remark) => remark.kind === 'unsure' && remark.about === 'one-colour')) return fail('not-understood');
    return ok({ ...made.value, remarks: distinctRemarks([{ kind: 'damaged' }, ...remarks]) ?? [] });
  }
}

async function madeFrom(bytes: Uint8Array, { kind, allPictures, ...by }: PictureHow): Promise<Result<Made, BytesFault>> {
  const opened = await openPicture(bytes, { kind, allPictures, ...by });
  if (!opened.ok) return opened;
  const packed = PACKED.has(kind) ? await packedAnew(opened.value, by) : null;
  return withRemarks(packed === null ? await withinLimit(opened.value, by) : ok(packed), opened.value);
}

function withRemarks<Fault>(made: Result<Made, Fault>, { allPictures = false, remarks }: FileOfPages): Result<Made, Fault> {
  const all = remarks?.() ?? [];
  if (!made.ok) return made;
  const told = [...all, ...(made.value.remarks ?? [])];
  return ok({ ...made.value, ...(allPictures ? { allPictures } : {}), ...(told.length === 0 ? {} : { remarks: told }) });
}

/** A PNG with each of the dots, if that is within the limit. */
async function packedAnew(file: FileOfPages, { bytesMax = FILE_BYTES_SAFE, onPage }: LadderDeps): Promise<Made | null> {
  await onPage({ page: 1, pages: 1 });
  const bytes = await (await file.page(0)).png(bytesMax);
  return bytes === null ? null : { bytes, mediaType: 'image/png', pages: 1, tools: ['vips', 'pdf'] };
}

type OpenHow = Pick<ConvertDeps, 'codec' | 'vips' | 'isLenient'> & {
  readonly kind: PictureKind;
  readonly allPictures?: boolean | undefined;
};

/** What is in a damaged file may make it throw anything. */
export async function openPicture(bytes: Uint8Array, of: OpenHow): Promise<OpenedFile> {
  const opened = await openedBy(bytes, of);
  if (!opened.ok) return opened;
  // Whoever holds the remarks must not hold the bytes.
  const said = remarksOnSource(bytes, of.kind);
  const { remarks } = opened.value;
  return said.length === 0 ? opened : ok({ ...opened.value, remarks: () => [...said, ...(remarks?.() ?? [])] });
}

async function openedBy(bytes: Uint8Array, { kind, allPictures = false, ...by }: OpenHow): Promise<OpenedFile> {
  switch (kind) {
    case 'tiff':
      return openTiff(bytes, by);
    case 'heic':
      return IS_HEIC_BUILT_IN ? openHeic(bytes, { ...by, allPictures }) : fail('not-understood');
    case 'webp':
      return openWebp(bytes, by);
    case 'avif':
      return openAvif(bytes, by);
    case 'jpeg':
      return openJpeg(bytes, by);
    case 'png':
      return openPng(bytes, by);
    case 'bmp':
      return openBmp(bytes, by);
    default:
      return unreachable(kind);
  }
}

/** Opens a PNG that is to be made smaller, or joined. */
async function openPng(bytes: Uint8Array, deps: VipsHow): Promise<OpenedFile> {
  const { pages: _, isTurned, isGrey, ...size } = await vipsHeader({ bytes }, deps);
  if (size.width * size.height > PIXELS_MAX) return fail('too-many-pixels');
  const { isBits, resolution } = pngFacts(bytes);
  const upright = isTurned ? resolution && { x: resolution.y, y: resolution.x } : resolution;
  const page = vipsPage({ bytes }, { ...size, resolution: upright && plausible(upright, size), isGrey: isGrey || isBits, isBits }, deps);
  return ok({ pages: 1, tool: 'vips', quality: BEST_QUALITY, page: async () => page });
}

/** Opens a WebP. What moves has several pictures, and is not understood. */
async function openWebp(bytes: Uint8Array, deps: VipsHow): Promise<OpenedFile> {
  const { pages, isGrey, width, height } = await vipsHeader({ bytes }, deps);
  if (pages !== 1) return fail('not-understood');
  return photo({ bytes }, { width, height, isGrey }, deps);
}

/** Opens an AVIF: its main picture. That of a sequence is the first one. */
async function openAvif(bytes: Uint8Array, deps: VipsHow): Promise<OpenedFile> {
  const items = heifItems(bytes);
  if (items?.hasMisalignedAlpha === true) return fail('not-understood');
  const first = await vipsHeader({ bytes }, deps);
  const file = { bytes, page: first.mainPage };
  const { isGrey, width, height } = first.mainPage === 0 ? first : await vipsHeader(file, deps);
  const opened = photo(file, { width, height, isGrey }, deps);
  const hasOthers = items !== null && items.others > 0;
  return opened.ok && hasOthers ? ok({ ...opened.value, remarks: () => [{ kind: 'unsure', about: 'pages' }] }) : opened;
}

type Photo = { readonly width: number; readonly height: number; readonly isGrey: boolean };

/** Whatever resolution a photo claims, it is none of paper. */
function photo(file: VipsFile, of: Photo, deps: VipsHow): OpenedFile {
  if (of.width * of.height > PIXELS_MAX) return fail('too-many-pixels');
  const page = vipsPage(file, { ...of, resolution: null }, deps);
  return ok({ pages: 1, tool: 'vips', quality: USUAL_QUALITY, page: async () => page });
}

const UPRIGHT = 1;
/** From this orientation on, rows become columns. */
const FIRST_TURNED = 5;
const CMYK = 4;

/** Opens a JPEG that is to be made smaller, or joined. */
function openJpeg(bytes: Uint8Array, deps: Pick<ConvertDeps, 'vips' | 'isLenient'>): OpenedFile {
  const header = jpegHeader(bytes);
  if (header === null) return fail('not-understood');
  if (header.width * header.height > PIXELS_MAX) return fail('too-many-pixels');
  return ok({ pages: 1, tool: 'vips', quality: header.quality, page: async () => pageOf(bytes, header, deps) });
}

function pageOf(bytes: Uint8Array, header: JpegHeader, deps: VipsHow): Page {
  const { components, orientation, resolution } = header;
  const isTurned = orientation >= FIRST_TURNED;
  const upright = isTurned ? { width: header.height, height: header.width } : { width: header.width, height: header.height };
  const scale = isTurned ? resolution && { x: resolution.y, y: resolution.x } : resolution;
  const page = vipsPage({ bytes }, { ...upright, resolution: scale, isGrey: components === 1 }, deps);
  const size = encodableSize(upright);
  const isAsInFile = orientation <= UPRIGHT && size.width === upright.width && size.height === upright.height && components !== CMYK;
  if (!isAsInFile || deps.isLenient === true) return page;
  const jpeg = async (): Promise<Uint8Array | null> => {
    await mustBeWhole({ bytes }, deps);
    return bareJpeg(bytes);
  };
  return { ...page, jpeg };
}

/**
 * The same JPEG without what is not needed to show it: EXIF with the place and the thumbnail, colour profiles, comments, and what follows the end.
 * Null if it is cut off or damaged.
 */
function bareJpeg(bytes: Uint8Array): Uint8Array | null {
  const { segments, next } = segmentsAt(bytes, 2, SEGMENTS_MAX);
  const scans = next?.marker === SOS ? scansFrom(bytes, next) : null;
  const kept = segments.filter(({ marker }) => !isMetadata(marker)).map((segment) => segment.bytes);
  return scans === null ? null : concat([Uint8Array.of(MARKER, SOI), ...kept, scans]);
}

/** Of the application segments, those of JFIF and Adobe say what the components mean. */
function isMetadata(marker: number): boolean {
  return marker === COMMENT || (marker > APP0 && marker <= APP15 && marker !== APP14);
}
