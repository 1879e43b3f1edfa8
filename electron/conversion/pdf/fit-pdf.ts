import type { PDFDocument } from 'pdf-lib';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type BytesFault, PAGES_MAX } from '../picture.ts';
import type { LadderDeps, Made } from '../size-ladder.ts';
import type { Tool } from '../tools.ts';
import { drawnBy } from './drawn-pictures.ts';
import { isWholePicture } from './is-whole-picture.ts';
import { untouchableIn } from './never-touched.ts';
import { pagesOf } from './pages.ts';
import { loadPdfLib, openDocument, type PdfLib } from './pdf-lib.ts';
import { loadPdfium, type OpenedPdfium, type Pdfium, PdfiumMemoryError } from './pdfium.ts';
import type { Written } from './qpdf.ts';
import { type EmbeddedPicture, reEncodable } from './re-encodable.ts';
import { renderPages } from './render-pages.ts';
import { isScan, type SeenPage, seenPages } from './scan.ts';
import { save, shrinkPictures, streamBytes } from './shrink-pictures.ts';
import { STEPS } from './steps.ts';
import { needsItsProgram, withoutActions } from './without-actions.ts';
import { type Unlocked, withoutPassword } from './without-password.ts';

export type FitPdfDeps = LadderDeps & { readonly password: string | null };

type Fitted = Result<Made, BytesFault>;

/**
 * Makes a PDF without its password, and small enough to be sent, with as little loss as the limit allows: nothing is lost · pictures are encoded
 * anew · the pages of a scan become pictures. The same bytes, password and versions of the libraries give the same result. It throws nothing.
 */
export async function fitPdf(bytes: Uint8Array, by: FitPdfDeps): Promise<Fitted> {
  try {
    const lib = await loadPdfLib();
    const unlocked = await withoutPassword(bytes, { ...by, lib });
    if (!unlocked.ok) return unlocked;
    let loading: Promise<Pdfium> | null = null;
    const pdfium = (): Promise<Pdfium> => (loading ??= loadPdfium(by));
    const how = { ...by, bytesMax: by.bytesMax ?? FILE_BYTES_SAFE, unlocked: unlocked.value, lib, pdfium };
    const tried = await withItsText(bytes, how);
    return 'ok' in tried ? tried : await asPictures(tried, how);
  } catch (error) {
    // The libraries throw whatever they like at a damaged file.
    return fail(error instanceof PdfiumMemoryError ? 'too-many-pixels' : 'not-understood');
  }
}

type How = FitPdfDeps & { readonly bytesMax: number; readonly unlocked: Unlocked; readonly lib: PdfLib } & WithPdfium;
/** Loads it for the first that asks. */
type WithPdfium = { readonly pdfium: () => Promise<Pdfium> };
type Tools = WithPdfium & { readonly pages: number; readonly tools: readonly Tool[]; readonly remarks: readonly Remark[] };

/** Pages that are drawn are hardly smaller than their pictures that were encoded anew in vain: then only the last step may help. */
type TooLarge = { readonly seen: readonly SeenPage[]; readonly firstStep: number; readonly remarks: readonly Remark[] };
const NEARLY_ALL = 0.9;

const ALL_TOOLS: readonly Tool[] = ['qpdf', 'pdfium', 'vips', 'pdf'];

/** All ways that lose no text; what the pages look like if none is enough. The file that is read here is not needed for the rest, and may be large. */
async function withItsText(bytes: Uint8Array, by: How): Promise<Fitted | TooLarge> {
  const { lib, pdfium, unlocked, bytesMax } = by;
  const plain = unlocked.plain();
  if (plain === null) return fail('not-understood');
  const document = await openDocument(plain.bytes, lib);
  const { isSigned, hasAttachments } = untouchableIn(document.context, { bytes, lib });
  if (isSigned) return fail('signed');
  // Nothing is lost when a password is taken off; otherwise such a file stays as it is.
  if (hasAttachments && by.password === null) return fail('has-attachments');
  const nodes = pagesOf(document, lib);
  if (nodes === null || nodes.length === 0) return fail('not-understood');
  // What a repaired file lacks would be missing in what is sent.
  const drawnByRepaired = plain.isRepaired ? drawnBy(nodes, lib) : null;
  if (plain.isRepaired && drawnByRepaired?.pages.some(({ isIncomplete }) => isIncomplete) !== false) return fail('not-understood');
  if (needsItsProgram(document, lib)) return fail('not-understood');
  const remarks = [...(await withoutItsActions(document, by)), ...(plain.isRepaired ? ([{ kind: 'damaged' }] as const) : [])];
  const tools: Tools = { pages: nodes.length, tools: ['qpdf'], pdfium, remarks };
  // A password takes a few bytes for each object.
  const faithful = bytes.byteLength <= 2 * bytesMax ? within(unlocked.faithful(), bytesMax) : null;
  if (faithful !== null) return made(faithful, tools);
  if (hasAttachments) return fail('has-attachments');
  if (nodes.length > PAGES_MAX) return fail('too-many-pages');
  const packed = streamBytes(document.context, lib) <= bytesMax ? within(unlocked.packed(), bytesMax) : null;
  if (packed !== null) return made(packed, tools);
  const drawn = drawnByRepaired ?? drawnBy(nodes, lib);
  if (drawn === null) return fail('still-too-large');
  const found = reEncodable(document.context, { drawn, lib });
  if (!found.ok) return found;
  const pictures: EmbeddedPicture[] = [];
  for (const picture of found.value) if (await isWholePicture(picture, lib)) pictures.push(picture);
  const share = pictures.reduce((sum, { stream }) => sum + stream.contents.byteLength, 0) / streamBytes(document.context, lib);
  const shrunk = await shrinkPictures(document, pictures, { ...by, pdfium: await pdfium() });
  if (shrunk !== null) return made(shrunk, { ...tools, tools: ALL_TOOLS });
  return { seen: seenPages(nodes, drawn.pages), firstStep: share > NEARLY_ALL ? STEPS.length - 1 : 0, remarks };
}

/** What has none stays as it is, and is not written by another library. */
async function withoutItsActions(document: PDFDocument, { unlocked, lib }: How): Promise<readonly Remark[]> {
  if (!withoutActions(document, lib)) return [];
  unlocked.replace(await save(document));
  return [{ kind: 'actions-removed' }];
}

async function asPictures({ seen, firstStep, remarks }: TooLarge, by: How): Promise<Fitted> {
  const { unlocked } = by;
  const pdfium = await by.pdfium();
  const open = (index: number): OpenedPdfium => {
    const page = unlocked.page(index);
    const file = page === null ? 'not-understood' : pdfium.open(page.bytes);
    if (typeof file === 'string') throw new RangeError('no such page');
    return file;
  };
  if (!(await isScan(seen, { open, ...by }))) return fail('still-too-large');
  const rendered = await renderPages({ seen, open, firstStep }, by);
  return rendered.ok ? made(rendered.value, { ...by, pages: seen.length, tools: ALL_TOOLS, remarks }) : rendered;
}

function within(written: Written | null, bytesMax: number): Uint8Array | null {
  return written !== null && written.bytes.byteLength <= bytesMax ? written.bytes : null;
}

/** What was made has to open, with all pages. */
async function made(bytes: Uint8Array, { pages, tools, remarks, pdfium }: Tools): Promise<Fitted> {
  const opened = (await pdfium()).open(bytes);
  if (typeof opened === 'string' || opened.pages !== pages) return fail('not-understood');
  opened.close();
  return ok({ bytes, mediaType: 'application/pdf', pages, tools, ...(remarks.length === 0 ? {} : { remarks }) });
}
