import type { PDFDict, PDFDocument, PDFObject } from 'pdf-lib';
import type { PdfLib } from './pdf-lib.ts';

/** A page, with what it takes from the tree above it. */
export type PdfPageNode = {
  readonly dictionary: PDFDict;
  readonly resources: PDFDict | null;
  /** What is shown of it: left, bottom, right, top, in the units of the page; null if that is unknown. */
  readonly box: Box | null;
  /** The length of a unit in points. */
  readonly unit: number;
};
export type Box = readonly [left: number, bottom: number, right: number, top: number];

const INHERITED = ['Resources', 'MediaBox', 'CropBox'] as const;
type Inherited = Readonly<Partial<Record<(typeof INHERITED)[number], PDFObject>>>;

/** The pages in their order; null if the tree is damaged, for instance if it is no tree. */
export function pagesOf(document: PDFDocument, lib: PdfLib): readonly PdfPageNode[] | null {
  const { PDFName, PDFDict: Dictionary, PDFArray } = lib;
  const pages: PdfPageNode[] = [];
  const seen = new Set<PDFObject>();
  const root = document.catalog.lookup(PDFName.of('Pages'));
  const waiting: { readonly node: PDFObject | undefined; readonly above: Inherited }[] = [{ node: root, above: {} }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, above } = next;
    if (!(node instanceof Dictionary) || seen.has(node)) return null;
    seen.add(node);
    const own: Record<string, PDFObject> = { ...above };
    for (const key of INHERITED) {
      const value = node.lookup(PDFName.of(key));
      if (value !== undefined) own[key] = value;
    }
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids === undefined) pages.push(pageNode(node, own, lib));
    else if (kids instanceof PDFArray) {
      for (let at = kids.size() - 1; at >= 0; at -= 1) waiting.push({ node: kids.lookup(at), above: own });
    } else return null;
  }
  return pages;
}

function pageNode(dictionary: PDFDict, above: Inherited, lib: PdfLib): PdfPageNode {
  const { PDFName, PDFDict: Dictionary, PDFNumber } = lib;
  const [media, crop] = [boxOf(above.MediaBox, lib), boxOf(above.CropBox, lib)];
  const unit = dictionary.lookup(PDFName.of('UserUnit'));
  const cut = media !== null && crop !== null ? intersection(media, crop) : null;
  return {
    dictionary,
    resources: above.Resources instanceof Dictionary ? above.Resources : null,
    box: cut ?? media ?? crop,
    unit: unit instanceof PDFNumber && unit.asNumber() > 0 ? unit.asNumber() : 1,
  };
}

function boxOf(value: PDFObject | undefined, { PDFArray, PDFNumber }: PdfLib): Box | null {
  if (!(value instanceof PDFArray) || value.size() !== 4) return null;
  const numbers = [0, 1, 2, 3].map((at) => value.lookup(at)).flatMap((number) => (number instanceof PDFNumber ? [number.asNumber()] : []));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (numbers.length < 4 || !numbers.every(Number.isFinite)) return null;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function intersection(a: Box, b: Box): Box | null {
  const [left, bottom, right, top] = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return left < right && bottom < top ? [left, bottom, right, top] : null;
}
