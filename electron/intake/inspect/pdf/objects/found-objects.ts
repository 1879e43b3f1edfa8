import type { InspectBudget } from '../../inspect-budget.ts';
import { endOfStream } from '../pdf-stream.ts';
import type { PdfText } from '../pdf-text.ts';

/** One object as it lies in the file. `end`: behind it, null where it is missing. */
export type FoundObject = {
  readonly number: number;
  /** Behind its `obj`. */
  readonly from: number;
  readonly stream: { readonly from: number; readonly to: number } | null;
  readonly end: number | null;
};

/** `12 0` before `obj`. */
const NUMBERS_MAX = 24;
/** Between two objects there is little; a dictionary that ends behind this is looked for all the same. */
const HEAD_MAX = 4_096;

/** All objects in the order in which they lie, whatever the cross-reference says. One pass; what lies in a stream is none. */
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
    // Without an end of its own it goes to where the next one begins.
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

/** The number of the object whose `obj` is at `at`. */
function numberBefore(text: PdfText, at: number): number | null {
  if (isLetterOrDigit(text.codeAt(at + 3))) return null;
  const said = /(?<!\d)(\d{1,10})\s{1,4}\d{1,5}\s{1,4}$/.exec(text.slice(at - NUMBERS_MAX, at))?.[1];
  return said === undefined ? null : Number(said);
}

type Near = { readonly word: number; readonly ends: number };

/** Of an object that has one: the first word for it stands before the object's end. Without an end of its own it goes on to the end of the file. */
function streamIn(text: PdfText, from: number, { word, ends }: Near): { readonly from: number; readonly to: number } | null {
  if (word >= ends || !/>\s{0,16}$/.test(text.slice(Math.max(from, word - 20), word))) return null;
  const mark = /^stream(?:[ \t]{0,8}\r?\n|\r)?/.exec(text.slice(word, word + 16))?.[0] ?? '';
  const length = /\/Length\s{0,4}(\d{1,10})(?!\d|\s+\d+\s+R)/.exec(text.slice(Math.max(from, word - HEAD_MAX), word))?.[1];
  const begins = word + mark.length;
  return { from: begins, to: endOfStream(text, begins, length === undefined ? null : Number(length))?.at ?? text.length };
}

/** Where a word is next from a place on, for places that only grow: so that all of them cost one pass. */
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
