import { fail, ok } from '#shared/lib/result.ts';
import { oriented } from '../orient.ts';
import { onePage } from '../one-page.ts';
import { type ConvertDeps, type OpenedFile, type Page, type Picture, PIXELS_MAX } from '../picture.ts';
import { encodableSize } from '../resample.ts';
import { bareJpeg } from './bare-jpeg.ts';
import { type JpegHeader, jpegHeader } from './jpeg-header.ts';
import { loadForJpegs, renderJpeg } from './render-jpeg.ts';

/** Opens a JPEG that is to be made smaller. */
export function openJpeg(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): OpenedFile {
  const header = jpegHeader(bytes);
  if (header === null) return fail('not-understood');
  if (header.width * header.height > PIXELS_MAX) return fail('too-many-pixels');
  return ok(onePage({ tool: 'pdfium', quality: header.quality }, () => decoded(bytes, { header, codec })));
}

async function decoded(bytes: Uint8Array, { header, codec }: Pick<ConvertDeps, 'codec'> & { header: JpegHeader }): Promise<Page> {
  const size = encodableSize(header);
  const rgba = await renderJpeg(bytes, { header, size, pdfium: await loadForJpegs(codec) });
  const picture: Picture = { kind: 'colour', ...size, rgba, isGrey: header.components === 1 };
  const upright = oriented(picture, header.orientation);
  const isAsInFile = upright === picture && size.width === header.width && size.height === header.height && header.components !== 4;
  return isAsInFile ? { ...upright, jpeg: async () => bareJpeg(bytes) } : upright;
}
