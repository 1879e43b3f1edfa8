import type { InspectBudget } from '../inspect-budget.ts';
import { zeroRuns } from '../zero-runs.ts';
import { crossReference, type CrossReference } from './objects/cross-reference.ts';
import { foundObjects } from './objects/found-objects.ts';
import { holeIn } from './hole.ts';
import { lockOf } from './lock.ts';
import { pagesOf, type ReadPdf } from './pages.ts';
import { pdfFile } from './pdf-file.ts';
import { PdfText } from './pdf-text.ts';
import { checkUntidy } from './objects/untidy.ts';
import type { CheckedPdf } from './checked-pdf.ts';

/**
 * Whether a PDF is whole, opens without a password and has a page (C40). *Tidy*: its cross-reference leads to its pages. If not, its objects
 * are searched for, as every viewer does; then all that its pages draw must be there and unpack.
 */
export function checkPdf(bytes: Uint8Array, budget: InspectBudget): CheckedPdf {
  const text = new PdfText(bytes);
  const headerAt = text.indexOf('%PDF-');
  if (headerAt < 0) return { fault: 'damaged', read: null };
  const endAt = endOf(text, budget);
  if (endAt === 'begun') return { fault: 'damaged', read: null };
  if (endAt === 'updated') return { fault: 'not-understood', read: null };
  const tidy = endAt === null ? null : tidyFile(text, { headerAt, endAt }, budget);
  if (tidy === 'too-much') return { fault: 'not-understood', read: null };
  const checked = tidy === null ? checkUntidy(text, headerAt, budget) : checkTidy(tidy, budget);
  if (checked.fault === 'damaged') return checked;
  const runs = zeroRuns(bytes).filter(({ from }) => from < (endAt ?? text.length));
  if (runs.length === 0) return checked;
  const hole = holeIn(
    text,
    { headerAt, runs, table: tidy?.table ?? null, isLocked: checked.read?.file.trailer.entries.has('Encrypt') === true },
    budget,
  );
  // Damage takes precedence over any other fault.
  return hole === null || (hole === 'not-understood' && checked.fault !== null) ? checked : { ...checked, fault: hole };
}

type Tidy = ReadPdf & { readonly table: CrossReference };

/** Null if the cross-reference does not lead to the pages. */
function tidyFile(
  text: PdfText,
  at: { readonly headerAt: number; readonly endAt: number },
  budget: InspectBudget,
): Tidy | 'too-much' | null {
  const startxref = startxrefOf(text, at.endAt);
  if (startxref === null || startxref >= at.endAt) return null;
  const table = crossReference(text, { headerAt: at.headerAt, startxref }, budget);
  if (table === null || table === 'too-much') return table;
  const file = pdfFile(text, table, budget);
  const tree = pagesOf(file);
  const { fault, pages } = tree;
  const isRoot = file.dictionary(file.trailer.entries.get('Root')) !== null;
  const isRight = !file.isAstray() && fault !== 'gap' && (fault !== 'none' || isRoot);
  return isRight || file.isTooMuch() || file.isHidden() || (fault === 'loop' && pages.length > 0) ? { file, tree, table } : null;
}

function checkTidy(read: ReadPdf, budget: InspectBudget): CheckedPdf {
  const lock = lockOf(read, budget);
  if (lock !== null) return { fault: lock, read };
  const { fault } = read.tree;
  if (read.file.isTooMuch() || read.file.isHidden() || fault === null) return { fault: null, read };
  return { fault: fault === 'none' ? 'blank' : 'damaged', read };
}

/**
 * Position of the last `%%EOF`; null if there is none, or an update with objects follows it; `begun` if only the beginning of an object
 * follows; `updated` if the beginning of a table does, as of an update without objects. What a portal or a mail program appends is text, and
 * what a disk had in its last block before may contain objects, but does not begin with one.
 */
function endOf(text: PdfText, budget: InspectBudget): number | 'begun' | 'updated' | null {
  const at = text.lastIndexOf('%%EOF', text.length);
  if (at < 0) return null;
  const behind = at + '%%EOF'.length;
  // Most files end here; some programs pad them to a whole block with zeros.
  const to = text.endOfContent(behind);
  if (to === behind) return at;
  const isBegun = /^\s*\d{1,10} \d{1,5} ?(o(bj?)?)?$/.test(text.slice(behind, Math.min(to, behind + 64)));
  if (isBegun) return 'begun';
  const tail = text.slice(behind, Math.min(to, behind + TAIL_BYTES));
  if (UPDATE_OF_OBJECTS.test(tail)) return null;
  if (UPDATE_OF_TABLE.test(tail)) return /startxref\s+\d/.test(tail) ? at : 'updated';
  return to - behind > TAIL_BYTES && foundObjects(text, behind, budget).length > 0 ? null : at;
}

/** A disk's last block is shorter. */
const TAIL_BYTES = 65_536;
/** Comments may stand before it. */
const UPDATE_OF_OBJECTS = /^(?:\s|%[^\r\n]*[\r\n])*\d{1,10}\s{1,4}\d{1,5}\s{1,4}obj\b/;
const UPDATE_OF_TABLE = /^(?:\s|%[^\r\n]*[\r\n])*x(?:r(?:e(?:f(?:\s[^]*)?)?)?)?$/;

/** The offset in the last `startxref`. */
function startxrefOf(text: PdfText, endAt: number): number | null {
  const keyAt = text.lastIndexOf('startxref', endAt);
  const said = keyAt < 0 ? undefined : /^startxref\s{1,32}(\d{1,15})\b/.exec(text.slice(keyAt, keyAt + 64))?.[1];
  return said === undefined ? null : Number(said);
}
