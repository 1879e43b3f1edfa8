import { unreachable } from '#shared/lib/unreachable.ts';
import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import type { PageFingerprint } from '#shared/domain/folder/inspected.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { contentsOf, inheritedOf, type ReadPdf, resourcesOf } from '../pdf/pages.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { checkUntidy } from '../pdf/objects/untidy.ts';
import type { Png } from '../pictures/png.ts';
import { bmpFingerprint, fingerprintOf, jpegFingerprint, pngFingerprint, shortText } from './pictures.ts';
import { shownBy } from '../pdf/content.ts';
import { nameIn, type PdfDictionary, type PdfValue } from '../pdf/pdf-values.ts';
import { Drawing } from './drawing.ts';
import { PageReader } from './page-reader.ts';

export type ToFingerprint = {
  readonly type: TakenKind;
  readonly bytes: Uint8Array;
  /** Of a PDF; null if it could not be read. */
  readonly read?: ReadPdf | null;
  /** Of a PNG. */
  readonly png?: Png | null;
};

/**
 * What each page of a file draws, as a number that other bytes of the same pages have as well (C51): a file that was saved again, annotated, unlocked,
 * merged or split keeps it. In page order; null for a page that is not understood, draws nothing, or costs more than is counted for it. A picture is one page;
 * a PDF of which not all pages are known has none.
 */
export function pageFingerprints(
  { type, bytes, read = null, png = null }: ToFingerprint,
  budget: InspectBudget,
): readonly (PageFingerprint | null)[] {
  switch (type) {
    case 'pdf':
      return read === null ? [] : ofPdf(read, budget);
    case 'jpeg':
      return [jpegFingerprint(bytes)];
    case 'png':
      return [png === null ? null : pngFingerprint(png, budget)];
    case 'bmp':
      return [bmpFingerprint(bytes)];
    default:
      return unreachable(type);
  }
}

function ofPdf({ file, tree }: ReadPdf, budget: InspectBudget): readonly (PageFingerprint | null)[] {
  if (!file.isAstray()) return ofTree({ file, tree }, budget);
  const found = checkUntidy(file.text, Math.max(0, file.text.indexOf('%PDF-')), budget).read;
  return found === null ? [] : ofTree(found, budget);
}

function ofTree({ file, tree }: ReadPdf, budget: InspectBudget): readonly (PageFingerprint | null)[] {
  const isUnknown = tree.isCut || tree.fault !== null || file.isLocked() || isElsewhere(file);
  return isUnknown ? [] : pdfPageFingerprints(file, tree.pages, budget);
}

/** What a user sees is in an XML form, or in the files of a portfolio: the pages of all such files only say which program is needed. */
function isElsewhere(file: PdfFile): boolean {
  const root = file.dictionary(file.trailer.entries.get('Root'))?.entries;
  return root?.has('Collection') === true || file.dictionary(root?.get('AcroForm'))?.entries.has('XFA') === true;
}

/** What each page draws: its description and what that names, unpacked. Null for a page that is not understood or draws nothing. */
function pdfPageFingerprints(file: PdfFile, pages: readonly PdfDictionary[], budget: InspectBudget): readonly (PageFingerprint | null)[] {
  const reader = new PageReader(file, budget);
  const drawing = new Drawing(reader);
  return pages.map((page) => {
    reader.nextPage();
    return pageFingerprint(page, reader, drawing);
  });
}

function pageFingerprint(page: PdfDictionary, reader: PageReader, drawing: Drawing): PageFingerprint | null {
  const { file } = reader;
  const parts = contentsOf(file, page).map((part) => file.stream(part));
  if (parts.length === 0 || parts.includes(null)) return null;
  const content = drawing.content(parts.filter((part) => part !== null));
  const fields = fieldValues(page, reader);
  if (content === null || (fields.length === 0 && isEmpty(content))) return null;
  const drawn = drawing.drawn(content, resourcesOf(file, page));
  const seen = seenPart(page, reader);
  return reader.isUnsure() ? null : fingerprintOf('pdf page', [seen, ...drawn, ...fields]);
}

type Box = readonly [left: number, low: number, right: number, high: number];

/** Where nothing else is said. */
const LETTER: Box = [0, 0, 612, 792];

/** Two pages may show two parts of one drawing. In whole points, since programs round. */
function seenPart(page: PdfDictionary, reader: PageReader): string {
  const [left, low, right, high] = boxOf(inheritedOf(reader.file, page, 'MediaBox'), reader) ?? LETTER;
  const crop = boxOf(inheritedOf(reader.file, page, 'CropBox'), reader) ?? [left, low, right, high];
  const seen = [Math.max(left, crop[0]), Math.max(low, crop[1]), Math.min(right, crop[2]), Math.min(high, crop[3])];
  return seen.map(Math.round).join(' ');
}

