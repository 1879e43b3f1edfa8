import type { InspectBudget } from './inspect-budget.ts';
import { PdfText } from './pdf-text.ts';
import { type PdfDictionary, pdfDictionary, type PdfValue } from './pdf-values.ts';

export type PdfStream = {
  readonly dictionary: PdfDictionary;
  /** All that stands before its bytes, read or not. */
  readonly head: string;
  readonly bytes: Uint8Array;
};

export type PdfObjects = {
  /** All of them, in whatever order. */
  readonly pages: readonly PdfDictionary[];
  /** Given as it stands, or by a reference. */
  dictionary(value: PdfValue | undefined): PdfDictionary | null;
  stream(value: PdfValue | undefined): PdfStream | null;
};

/** Places that look like the beginning of an object and are none: words of a page. What has more of them is no empty page. */
const LOOKALIKES_MAX = 4_000;
const PAGES_MAX = 100;
const NODES_MAX = 200;
const PART_OF_TREE = /\/Type\s*\/Pages?(?![A-Za-z0-9])/;
/** Dictionaries that we look at are shorter. */
const HEAD_MAX = 4_096;
/** A length that stands by itself, and the end of its object. */
const NUMBER_MAX = 32;
/** `12 0` before `obj`. */
const NUMBERS_MAX = 17;

/**
 * The objects of a PDF, where all of them lie open and none was changed later; null for every other, which is not understood. Each
 * is looked for and not looked up: a table of offsets that is wrong shows nothing that is not there. Each is read once.
 */
export function pdfObjects(bytes: Uint8Array, budget: InspectBudget): PdfObjects | null {
  const text = new PdfText(bytes);
  const starts = startsOf(text, budget);
  if (starts === null) return null;
  const at = (value: PdfValue | undefined): number | null => (value?.kind === 'reference' ? (starts.get(value.object) ?? null) : null);
  const dictionaryAt = once((start: number) => readDictionary(text, start, budget));
  const dictionary = (value: PdfValue | undefined): PdfDictionary | null => {
    const start = at(value);
    return start !== null ? dictionaryAt(start) : value?.kind === 'dictionary' ? value : null;
  };
  const lengthOf = (value: PdfValue | undefined): number | null => {
    if (value?.kind === 'number') return value.value;
    const start = at(value);
    const said = start === null ? null : /^\s{0,4}(\d{1,10})\s{1,4}endobj/.exec(text.slice(start, start + NUMBER_MAX));
    return said === null ? null : Number(said[1]);
  };
  const streamAt = once((start: number): PdfStream | null => {
    const read = dictionaryAt(start);
    const length = lengthOf(read?.entries.get('Length'));
    return read === null || length === null ? null : readStream(text, start, { dictionary: read, length });
  });
  const stream = (value: PdfValue | undefined): PdfStream | null => {
    const start = at(value);
    return start === null ? null : streamAt(start);
  };
  // Few of the objects are parts of the tree; the others need not be read.
  const nodes = [...starts].filter(([, start]) => PART_OF_TREE.test(text.slice(start, start + HEAD_MAX)));
  const pages =
    nodes.length > NODES_MAX ? null : pagesOf(nodes.flatMap(([object]) => dictionary({ kind: 'reference', object, generation: 0 }) ?? []));
  return pages === null ? null : { pages, dictionary, stream };
}

/** The same answer to the same question without a second look. */
function once<Answer>(read: (start: number) => Answer): (start: number) => Answer {
  const known = new Map<number, Answer>();
  return (start) => {
    const before = known.get(start);
    if (before !== undefined) return before;
    const answer = read(start);
    known.set(start, answer);
    return answer;
  };
}

function readDictionary(text: PdfText, start: number, budget: InspectBudget): PdfDictionary | null {
  if (!/^\s{0,16}<</.test(text.slice(start, start + 18))) return null;
  const read = pdfDictionary(text.bytes, { from: start, most: HEAD_MAX, budget });
  return read === 'too-much' ? null : read;
}

function readStream(text: PdfText, start: number, of: { readonly dictionary: PdfDictionary; readonly length: number }): PdfStream | null {
  const [head, mark] = headOf(text.slice(start, start + HEAD_MAX));
  if (head === null) return null;
  const from = start + head.length + mark;
  const to = from + of.length;
  if (!/^\s{0,4}endstream/.test(text.slice(to, to + 16))) return null;
  return { dictionary: of.dictionary, head, bytes: text.bytes.subarray(from, to) };
}

/** Behind `obj`, by number; null where there are too many, or one is there twice. */
function startsOf(text: PdfText, budget: InspectBudget): ReadonlyMap<number, number> | null {
  const starts = new Map<number, number>();
  let left = LOOKALIKES_MAX;
  for (let at = text.indexOf(' obj'); at >= 0; at = text.indexOf(' obj', at + 4)) {
    left -= 1;
    if (left < 0) return null;
    const number = /(?<!\d)(\d{1,10}) \d{1,5}$/.exec(text.slice(Math.max(0, at - NUMBERS_MAX), at))?.[1];
    if (number === undefined || /[A-Za-z0-9]/.test(text.slice(at + 4, at + 5))) continue;
    if (starts.has(Number(number)) || !budget.spend('objects', 1)) return null;
    starts.set(Number(number), at + 4);
  }
  return starts;
}

/** As many as the root of the tree says that there are; else one of them lies where we do not see it. */
function pagesOf(nodes: readonly PdfDictionary[]): readonly PdfDictionary[] | null {
  const of = (type: string) =>
    nodes.filter(({ entries }) => {
      const value = entries.get('Type');
      return value?.kind === 'name' && value.text === type;
    });
  const [root, ...more] = of('Pages').filter(({ entries }) => !entries.has('Parent'));
  const pages = of('Page');
  const count = root?.entries.get('Count');
  if (more.length > 0 || count?.kind !== 'number' || count.value !== pages.length) return null;
  return pages.length > 0 && pages.length <= PAGES_MAX ? pages : null;
}

/** What stands before the bytes of a stream, and how long the mark is that begins them. */
function headOf(text: string): readonly [head: string | null, mark: number] {
  const found = /stream(?:\r\n|\n)/.exec(text);
  if (found === null || text.slice(0, found.index).includes('endobj')) return [null, 0];
  return [text.slice(0, found.index), found[0].length];
}
