import type { PageFingerprint } from '#shared/domain/folder/page-fingerprint.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { shownBy } from '../pdf/content.ts';
import { contentsOf, inheritedOf, resourcesOf } from '../pdf/pages.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { PdfDictionary, PdfValue } from '../pdf/pdf-values.ts';
import { Drawing } from './drawing.ts';
import { fieldValues } from './field-values.ts';
import { PageReader } from './page-reader.ts';
import { fingerprintOf } from './pictures.ts';

/** What each page draws: its description and what that names, unpacked. Null for a page that is not understood or draws nothing. */
export function pdfPageFingerprints(
  file: PdfFile,
  pages: readonly PdfDictionary[],
  budget: InspectBudget,
): readonly (PageFingerprint | null)[] {
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
