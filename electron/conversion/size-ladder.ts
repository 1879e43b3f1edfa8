import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { encodeJpeg } from './encode-jpeg.ts';
import { resolutionOf } from './page-size.ts';
import type { ConvertDeps, FileOfPages, Picture } from './picture.ts';
import { resampled } from './resample.ts';
import type { Tool } from './tools.ts';
import { bitsPage, jpegPage, type PdfPage, writePdf } from './write-pdf.ts';

export type Made = {
  readonly bytes: Uint8Array;
  readonly mediaType: Conversion['mediaType'];
  readonly pages: number;
  /** What it was made with. */
  readonly tools: readonly Tool[];
};

/** `dpi`: null keeps the dots as they are. Pages without a resolution are measured as if they filled A4. */
type Step = { readonly quality: number; readonly dpi: number | null };

/** The first step has the file's own quality, if that is not lower. */
const STEPS: readonly Step[] = [
  { quality: 85, dpi: null },
  { quality: 75, dpi: null },
  { quality: 65, dpi: null },
  { quality: 65, dpi: 250 },
  { quality: 65, dpi: 200 },
  // Below this, small print is no longer legible.
  { quality: 65, dpi: 150 },
];

export type LadderDeps = ConvertDeps & { readonly bytesMax?: number };

/** Makes the file, a little coarser with each step, until it is within the service's limit. */
export async function withinLimit(opened: FileOfPages, by: LadderDeps): Promise<Result<Made, 'still-too-large'>> {
  const most = by.bytesMax ?? FILE_BYTES_SAFE;
  const file = opened.pages === 1 ? decodedOnce(opened) : opened;
  const steps = [{ quality: file.quality, dpi: null }, ...STEPS.filter(({ quality }) => quality < file.quality)];
  let hasColour = true;
  for (const [index, step] of steps.entries()) {
    // Quality means nothing for black and white.
    if (!hasColour && steps[index - 1]?.dpi === step.dpi) continue;
    const tried = await attempt(file, { step, most, ...by });
    if (tried.made !== null && tried.made.bytes.byteLength <= most) return ok(tried.made);
    hasColour = tried.hasColour;
  }
  return fail('still-too-large');
}

function decodedOnce(file: FileOfPages): FileOfPages {
  let picture: Promise<Picture> | null = null;
  return { ...file, page: (index) => (picture ??= file.page(index)) };
}

type Attempt = ConvertDeps & { readonly step: Step; readonly most: number };
type Tried = { readonly made: Made | null; readonly hasColour: boolean };

async function attempt(file: FileOfPages, { step, most, codec, onPage }: Attempt): Promise<Tried> {
  const pages: PdfPage[] = [];
  let [bytes, hasColour] = [0, false];
  for (let index = 0; index < file.pages; index += 1) {
    await onPage({ page: index + 1, pages: file.pages });
    const picture = scaled(await file.page(index), step.dpi);
    hasColour ||= picture.kind === 'colour';
    const page = picture.kind === 'bits' ? await bitsPage(picture) : jpegPage(picture, await encodeJpeg(picture, { ...step, codec }));
    bytes += page.image.bytes.byteLength;
    // The rest can only be larger. The last pages may be in colour, which matters for the next step.
    if (bytes > most) return { made: null, hasColour: hasColour || index + 1 < file.pages };
    pages.push(page);
  }
  const [first] = pages;
  const own = file.tool === null ? [] : [file.tool];
  const made: Made =
    pages.length === 1 && first?.image.kind === 'jpeg'
      ? { bytes: first.image.bytes, mediaType: 'image/jpeg', pages: 1, tools: [...own, 'jpeg'] }
      : {
          bytes: await writePdf(pages),
          mediaType: 'application/pdf',
          pages: pages.length,
          tools: [...own, ...(pages.some(({ image }) => image.kind === 'jpeg') ? ['jpeg' as const] : []), 'pdf'],
        };
  return { made, hasColour };
}

function scaled(picture: Picture, dpi: number | null): Picture {
  if (dpi === null) return picture;
  const { x, y } = resolutionOf(picture);
  return resampled(picture, { x: dpi / x, y: dpi / y });
}
