import type { PDFContext, PDFDict, PDFDocument } from 'pdf-lib';
import { FILE_BYTES_SAFE } from '#shared/contract/limits.ts';
import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { type BytesFault, PAGES_MAX } from '../picture.ts';
import type { LadderDeps, Made } from '../size-ladder.ts';
import type { Tool } from '../tools.ts';
import { drawnBy } from './drawn-pictures.ts';
import { pagesOf } from './pages.ts';
import { decodedStream, dictionariesIn, filtersOf, loadPdfLib, openDocument, type PdfLib } from './pdf-lib.ts';
import { loadPdfium, type OpenedPdfium, type Pdfium, PdfiumMemoryError } from './pdfium.ts';
import type { Written } from './qpdf.ts';
import { type EmbeddedPicture, isWholeJpeg, reEncodable } from './re-encodable.ts';
import { renderPages } from './render-pages.ts';
import { isScan, type SeenPage, seenPages } from './scan.ts';
import { save, shrinkPictures, streamBytes } from './shrink-pictures.ts';
import { STEPS } from './steps.ts';
import { needsItsProgram, withoutActions } from './without-actions.ts';
import { type Unlocked, withoutPassword } from './without-password.ts';
import { createInflate } from 'node:zlib';

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