/** Any two opposite corners may be said. */
function boxOf(said: PdfValue | undefined, reader: PageReader): Box | null {
  const value = reader.value(said);
  const numbers = (value?.kind === 'array' ? value.values : []).map((one) => reader.value(one));
  const [x1, y1, x2, y2] = numbers.map((one) => (one?.kind === 'number' ? one.value : null));
  if (x1 == null || y1 == null || x2 == null || y2 == null) return null;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** A content this short is looked at, whether it draws anything: an empty page needs a hundred. */
const LOOKED_AT_BYTES = 1_024;

/** Whether a page draws nothing at all, as far as that is easily seen. */
function isEmpty(content: Buffer): boolean {
  if (content.byteLength > LOOKED_AT_BYTES) return false;
  const shown = shownBy(content);
  return shown !== null && shown.pictures.length === 0 && !shown.hasHiddenText;
}

/** No form nests its fields deeper. */
const FIELD_PARENTS_MAX = 8;

/**
 * What is filled in, and where: of all annotations, only the fields of a form belong to the paper. Programs draw them anew, so their values
 * count.
 */
function fieldValues(page: PdfDictionary, reader: PageReader): readonly string[] {
  const annotations = reader.value(page.entries.get('Annots'));
  const values: string[] = [];
  for (const one of annotations?.kind === 'array' ? annotations.values : []) {
    if (!reader.count()) return [];
    const widget = reader.dictionary(one);
    const value = widget !== null && nameIn(widget, 'Subtype') === 'Widget' ? fieldValue(widget, reader) : null;
    if (reader.isUnsure()) return [];
    if (widget === null || value === null) continue;
    values.push(`${cornerOf(widget, reader)} ${shortText(value)}`);
  }
  // Their texts are encrypted one by one.
  return values.length > 0 && reader.file.trailer.entries.has('Encrypt') ? reader.unsure([]) : values;
}

/** Of a field, or of the one that it belongs to. Null if nothing is filled in. */
function fieldValue(widget: PdfDictionary, reader: PageReader): string | null {
  let field: PdfDictionary | null = widget;
  for (let up = 0; field !== null && up < FIELD_PARENTS_MAX; up += 1) {
    const said = field.entries.get('V');
    const text = said === undefined ? null : saidText(said, widget, reader);
    if (text !== null) return text;
    field = reader.dictionary(field.entries.get('Parent'));
  }
  return null;
}

/** A signature is a dictionary: it draws nothing that belongs to the paper. */
function saidText(said: PdfValue, widget: PdfDictionary, reader: PageReader): string | null {
  const stream = reader.file.stream(said);
  if (stream !== null) return readText(reader.decoded(stream)?.bytes.toString('latin1') ?? '', reader);
  const value = reader.value(said);
  if (value?.kind === 'string') return value.bytes === '' ? null : readText(value.bytes, reader);
  if (value?.kind === 'name') return `/${nameIn(widget, 'AS') ?? value.text}`;
  if (value?.kind === 'number') return String(value.value);
  if (value?.kind !== 'array') return null;
  // Several that are chosen from a list.
  return JSON.stringify(value.values.map((one) => (one.kind === 'string' ? readText(one.bytes, reader) : '')));
}

/** To read a letter costs as much as so many bytes. */
const LETTER_COST = 16;

function readText(bytes: string, reader: PageReader): string {
  return reader.countBytes(bytes.length * LETTER_COST) ? textOf(bytes) : '';
}

/** Two equal values in two fields are not the same. */
function cornerOf(widget: PdfDictionary, reader: PageReader): string {
  const box = reader.value(widget.entries.get('Rect'));
  const corner = box?.kind === 'array' ? box.values.slice(0, 2) : [];
  return corner.map((one) => (one.kind === 'number' ? Math.round(one.value) : '')).join(' ');
}

/** Characters of PDFDocEncoding that Latin-1 has at other codes (ISO 32000-2, D.3), from these codes on. */
const DOC_ENCODING: readonly (readonly [number, string])[] = [
  [0x18, '˘ˇˆ˙˝˛˚˜'],
  [0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'],
  [0xa0, '€'],
];

/** Programs write the same text in any of the three encodings (ISO 32000-2, 7.9.2.2). */
function textOf(bytes: string): string {
  const raw = Buffer.from(bytes, 'latin1');
  if (bytes.startsWith('\xef\xbb\xbf')) return raw.toString('utf8', 3);
  if (bytes.startsWith('\xfe\xff'))
    return raw
      .subarray(2, 2 + 2 * Math.floor((raw.byteLength - 2) / 2))
      .swap16()
      .toString('utf16le');
  return Array.from(bytes, docCharacter).join('');
}

function docCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const [from, characters] = DOC_ENCODING.findLast(([first]) => first <= code) ?? [0, ''];
  return characters[code - from] ?? character;
}
