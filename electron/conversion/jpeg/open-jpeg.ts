import { fail, ok } from '#shared/lib/result.ts';
import { type ConvertDeps, type OpenedFile, type Page, PIXELS_MAX } from '../picture.ts';
import { encodableSize } from '../resample.ts';
import { mustBeWhole, type VipsHow, vipsPage } from '../vips/vips-page.ts';
import { bareJpeg } from './bare-jpeg.ts';
import { type JpegHeader, jpegHeader } from './jpeg-header.ts';

const UPRIGHT = 1;
/** From this orientation on, rows become columns. */
const FIRST_TURNED = 5;
const CMYK = 4;

/** Opens a JPEG that is to be made smaller, or joined. */
export function openJpeg(bytes: Uint8Array, by: Pick<ConvertDeps, 'vips' | 'isLenient'>): OpenedFile {
  const header = jpegHeader(bytes);
  if (header === null) return fail('not-understood');
  if (header.width * header.height > PIXELS_MAX) return fail('too-many-pixels');
  return ok({ pages: 1, tool: 'vips', quality: header.quality, page: async () => pageOf(bytes, header, by) });
}

function pageOf(bytes: Uint8Array, header: JpegHeader, by: VipsHow): Page {
  const { components, orientation, resolution } = header;
  const isTurned = orientation >= FIRST_TURNED;
  const upright = isTurned ? { width: header.height, height: header.width } : { width: header.width, height: header.height };
  const scale = isTurned ? resolution && { x: resolution.y, y: resolution.x } : resolution;
  const page = vipsPage({ bytes }, { ...upright, resolution: scale, isGrey: components === 1 }, by);
  const size = encodableSize(upright);
  const isAsInFile = orientation <= UPRIGHT && size.width === upright.width && size.height === upright.height && components !== CMYK;
  if (!isAsInFile || by.isLenient === true) return page;
  const jpeg = async (): Promise<Uint8Array | null> => {
    await mustBeWhole({ bytes }, by);
    return bareJpeg(bytes);
  };
  return { ...page, jpeg };
}
