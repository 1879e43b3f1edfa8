import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type ConvertDeps, type Extent, type FileOfPages, type Page, resolutionOf } from './picture.ts';
import { encodableSize, scaledSize } from './resample.ts';
import type { Tool } from './tools.ts';
import { bitsPage, jpegPage, type PdfPage, writePdf } from './write-pdf.ts';
import { inflateSync } from 'node:zlib';
import { isEven } from './vips/vips-page.ts';

export type Made = {
  readonly bytes: Uint8Array;
  readonly mediaType: Conversion['mediaType'];
  readonly pages: number;
  /** What it was made with. */
  readonly tools: readonly Tool[];
  /** All pictures of the file are pages of it. */
  readonly allPictures?: boolean;
  /** What a user should know of it before it is sent; absent if nothing. */
  readonly remarks?: readonly Remark[];
};

/**
 * `dpi`: null keeps the dots as they are. Pages without a resolution are measured as if they filled A4. `keepsJpegs`: a page that is a JPEG in the file
 * is not encoded again.
 */
type Step = { readonly quality: number; readonly dpi: number | null; readonly keepsJpegs?: boolean };

/** They follow the two steps with the file's own quality, of which the first keeps JPEGs. */
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
export async function withinLimit(file: FileOfPages, deps: LadderDeps): Promise<Result<Made, 'still-too-large'>> {
  const most = deps.bytesMax ?? FILE_BYTES_SAFE;
  const own: Step = { quality: file.quality, dpi: null };
  const steps = [{ ...own, keepsJpegs: true }, own, ...STEPS.filter(({ quality }) => quality < file.quality)];
  let [hasColour, hasKept] = [true, true];
  for (const [index, step] of steps.entries()) {
    // Quality means nothing for black and white.
    if (!hasColour && steps[index - 1]?.dpi === step.dpi) continue;
    if (step === own && !hasKept) continue;
    const tried = await attempt(file, { step, most, ...deps });
    if (tried.made !== null && tried.made.bytes.byteLength <= most) return ok(tried.made);
    ({ hasColour, hasKept } = tried);
  }
  return fail('still-too-large');
}

type Attempt = LadderDeps & { readonly step: Step; readonly most: number };
type Tried = { readonly made: Made | null; readonly hasColour: boolean; readonly hasKept: boolean };

async function attempt(file: FileOfPages, { step, most, onPage, vips }: Attempt): Promise<Tried> {
  const pages: PdfPage[] = [];
  const done = { hasColour: false, hasKept: false, hasEncoded: false };
  let isBlank = true;
  let bytes = 0;
  for (let index = 0; index < file.pages; index += 1) {
    await onPage({ page: index + 1, pages: file.pages });
    const of = await file.page(index);
    const kept = step.keepsJpegs === true ? ((await of.jpeg?.()) ?? null) : null;
    done.hasColour ||= of.bits === undefined;
    done.hasKept ||= kept !== null;
    done.hasEncoded ||= of.bits === undefined && kept === null;
    const page = await makePage(of, { step, kept });
    isBlank &&= kept === null && (await isOfOneColour(page, vips));
    bytes += page.image.bytes.byteLength;
    // The rest can only be larger. The last pages may be in colour, which matters for the next step.
    if (bytes > most) return { ...done, made: null, hasColour: done.hasColour || index + 1 < file.pages };
    pages.push(page);
  }
  const tools: readonly Tool[] = [
    ...(file.tool === null ? [] : [file.tool]),
    ...(done.hasKept ? (['pdfium'] as const) : []),
    ...(done.hasEncoded ? (['vips'] as const) : []),
  ];
  const written = await writeMade(pages, tools);
  // Decoders make it of much that they do not understand.
  return { ...done, made: isBlank ? { ...written, remarks: [{ kind: 'unsure', about: 'one-colour' }] } : written };
}

async function writeMade(pages: readonly PdfPage[], tools: readonly Tool[]): Promise<Made> {
  const [first] = pages;
  if (pages.length === 1 && first?.image.kind === 'jpeg') return { bytes: first.image.bytes, mediaType: 'image/jpeg', pages: 1, tools };
  return { bytes: await writePdf(pages), mediaType: 'application/pdf', pages: pages.length, tools: [...tools, 'pdf'] };
}

async function makePage(of: Page, { step, kept }: { readonly step: Step; readonly kept: Uint8Array | null }): Promise<PdfPage> {
  if (kept !== null) return jpegPage(of, kept);
  const size = sizeAt(of, step.dpi);
  if (of.bits !== undefined) return bitsPage(await of.bits(size));
  const { resolution, isGrey } = of;
  const scaled = resolution && { x: (resolution.x * size.width) / of.width, y: (resolution.y * size.height) / of.height };
  return jpegPage({ ...size, isGrey, resolution: scaled }, await of.encode({ ...size, quality: step.quality }));
}

function sizeAt(of: Page, dpi: number | null): Extent {
  const whole = of.bits === undefined ? encodableSize(of) : of;
  if (dpi === null) return whole;
  const { x, y } = resolutionOf(of);
  const size = scaledSize(of, { x: dpi / x, y: dpi / y });
  return size.width < whole.width ? size : whole;
}

/** A page of one colour has less than a hundredth of a byte for each dot; nearly all others have more, and are not decoded for this. */
const BYTES_PER_DOT_MAX = 0.01;
/** Of a row of differences: the byte before its dots says how they are counted. */
const FILTER_BYTES = 1;
const BITS = 8;

/** Whether nothing is to be seen on a page that was made. */
async function isOfOneColour({ width, height, image }: PdfPage, vips: ConvertDeps['vips']): Promise<boolean> {
  if (image.bytes.byteLength > width * height * BYTES_PER_DOT_MAX) return false;
  return image.kind === 'jpeg' ? isEven(image.bytes, vips) : isEvenRows(inflateSync(image.bytes), width);
}

/** The first row is one colour, and each of the others is as the one above. The last byte of a row may have bits that are not used. */
function isEvenRows(rows: Uint8Array, width: number): boolean {
  const rowBytes = FILTER_BYTES + Math.ceil(width / BITS);
  const first = rows.subarray(FILTER_BYTES, Math.max(FILTER_BYTES + 1, rowBytes - 1));
  if (!first.every((byte) => byte === first[0] && (byte === 0 || byte === 0xff))) return false;
  for (let at = rowBytes; at < rows.byteLength; at += 1) if (at % rowBytes !== 0 && rows[at] !== 0) return false;
  return true;
}
