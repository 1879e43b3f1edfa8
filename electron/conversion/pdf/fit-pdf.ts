import type { PDFContext, PDFDict, PDFDocument } from 'pdf-lib';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type BytesFault, COLOUR_PIXELS_MAX, type ConvertDeps, PAGES_MAX, PIXELS_MAX, POINTS_PER_INCH, rounded } from '../picture.ts';
import type { LadderDeps, Made } from '../size-ladder.ts';
import type { Tool } from '../tools.ts';
import { drawnBy } from './drawn-pictures.ts';
import { pagesOf } from './pages.ts';
import { decodedStream, dictionariesIn, filtersOf, loadPdfLib, openDocument, type PdfLib } from './pdf-lib.ts';
import { loadPdfium, type OpenedPdfium, type Pdfium, PdfiumMemoryError } from './pdfium.ts';
import type { Written } from './qpdf.ts';
import { type EmbeddedPicture, isWholeJpeg, reEncodable } from './re-encodable.ts';
import { isScan, oneColour, PAPER, type SeenPage, seenPages } from './scan.ts';
import { encodeJpeg, save, shrinkPictures, streamBytes } from './shrink-pictures.ts';
import { DPI_MIN, nextStep, type Step, STEPS } from './steps.ts';
import { needsItsProgram, withoutActions } from './without-actions.ts';
import { type Unlocked, withoutPassword } from './without-password.ts';
import { createInflate } from 'node:zlib';
import { type PdfPage, writePdf } from '../write-pdf.ts';

export type FitPdfDeps = LadderDeps & { readonly password: string | null };

type Fitted = Result<Made, BytesFault>;

/**
 * Makes a PDF without its password, and small enough to be sent, with as little loss as the limit allows: nothing is lost · pictures are encoded
 * anew · the pages of a scan become pictures. The same bytes, password and versions of the libraries give the same result. It throws nothing.
 */
