import { fail, ok, type Result } from '#shared/lib/result.ts';
import { encodeJpeg } from './shrink-pictures.ts';
import { COLOUR_PIXELS_MAX, type ConvertDeps, PIXELS_MAX, POINTS_PER_INCH, rounded } from '../picture.ts';
import { type PdfPage, writePdf } from '../write-pdf.ts';
import type { OpenedPdfium } from './pdfium.ts';
import { oneColour, PAPER, type SeenPage } from './scan.ts';
import { DPI_MIN, nextStep, type Step, STEPS } from './steps.ts';

export type RenderDeps = ConvertDeps & { readonly bytesMax: number };
/** The pages, and each of them, from 0, as a file of its own. */
export type Pages = {
  readonly seen: readonly SeenPage[];
  readonly open: (index: number) => OpenedPdfium;
  /** Of the list of steps. */
  readonly firstStep: number;
};

const WHITE = 0xff_ff_ff;

/** Makes a PDF of pictures of the pages. What is text becomes a part of the picture, so this is for scans alone. */
export async function renderPages(pages: Pages, deps: RenderDeps): Promise<Result<Uint8Array, 'too-many-pixels' | 'still-too-large'>> {
  const first = STEPS[0]?.dpi ?? 0;
  if (pages.seen.some(({ area }) => area * first ** 2 > PIXELS_MAX)) return fail('too-many-pixels');
  if (pages.seen.some(({ area }) => area * DPI_MIN ** 2 > COLOUR_PIXELS_MAX)) return fail('still-too-large');
  for (let index: number | null = pages.firstStep; index !== null; ) {
    const step = STEPS[index];
    if (step === undefined) break;
    const tried = await renderedWith(pages, { step, by: deps });
    if (tried.bytes !== null && tried.bytes.byteLength <= deps.bytesMax) return ok(tried.bytes);
    index = nextStep(index, tried.share);
  }
  return fail('still-too-large');
}

type Tried = { readonly bytes: Uint8Array | null; readonly share: number };

/** `share`: of the pages (0 to 1), before the limit was met. */
async function renderedWith({ seen, open }: Pages, { step, by }: { readonly step: Step; readonly by: RenderDeps }): Promise<Tried> {
  const pages: PdfPage[] = [];
  let bytes = 0;
  for (const [index, { isCovered }] of seen.entries()) {
    await by.onPage({ page: index + 1, pages: seen.length });
    const page = await rendered(open(index), { isCovered, step, by });
    bytes += page.image.bytes.byteLength;
    pages.push(page);
    if (bytes > by.bytesMax) return { bytes: null, share: (pages.length / seen.length) * (by.bytesMax / bytes) };
  }
  return { bytes: await writePdf(pages), share: 1 };
}

type Render = { readonly isCovered: boolean; readonly step: Step; readonly by: RenderDeps };

async function rendered(file: OpenedPdfium, { isCovered, step, by }: Render): Promise<PdfPage> {
  const size = file.size(0);
  const dpi = Math.min(step.dpi, POINTS_PER_INCH * Math.sqrt(COLOUR_PIXELS_MAX / (size.width * size.height)));
  const dots = (points: number): number => Math.max(1, Math.round((points * dpi) / POINTS_PER_INCH));
  const how = { width: dots(size.width), height: dots(size.height) };
  // What pdfium cannot decode, it does not draw, or draws in black. A page in black and white may be blank.
  const colour = isCovered ? await file.draw(0, { ...how, paper: PAPER }, async (drawn) => oneColour(drawn)) : null;
  if (colour !== null && colour !== WHITE) throw new RangeError('not drawn');
  const page = await file.draw(0, how, async (drawn) => {
    const isGrey = drawn.isGrey || step.isGrey;
    const bytes = await encodeJpeg({ ...drawn, isGrey }, { quality: step.quality, vips: by.vips });
    return { width: drawn.width, height: drawn.height, size: rounded(size), image: { kind: 'jpeg', isGrey, bytes } } as const;
  });
  file.close();
  return page;
}
