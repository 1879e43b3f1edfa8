import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { ok } from '#shared/lib/result.ts';
import { chunksOf, type ChunkedPage } from '#shared/tiff/chunks.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import { asNewJpeg } from '#shared/tiff/old-jpeg/as-new-jpeg.ts';
import { OLD_JPEG, tiffPage, type TiffPage } from '#shared/tiff/tiff-page.ts';
import { type ConvertDeps, type OpenedFile, type Page, USUAL_QUALITY } from '../picture.ts';
import { encodableSize } from '../resample.ts';
import { lastSampleIn, type VipsFile, vipsHeader, vipsPage } from '../vips/vips-page.ts';
import { type ChooseJpeg, jpegChooser } from './jpeg-chooser.ts';
import { jpegTiff } from './jpeg-tiff.ts';
import { subsampledJpeg, wholeJpegs } from './whole-jpegs.ts';

type TiffDeps = Pick<ConvertDeps, 'codec' | 'vips' | 'isLenient'>;

/** `at`: of all pictures of the file, with thumbnails and masks, as libtiff counts them. */
type Place = { readonly page: TiffPage; readonly at: number };

const UPRIGHT = 1;
/** From this orientation on, rows become columns. */
const FIRST_TURNED = 5;

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(bytes: Uint8Array, by: TiffDeps): OpenedFile {
  const directories = readDirectories(bytes);
  if (!directories.ok) return directories;
  const places: Place[] = [];
  for (const { directory, at } of directories.value) {
    const page = tiffPage(directory);
    if (!page.ok) return page;
    places.push({ page: page.value, at });
  }
  const chooseJpeg = jpegChooser(by);
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
      return openedPage(bytes, { place, by, chooseJpeg });
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
async function withKnownSamples(file: VipsFile, { extra, meaning }: TiffPage, by: TiffDeps): Promise<VipsFile> {
  // libvips divides colours by it, but not inks.
  if (extra === 'premultiplied' && meaning !== 'rgb' && meaning !== 'black-is-zero') throw new RangeError('inks that are multiplied');
  if (extra !== 'unknown') return file;
  const { min, max } = await lastSampleIn(file, by);
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