export async function fitPdf(bytes: Uint8Array, deps: FitPdfDeps): Promise<Fitted> {
  try {
    const lib = await loadPdfLib();
    const unlocked = await withoutPassword(bytes, { ...deps, lib });
    if (!unlocked.ok) return unlocked;
    let loading: Promise<Pdfium> | null = null;
    const pdfium = (): Promise<Pdfium> => (loading ??= loadPdfium(deps));
    const how = { ...deps, bytesMax: deps.bytesMax ?? FILE_BYTES_SAFE, unlocked: unlocked.value, lib, pdfium };
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
async function withItsText(bytes: Uint8Array, deps: How): Promise<Fitted | TooLarge> {
  const { lib, pdfium, unlocked, bytesMax } = deps;
  const plain = unlocked.plain();
  if (plain === null) return fail('not-understood');
  const document = await openDocument(plain.bytes, lib);
  const { isSigned, hasAttachments } = untouchableIn(document.context, { bytes, lib });
  if (isSigned) return fail('signed');
  // Nothing is lost when a password is taken off; otherwise such a file stays as it is.
  if (hasAttachments && deps.password === null) return fail('has-attachments');
  const nodes = pagesOf(document, lib);
  if (nodes === null || nodes.length === 0) return fail('not-understood');
  // What a repaired file lacks would be missing in what is sent.
  const drawnByRepaired = plain.isRepaired ? drawnBy(nodes, lib) : null;
  if (plain.isRepaired && drawnByRepaired?.pages.some(({ isIncomplete }) => isIncomplete) !== false) return fail('not-understood');
  if (needsItsProgram(document, lib)) return fail('not-understood');
  const remarks = [...(await withoutItsActions(document, deps)), ...(plain.isRepaired ? ([{ kind: 'damaged' }] as const) : [])];
  const tools: Tools = { pages: nodes.length, tools: ['qpdf'], pdfium, remarks };
  // A password takes a few bytes for each object.
  const faithful = bytes.byteLength <= 2 * bytesMax ? within(unlocked.faithful(), bytesMax) : null;
  if (faithful !== null) return checkedResult(faithful, tools);
  if (hasAttachments) return fail('has-attachments');
  if (nodes.length > PAGES_MAX) return fail('too-many-pages');
  const packed = streamBytes(document.context, lib) <= bytesMax ? within(unlocked.packed(), bytesMax) : null;
  if (packed !== null) return checkedResult(packed, tools);
  const drawn = drawnByRepaired ?? drawnBy(nodes, lib);
  if (drawn === null) return fail('still-too-large');
  const found = reEncodable(document.context, { drawn, lib });
  if (!found.ok) return found;
  const pictures: EmbeddedPicture[] = [];
  for (const picture of found.value) if (await isWholePicture(picture, lib)) pictures.push(picture);
  const share = pictures.reduce((sum, { stream }) => sum + stream.contents.byteLength, 0) / streamBytes(document.context, lib);
  const shrunk = await shrinkPictures(document, pictures, { ...deps, pdfium: await pdfium() });
  if (shrunk !== null) return checkedResult(shrunk, { ...tools, tools: ALL_TOOLS });
  return { seen: seenPages(nodes, drawn.pages), firstStep: share > NEARLY_ALL ? STEPS.length - 1 : 0, remarks };
}

/** What has none stays as it is, and is not written by another library. */
async function withoutItsActions(document: PDFDocument, { unlocked, lib }: How): Promise<readonly Remark[]> {
  if (!withoutActions(document, lib)) return [];
  unlocked.replace(await save(document));
  return [{ kind: 'actions-removed' }];
}

async function asPictures({ seen, firstStep, remarks }: TooLarge, deps: How): Promise<Fitted> {
  const { unlocked } = deps;
  const pdfium = await deps.pdfium();
  const open = (index: number): OpenedPdfium => {
    const page = unlocked.page(index);
    const file = page === null ? 'not-understood' : pdfium.open(page.bytes);
    if (typeof file === 'string') throw new RangeError('no such page');
    return file;
  };
  if (!(await isScan(seen, { open, ...deps }))) return fail('still-too-large');
  const rendered = await renderPages({ seen, open, firstStep }, deps);
  return rendered.ok ? checkedResult(rendered.value, { ...deps, pages: seen.length, tools: ALL_TOOLS, remarks }) : rendered;
}

function within(written: Written | null, bytesMax: number): Uint8Array | null {
  return written !== null && written.bytes.byteLength <= bytesMax ? written.bytes : null;
}

/** What was made has to open, with all pages. */
async function checkedResult(bytes: Uint8Array, { pages, tools, remarks, pdfium }: Tools): Promise<Fitted> {
  const opened = (await pdfium()).open(bytes);
  if (typeof opened === 'string' || opened.pages !== pages) return fail('not-understood');
  opened.close();
  return ok({ bytes, mediaType: 'application/pdf', pages, tools, ...(remarks.length === 0 ? {} : { remarks }) });
}

/** Whether all rows of a picture are there. A decoder may make black of what is not. */
async function isWholePicture({ stream, width, height, samples }: EmbeddedPicture, lib: PdfLib): Promise<boolean> {
  const { contents, dict } = stream;
  const filters = filtersOf(dict, lib).join(' ');
  if (filters === 'DCTDecode') return isWholeJpeg(contents);
  return filters !== 'FlateDecode' || inflatesTo(contents, width * height * samples);
}

async function inflatesTo(bytes: Uint8Array, least: number): Promise<boolean> {
  const inflate = createInflate();
  inflate.end(bytes);
  let count = 0;
  try {
    for await (const chunk of inflate) {
      count += (chunk as Uint8Array).byteLength;
      if (count >= least) return true;
    }
  } catch {
    // Damaged, or cut off.
  }
  return false;
}

/** What a PDF has that a change of its bytes would break, or that a user would lose. */
type Untouchable = { readonly isSigned: boolean; readonly hasAttachments: boolean };

const ATTACHMENT_KEYS = ['EF', 'EmbeddedFiles'];
const XMP_BYTES_MAX = 4 * 1_048_576;

/** Looks at every object of the file, and for names that an object of an earlier version of the file may have, in its bytes. */
function untouchableIn(context: PDFContext, { bytes, lib }: { readonly bytes: Uint8Array; readonly lib: PdfLib }): Untouchable {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let isSigned = file.includes('/ByteRange');
  let hasAttachments = file.includes('/EmbeddedFile');
  for (const dictionary of dictionariesIn(context, lib)) {
    isSigned ||= isOfSignature(dictionary, lib);
    hasAttachments ||= isOfAttachment(dictionary, lib);
  }
  hasAttachments ||= isHybrid(context, lib);
  return { isSigned, hasAttachments };
}

function isOfSignature(dictionary: PDFDict, { PDFName, PDFNumber }: PdfLib): boolean {
  const [type, flags] = [dictionary.lookup(PDFName.of('Type')), dictionary.lookup(PDFName.of('SigFlags'))];
  return (
    dictionary.has(PDFName.of('ByteRange')) ||
    type === PDFName.of('Sig') ||
    type === PDFName.of('DocTimeStamp') ||
    (flags !== undefined && !(flags instanceof PDFNumber && flags.asNumber() === 0))
  );
}

function isOfAttachment(dictionary: PDFDict, { PDFName, PDFArray, PDFDict: Dictionary }: PdfLib): boolean {
  if (ATTACHMENT_KEYS.some((key) => dictionary.has(PDFName.of(key)))) return true;
  // A font or a picture may be called so, too.
  const files = dictionary.lookup(PDFName.of('AF'));
  const isFile = files instanceof Dictionary && files.lookup(PDFName.of('Type')) === PDFName.of('Filespec');
  return files instanceof PDFArray || isFile;
}

/** Whether the file calls itself PDF/A-3, whose purpose is embedded files. XMP that cannot be read counts as that. */
function isHybrid(context: PDFContext, lib: PdfLib): boolean {
  return context.enumerateIndirectObjects().some(([, object]) => {
    if (!(object instanceof lib.PDFRawStream) || object.dict.lookup(lib.PDFName.of('Type')) !== lib.PDFName.of('Metadata')) return false;
    const xmp = decodedStream(object, { lib, bytesMax: XMP_BYTES_MAX });
    if (xmp === null) return true;
    // Without the zero bytes, UTF-16 and UTF-32 read like UTF-8.
    const text = Buffer.from(xmp.filter((byte) => byte !== 0)).toString('latin1');
    return isPartThree(text);
  });
}

const PDF_A = /xmlns:([\w.-]+)\s*=\s*["']http:\/\/www\.aiim\.org\/pdfa\/ns\/id\/?["']/g;

function isPartThree(xmp: string): boolean {
  const prefixes = new Set(['pdfaid', ...[...xmp.matchAll(PDF_A)].map(([, prefix]) => prefix ?? '')]);
  return [...prefixes].some((prefix) =>
    new RegExp(String.raw`\b${prefix.replaceAll('.', String.raw`\.`)}:part\s*(?:=\s*["']|(?:\s[^>]*)?>)\s*3`).test(xmp),
  );
}

type RenderDeps = ConvertDeps & { readonly bytesMax: number };
/** The pages, and each of them, from 0, as a file of its own. */
type Pages = {
  readonly seen: readonly SeenPage[];
  readonly open: (index: number) => OpenedPdfium;
  /** Of the list of steps. */
  readonly firstStep: number;
};

const WHITE = 0xff_ff_ff;

/** Makes a PDF of pictures of the pages. What is text becomes a part of the picture, so this is for scans alone. */
async function renderPages(pages: Pages, deps: RenderDeps): Promise<Result<Uint8Array, 'too-many-pixels' | 'still-too-large'>> {
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
    const page = await renderPage(open(index), { isCovered, step, by });
    bytes += page.image.bytes.byteLength;
    pages.push(page);
    if (bytes > by.bytesMax) return { bytes: null, share: (pages.length / seen.length) * (by.bytesMax / bytes) };
  }
  return { bytes: await writePdf(pages), share: 1 };
}

type Render = { readonly isCovered: boolean; readonly step: Step; readonly by: RenderDeps };

async function renderPage(file: OpenedPdfium, { isCovered, step, by }: Render): Promise<PdfPage> {
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
