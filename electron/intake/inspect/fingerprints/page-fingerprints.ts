import { unreachable } from '#shared/lib/unreachable.ts';
import type { TakenKind } from '#shared/domain/item/problem.ts';
import type { PageFingerprint } from '#shared/domain/folder/page-fingerprint.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import type { ReadPdf } from '../pdf/pages.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import { checkUntidy } from '../pdf/objects/untidy.ts';
import type { Png } from '../pictures/png.ts';
import { pdfPageFingerprints } from './pdf-pages.ts';
import { bmpFingerprint, jpegFingerprint, pngFingerprint } from './pictures.ts';

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

/** What a person sees is in an XML form, or in the files of a portfolio: the pages of all such files only say which program is needed. */
function isElsewhere(file: PdfFile): boolean {
  const root = file.dictionary(file.trailer.entries.get('Root'))?.entries;
  return root?.has('Collection') === true || file.dictionary(root?.get('AcroForm'))?.entries.has('XFA') === true;
}
