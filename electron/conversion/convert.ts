import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { distinctRemarks } from '#shared/domain/item/conversion/remark.ts';
import { IS_HEIC_BUILT_IN } from '#shared/domain/item/conversion/heic-built-in.ts';
import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { openHeic } from './heif/open-heic.ts';
import { remarksOnSource } from './judge-source.ts';
import { openBmp } from './bmp/open-bmp.ts';
import { openJpeg } from './jpeg/open-jpeg.ts';
import { fitPdf } from './pdf/fit-pdf.ts';
import type { BytesFault, ConvertDeps, FileOfPages, OpenedFile } from './picture.ts';
import { type LadderDeps, type Made, withinLimit } from './size-ladder.ts';
import { openTiff } from './tiff/open-tiff.ts';
import { openAvif, openPng, openWebp } from './vips/open-with-vips.ts';

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
