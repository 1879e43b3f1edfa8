import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { openAvif } from './heif/open-avif.ts';
import { openHeic } from './heif/open-heic.ts';
import { openBmp } from './bmp/open-bmp.ts';
import { openJpeg } from './jpeg/open-jpeg.ts';
import { openWebp } from './open-webp.ts';
import { fitPdf } from './pdf/fit-pdf.ts';
import type { BytesFault, FileOfPages, OpenedFile } from './picture.ts';
import { openPng } from './png/open-png.ts';
import { fitRows, pageOf } from './rows/fit-rows.ts';
import type { OpenedRows } from './rows/row-source.ts';
import { type LadderDeps, type Made, withinLimit } from './size-ladder.ts';
import { openTiff } from './tiff/open-tiff.ts';

type ConvertHow = LadderDeps & {
  readonly kind: ConvertedKind;
  readonly password: string | null;
  readonly allPictures?: boolean | undefined;
};

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
    if (kind === 'png') return await fitRows(openPng(bytes), by);
    if (kind === 'bmp') return await fitRows(openBmp(bytes), by);
    const opened = await openPicture(bytes, { kind, allPictures, ...by });
    return opened.ok ? withRemarks(await withinLimit(opened.value, by), opened.value) : opened;
  } catch {
    // The codecs throw whatever they like at a damaged file: errors, texts and numbers.
    return fail('not-understood');
  }
}

function withRemarks<Fault>(made: Result<Made, Fault>, { allPictures = false, remarks }: FileOfPages): Result<Made, Fault> {
  const all = remarks?.() ?? [];
  return made.ok ? ok({ ...made.value, ...(allPictures ? { allPictures } : {}), ...(all.length === 0 ? {} : { remarks: all }) }) : made;
}

type OpenHow = Pick<LadderDeps, 'codec'> & { readonly kind: PictureKind; readonly allPictures?: boolean };

/** What is in a damaged file may make it throw anything. */
export async function openPicture(bytes: Uint8Array, { kind, codec, allPictures = false }: OpenHow): Promise<OpenedFile> {
  switch (kind) {
    case 'tiff':
      return openTiff(bytes, { codec });
    case 'heic':
      return IS_HEIC_BUILT_IN ? openHeic(bytes, { codec, allPictures }) : fail('not-understood');
    case 'webp':
      return openWebp(bytes, { codec });
    case 'avif':
      return openAvif(bytes, { codec });
    case 'jpeg':
      return openJpeg(bytes, { codec });
    case 'png':
      return paged(openPng(bytes));
    case 'bmp':
      return paged(openBmp(bytes));
    default:
      return unreachable(kind);
  }
}

function paged(opened: OpenedRows): OpenedFile {
  return opened.ok ? ok(pageOf(opened.value)) : opened;
}
