import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import { nameIn, type PdfDictionary, type PdfValue } from './pdf-values.ts';

export type Pages = {
  /** The pages that were read, in order. */
  readonly pages: readonly PdfDictionary[];
  /** `loop`: a node of the tree contains itself. `gap`: a node is missing. `none`: there is no tree, or it is empty. */
  readonly fault: 'loop' | 'gap' | 'none' | null;
  /** There are more pages than were read. */
  readonly isCut: boolean;
  /** Something counts as a page that is not written as one: the rest of another object may have its number. */
  readonly isOdd: boolean;
};

/** A file with its pages. `found`: where all objects were searched for, their streams. */
export type ReadPdf = { readonly file: PdfFile; readonly tree: Pages; readonly found?: readonly PdfStream[] };

/** Limit of nodes examined: pages and their parents. */
const PARTS_MAX = 256;

type Part = { readonly value: PdfValue; readonly within: ReadonlySet<number> };

/** The page tree (ISO 32000-2, 7.7.3), in page order and without recursion. */
export function pagesOf(file: PdfFile): Pages {
  const root = file.dictionary(file.trailer.entries.get('Root'))?.entries.get('Pages');
  const pages: PdfDictionary[] = [];
  let [isGap, isOdd] = [false, false];
  const open: Part[] = root === undefined ? [] : [{ value: root, within: new Set() }];
  for (let parts = 0; ; parts += 1) {
    const part = open.pop();
    if (part === undefined) break;
    if (parts >= PARTS_MAX) return { pages, fault: null, isCut: true, isOdd };
    const { value, within } = part;
    const object = value.kind === 'reference' ? value.object : -1;
    if (within.has(object)) return { pages, fault: 'loop', isCut: true, isOdd };
    const node = file.dictionary(value);
    const kids = node === null ? null : file.value(node.entries.get('Kids'));
    // Every viewer skips an object that exists but is not a node of the tree.
    if (node === null) isGap ||= !file.has(value);
    else if (kids?.kind !== 'array') {
      if (!isLeaf(node)) continue;
      isOdd ||= !isPage(node) || file.stream(value) !== null;
      pages.push(node);
    } else
      for (const kid of kids.values.slice(0, PARTS_MAX + 1).toReversed()) open.push({ value: kid, within: new Set([...within, object]) });
  }
  return { pages, fault: isGap ? 'gap' : pages.length === 0 ? 'none' : null, isCut: false, isOdd };
}

/** A node without kids is a page, unless its type says that it has kids. */
function isLeaf(node: PdfDictionary): boolean {
  return nameIn(node, 'Type') !== 'Pages';
}

const OF_PAGES = ['MediaBox', 'Contents', 'Resources'];

/** Whether a leaf is written as a page, or has at least what a page has. */
function isPage(node: PdfDictionary): boolean {
  return nameIn(node, 'Type') === 'Page' || OF_PAGES.some((key) => node.entries.has(key));
}

/** The content streams of a page as it names them: one, or a list. */
export function contentsOf(file: PdfFile, { entries }: PdfDictionary): readonly PdfValue[] {
  const said = entries.get('Contents');
  const read = file.value(said);
  return read?.kind === 'array' ? read.values : said === undefined ? [] : [said];
}

/** No page tree is deeper. */
const PARENTS_MAX = 10;

/** What a page may draw by name: its own resources, or those inherited from its parents. */
export function resourcesOf(file: PdfFile, page: PdfDictionary): PdfValue | undefined {
  return inheritedOf(file, page, 'Resources');
}

/** What a page says of itself, or the nearest of its parents that says it. */
export function inheritedOf(file: PdfFile, page: PdfDictionary, key: 'Resources' | 'MediaBox' | 'CropBox'): PdfValue | undefined {
  let node: PdfDictionary | null = page;
  for (let up = 0; node !== null && up < PARENTS_MAX; up += 1) {
    const said = node.entries.get(key);
    if (said !== undefined) return said;
    node = file.dictionary(node.entries.get('Parent'));
  }
  return undefined;
}
