import type { PDFDocument } from 'pdf-lib';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type BytesFault, PAGES_MAX } from '../picture.ts';
import type { LadderDeps, Made } from '../size-ladder.ts';
import type { Tool } from '../tools.ts';
import { type Drawn, drawnBy } from './drawn-pictures.ts';
import { untouchableIn } from './never-touched.ts';
import { type PdfPageNode, pagesOf } from './pages.ts';
import { loadPdfLib, openDocument, type PdfLib } from './pdf-lib.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';
import { reEncodable } from './re-encodable.ts';
import { renderPages } from './render-pages.ts';
import { isScan } from './scan.ts';
import { shrinkPictures, streamBytes } from './shrink-pictures.ts';
import { type Unlocked, withoutPassword } from './without-password.ts';

export type FitPdfDeps = LadderDeps & { readonly password: string | null };

type Fitted = Result<Made, BytesFault>;

/**
 * Makes a PDF without its password, and small enough to be sent, with as little loss as the limit allows: nothing is lost · pictures are encoded
 * anew · the pages of a scan become pictures. The same bytes, password and versions of the libraries give the same result. It throws nothing.
 */
export async function fitPdf(bytes: Uint8Array, by: FitPdfDeps): Promise<Fitted> {
  try {
    const unlocked = await withoutPassword(bytes, by);
    return unlocked.ok ? await fitUnlocked(bytes, { ...by, unlocked: unlocked.value }) : unlocked;
  } catch {
    // The libraries throw whatever they like at a damaged file.
    return fail('not-understood');
  }
}

type FitUnlocked = FitPdfDeps & { readonly unlocked: Unlocked };

async function fitUnlocked(bytes: Uint8Array, { unlocked, ...by }: FitUnlocked): Promise<Fitted> {
  const bytesMax = by.bytesMax ?? FILE_BYTES_SAFE;
  const lib = await loadPdfLib();
  const document = await openDocument(unlocked.plain.bytes, lib);
  const { isSigned, hasAttachments } = untouchableIn(document.context, { bytes, lib });
  if (isSigned) return fail('signed');
  // Nothing is lost when a password is taken off; otherwise such a file stays as it is.
  if (hasAttachments && by.password === null) return fail('has-attachments');
  const pages = pagesOf(document, lib);
  if (pages === null || pages.length === 0) return fail('not-understood');
  const drawn = drawnBy(pages, lib);
  // What a repaired file lacks would be missing in what is sent.
  if (unlocked.plain.isRepaired && drawn?.pages.some(({ isIncomplete }) => isIncomplete) !== false) return fail('not-understood');
  const pdfium = await loadPdfium(by);
  const checked = { pages: pages.length, pdfium };
  if (bytes.byteLength <= 2 * bytesMax) {
    const faithful = unlocked.faithful();
    if (faithful !== null && faithful.bytes.byteLength <= bytesMax) return made(faithful.bytes, { ...checked, tools: ['qpdf'] });
  }
  if (hasAttachments) return fail('has-attachments');
  if (pages.length > PAGES_MAX) return fail('too-many-pages');
  if (streamBytes(document.context, lib) <= bytesMax) {
    const packed = unlocked.packed();
    if (packed !== null && packed.bytes.byteLength <= bytesMax) return made(packed.bytes, { ...checked, tools: ['qpdf'] });
  }
  if (drawn === null) return fail('still-too-large');
  return makeSmaller(document, { ...by, bytesMax, pages, drawn, lib, pdfium, plain: unlocked.plain.bytes });
}

type MakeSmaller = LadderDeps & {
  readonly bytesMax: number;
  readonly pages: readonly PdfPageNode[];
  readonly drawn: Drawn;
  readonly lib: PdfLib;
  readonly pdfium: Pdfium;
  readonly plain: Uint8Array;
};

async function makeSmaller(document: PDFDocument, by: MakeSmaller): Promise<Fitted> {
  const { pages, drawn, lib, pdfium, plain } = by;
  const pictures = reEncodable(document.context, { drawn, lib });
  if (!pictures.ok) return pictures;
  const checked = { pages: pages.length, pdfium };
  const shrunk = pictures.value.length === 0 ? null : await shrinkPictures(document, pictures.value, by);
  if (shrunk !== null) return made(shrunk, { ...checked, tools: ['jpeg', 'pdfium', 'qpdf', 'pdf'] });
  const file = pdfium.open(plain);
  if (typeof file === 'string' || file.pages !== pages.length) return fail('not-understood');
  if (!isScan({ nodes: pages, drawn: drawn.pages, file })) return fail('still-too-large');
  const rendered = await renderPages(file, by);
  return rendered.ok ? made(rendered.value, { ...checked, tools: ['jpeg', 'pdfium', 'qpdf', 'pdf'] }) : rendered;
}

type HowMade = { readonly pages: number; readonly tools: readonly Tool[]; readonly pdfium: Pdfium };

/** What was made has to open, with all pages. */
function made(bytes: Uint8Array, { pages, tools, pdfium }: HowMade): Fitted {
  const opened = pdfium.open(bytes);
  if (typeof opened === 'string' || opened.pages !== pages) return fail('not-understood');
  opened.close();
  return ok({ bytes, mediaType: 'application/pdf', pages, tools });
}
