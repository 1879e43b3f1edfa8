import type { InspectBudget } from '../inspect-budget.ts';
import { isPdfPictureBlank } from './pdf-picture.ts';
import { shownBy } from './content.ts';
import { contentsOf, type ReadPdf, resourcesOf } from './pages.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import { nameIn, type PdfDictionary } from './pdf-values.ts';
import { filtersOf, unpacked } from './unpacked.ts';

/** Content that draws nothing, or a picture, takes a few hundred bytes; with invisible text, some thousand. */
const CONTENT_BYTES_MAX = 16_384;
const CONTENTS_MAX = 8;
const PAGES_MAX = 100;
/** A scan may be stored in strips. */
const PICTURES_MAX = 64;
/** Catalogue entries that put something on a page from elsewhere, or are documents beside the pages. */
const BESIDE = ['AcroForm', 'AF', 'Collection'];

/**
 * Whether a PDF shows nothing: each page draws nothing at all, or only blank pictures, as scanners produce from a sheet fed the wrong way
 * round. Whatever is not understood counts as something, and is sent. So does a page without any content: no scanner produces one, and an
 * empty page description is no reason to ask.
 */
export function isBlankPdf({ file, tree }: ReadPdf, budget: InspectBudget): boolean {
  const { pages, fault, isCut } = tree;
  if (fault !== null || isCut || pages.length > PAGES_MAX || file.trailer.entries.has('Encrypt')) return false;
  // A letterhead, or the sheet between two scans, is the same picture on many pages.
  const looked = new Map<PdfStream, boolean>();
  const isBlank = (picture: PdfStream): boolean => {
    const isKnown = looked.get(picture) ?? isPdfPictureBlank(picture, file, budget);
    looked.set(picture, isKnown);
    return isKnown;
  };
  // `isMoreBeside` comes last, since nearly all files have something visible on their first page.
  return pages.every((page) => isEmpty(page, { file, budget, isBlank })) && !isMoreBeside(file);
}

function isMoreBeside(file: PdfFile): boolean {
  const root = file.dictionary(file.trailer.entries.get('Root'));
  const names = file.dictionary(root?.entries.get('Names'));
  return root === null || BESIDE.some((name) => root.entries.has(name)) || names?.entries.has('EmbeddedFiles') === true;
}

type Deps = { readonly file: PdfFile; readonly budget: InspectBudget; isBlank(picture: PdfStream): boolean };

function isEmpty(page: PdfDictionary, deps: Deps): boolean {
  if (page.entries.has('Annots') || page.entries.has('AF')) return false;
  const content = contentOf(page, deps);
  const shown = content === null ? null : shownBy(content);
  if (shown === null || shown.pictures.length > PICTURES_MAX) return false;
  // Type 3 fonts draw each letter, whatever the text rendering mode.
  if (shown.hasHiddenText && hasDrawnLetters(page, deps)) return false;
  const named = resourceOf(page, 'XObject', deps);
  const pictures = shown.pictures.map((name) => deps.file.stream(named?.entries.get(name)));
  return isOneScan(pictures) && pictures.every((picture) => picture !== null && deps.isBlank(picture));
}

/** Strips of one scan have the same width; pictures of other widths may be boxes. */
function isOneScan(pictures: readonly (PdfStream | null)[]): boolean {
  const widths = pictures.map((picture) => {
    const width = picture?.dictionary.entries.get('Width');
    return width?.kind === 'number' ? width.value : null;
  });
  return widths.every((width) => width === widths[0]);
}

/** The page's content streams, joined; null if there are none, or too many, or they cannot be read. */
function contentOf(page: PdfDictionary, { file, budget }: Deps): Buffer | null {
  const parts = contentsOf(file, page);
  if (parts.length === 0 || parts.length > CONTENTS_MAX) return null;
  const words: Buffer[] = [];
  for (const part of parts) {
    const word = plain(file.stream(part), budget);
    if (word === null) return null;
    words.push(word, Buffer.from('\n'));
  }
  return Buffer.concat(words);
}

/** Spends both the packed and the unpacked bytes. */
function plain(stream: PdfStream | null, budget: InspectBudget): Buffer | null {
  if (stream === null || (filtersOf(stream.dictionary)?.length ?? 2) > 1) return null;
  if (stream.bytes.byteLength > CONTENT_BYTES_MAX || !budget.spend('contentBytes', stream.bytes.byteLength)) return null;
  const made = unpacked(stream, budget, 'values', CONTENT_BYTES_MAX);
  return Buffer.isBuffer(made) && budget.spend('contentBytes', made.byteLength) ? made : null;
}

function hasDrawnLetters(page: PdfDictionary, deps: Deps): boolean {
  const fonts = resourceOf(page, 'Font', deps);
  return [...(fonts?.entries.values() ?? [])].some((font) => {
    const read = deps.file.dictionary(font);
    return read !== null && nameIn(read, 'Subtype') === 'Type3';
  });
}

function resourceOf(page: PdfDictionary, kind: 'XObject' | 'Font', { file }: Deps): PdfDictionary | null {
  return file.dictionary(file.dictionary(resourcesOf(file, page))?.entries.get(kind));
}
