import type { InspectBudget } from '../../inspect-budget.ts';
import { endOfStream, type PdfStream } from '../pdf-stream.ts';
import type { PdfText } from '../pdf-text.ts';
import { type PdfValue, pdfValue } from '../pdf-values.ts';
import { unpacked } from '../unpacked.ts';

/** An object as found in the file. `end`: position after `endobj`, null if that is missing. */
export type FoundObject = {
  readonly number: number;
  /** Position after its `obj`. */
  readonly from: number;
  readonly stream: { readonly from: number; readonly to: number } | null;
  readonly end: number | null;
};

/** Room for the two numbers before `obj`, such as `12 0`. */
const NUMBERS_MAX = 24;
/** How far before `stream` its `/Length` is looked for; if it is farther away, the stream ends at the next `endstream`. */
const HEAD_MAX = 4_096;

/** All objects in file order, whatever the cross-reference says. One pass; matches inside streams do not count. */
export function foundObjects(text: PdfText, from: number, budget: InspectBudget): readonly FoundObject[] | 'too-much' {
  const found: FoundObject[] = [];
  const [nextEnd, nextStream] = [wordsOf(text, 'endobj'), wordsOf(text, 'stream')];
  for (let at = text.indexOf('obj', from); at >= 0; ) {
    const number = numberBefore(text, at);
    if (number === null) {
      at = text.indexOf('obj', at + 3);
      continue;
    }
    if (!budget.spend('objects', 1)) return 'too-much';
    const begins = at + 3;
    const ends = nextEnd(begins);
    const stream = streamIn(text, begins, { word: nextStream(begins), ends });
    const following = text.indexOf('obj', stream === null ? begins : stream.to);
    const end = nextEnd(stream === null ? begins : stream.to);
    // Without its own `endobj` it extends to the next object.
    const isEnded = end < text.length && (following < 0 || end <= following);
    found.push({
      number,
      from: begins,
      stream: stream === null ? null : { from: stream.from, to: stream.to },
      end: isEnded ? end + 6 : null,
    });
    at = following;
  }
  return found;
}

/** The number of the object whose `obj` is at `at`; null if that is not an object. */
function numberBefore(text: PdfText, at: number): number | null {
  if (isLetterOrDigit(text.codeAt(at + 3))) return null;
  const said = /(?<!\d)(\d{1,10})\s{1,4}\d{1,5}\s{1,4}$/.exec(text.slice(at - NUMBERS_MAX, at))?.[1];
  return said === undefined ? null : Number(said);
}

type Near = { readonly word: number; readonly ends: number };

/** The object's stream, if its first `stream` keyword comes before its `endobj`. Without `endstream` it extends to the end of the file. */
function streamIn(text: PdfText, from: number, { word, ends }: Near): { readonly from: number; readonly to: number } | null {
  if (word >= ends || !/>\s{0,16}$/.test(text.slice(Math.max(from, word - 20), word))) return null;
  const mark = /^stream(?:[ \t]{0,8}\r?\n|\r)?/.exec(text.slice(word, word + 16))?.[0] ?? '';
  const length = /\/Length\s{0,4}(\d{1,10})(?!\d|\s+\d+\s+R)/.exec(text.slice(Math.max(from, word - HEAD_MAX), word))?.[1];
  const begins = word + mark.length;
  return { from: begins, to: endOfStream(text, begins, length === undefined ? null : Number(length))?.at ?? text.length };
}

/** Finds the next occurrence of a word from positions that only grow, so that all calls together cost one pass. */
function wordsOf(text: PdfText, word: string): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known < from) {
      const at = text.indexOf(word, from);
      known = at < 0 ? text.length : at;
    }
    return known;
  };
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

/** The objects of an object stream (ISO 32000-2, 7.5.7). Each is read once. */
export type PackedObjects = {
  readonly numbers: readonly number[];
  value(object: number): PdfValue | 'too-much' | null;
  /** Whether all that were read so far are written as the format wants it. */
  isClean(): boolean;
};

const VALUE_BYTES_MAX = 200_000;
/** The header has a number and an offset per object. Headers for more than a hundred thousand objects are not read. */
const HEADER_BYTES_MAX = 2_000_000;

export function packedObjects(stream: PdfStream, budget: InspectBudget): PackedObjects | 'too-much' | null {
  const bytes = unpacked(stream, budget);
  if (bytes === null || bytes === 'too-much' || bytes === 'unknown') return bytes === 'unknown' ? null : bytes;
  const first = stream.dictionary.entries.get('First');
  if (first?.kind !== 'number' || !(first.value >= 0) || first.value > Math.min(bytes.byteLength, HEADER_BYTES_MAX)) return null;
  const said = bytes.toString('latin1', 0, first.value).match(/\d{1,10}/g) ?? [];
  const offsets = new Map<number, number>();
  for (let at = 0; at + 1 < said.length; at += 2) offsets.set(Number(said[at]), first.value + Number(said[at + 1]));
  const known = new Map<number, PdfValue | 'too-much' | null>();
  let isClean = true;
  return {
    isClean: () => isClean,
    numbers: [...offsets.keys()],
    value: (object) => {
      const before = known.get(object);
      if (before !== undefined) return before;
      const from = offsets.get(object);
      if (from === undefined || from >= bytes.byteLength) return null;
      const read = pdfValue(bytes, { from, most: VALUE_BYTES_MAX, budget });
      isClean &&= read === 'too-much' || read.isClean;
      const value = read === 'too-much' ? read : read.value;
      known.set(object, value);
      return value;
    },
  };
}
