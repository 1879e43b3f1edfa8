import type { InspectBudget } from '../inspect-budget.ts';
import { jpegState } from '../pictures/jpeg-state.ts';
import type { ZeroRun } from '../zero-runs.ts';
import { type FoundObject, foundObjects } from './found-objects.ts';
import type { PdfText } from './pdf-text.ts';
import { type PdfDictionary, pdfDictionary, pdfValue } from './pdf-values.ts';
import { filtersOf, inflatedFrom } from './unpacked.ts';

export type InWhich = {
  readonly headerAt: number;
  /** Before the end of the file. */
  readonly runs: readonly ZeroRun[];
  /** Where the cross-reference says that objects are; null where it is not right. */
  readonly offsets: readonly number[] | null;
  readonly isLocked: boolean;
};

type Verdict = 'damaged' | 'not-understood' | null;

const DICTIONARY_BYTES_MAX = 65_536;
/** Between the end of one object and the next there may be a table and its trailer. */
const GAP_MAX = 4_096;

/**
 * Whether a stretch of the file has not come: zeros where the format has none. Between objects that are all in their places they are
 * harmless, and in pixels that are written as they are nobody can tell.
 */
export function holeIn(text: PdfText, of: InWhich, budget: InspectBudget): Verdict {
  if (of.offsets?.some((offset) => of.runs.some(({ from, to }) => offset >= from && offset < to)) === true) return 'damaged';
  const objects = foundObjects(text, of.headerAt, budget);
  if (objects === 'too-much') return 'not-understood';
  const verdicts = of.runs.map((run) => verdictOn(run, { text, objects, of, budget }));
  return verdicts.includes('damaged') ? 'damaged' : verdicts.includes('not-understood') ? 'not-understood' : null;
}

type By = { readonly text: PdfText; readonly objects: readonly FoundObject[]; readonly of: InWhich; readonly budget: InspectBudget };

function verdictOn(run: ZeroRun, by: By): Verdict {
  const at = lastBefore(by.objects, run.from);
  const object = by.objects[at];
  const next = by.objects[at + 1]?.from ?? by.text.length;
  if (object === undefined) return run.to <= next && by.of.offsets !== null ? null : 'damaged';
  const { stream, end } = object;
  if (stream !== null && run.from >= stream.from && run.to <= stream.to) return inStream(run, object, by);
  if (run.from < (stream?.from ?? end ?? run.from)) return inDictionary(run, object, by);
  if (end === null || run.from < end || run.to > next || by.of.offsets === null) return 'damaged';
  // A table that has zeros in it names fewer objects than it should.
  const before = by.text.slice(Math.max(end, run.from - GAP_MAX), run.from).trimEnd();
  return before === '' || before.endsWith('%%EOF') ? null : 'damaged';
}

/** The last that begins before; -1 where there is none. */
function lastBefore(objects: readonly FoundObject[], at: number): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((objects[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A palette and a signature may have zeros in a text; elsewhere nobody writes them. */
function inDictionary(run: ZeroRun, { from, end, stream }: FoundObject, { text, of, budget }: By): Verdict {
  const read = of.offsets === null ? null : pdfValue(text.bytes, { from, most: DICTIONARY_BYTES_MAX, budget });
  if (read === 'too-much') return 'not-understood';
  const behind = read === null || read.end < run.to ? '' : text.slice(read.end, read.end + 32);
  return /^\s*(endobj|stream)/.test(behind) && run.to <= (stream?.from ?? end ?? 0) ? 'not-understood' : 'damaged';
}

function inStream(run: ZeroRun, object: FoundObject, { text, of, budget }: By): Verdict {
  if (object.stream === null || of.isLocked) return 'damaged';
  const dictionary = pdfDictionary(text.bytes, { from: object.from, most: DICTIONARY_BYTES_MAX, budget });
  if (dictionary === null || dictionary === 'too-much') return dictionary === null ? 'damaged' : 'not-understood';
  const filters = filtersOf(dictionary);
  if (filters === null) return 'not-understood';
  const bytes = text.bytes.subarray(object.stream.from, object.stream.to);
  const [first] = filters;
  if (first === undefined) return inPlain(bytes, dictionary, of);
  if (first.name === 'FlateDecode' || first.name === 'Fl') {
    const taken = inflatedFrom(bytes, budget);
    if (taken === 'too-much') return 'not-understood';
    return taken !== null && run.to - object.stream.from <= taken ? null : 'damaged';
  }
  if (first.name === 'RunLengthDecode' || first.name === 'LZWDecode' || first.name === 'Crypt') return 'not-understood';
  const begins = object.stream.from;
  return inPicture(bytes, { filter: first.name, run: { from: run.from - begins, to: run.to - begins }, budget });
}

/** As it is: pixels and samples may be zeros, words may not. Of a font or a file that is attached nobody can tell. */
function inPlain(bytes: Buffer, { entries }: PdfDictionary, { offsets }: InWhich): Verdict {
  const [kind, type] = [entries.get('Subtype'), entries.get('Type')];
  if ((kind?.kind === 'name' && kind.text === 'Image') || entries.has('FunctionType')) return null;
  if (type?.kind === 'name' && type.text === 'XRef') return offsets === null ? 'damaged' : null;
  return bytes.every((byte) => byte === 0 || isOfWords(byte)) ? 'damaged' : 'not-understood';
}

function isOfWords(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f);
}

/** In the code of a photograph zeros may be code, in that of other pictures they are none. */
function inPicture(
  bytes: Buffer,
  { filter, run, budget }: { readonly filter: string; readonly run: ZeroRun; readonly budget: InspectBudget },
): Verdict {
  if (filter !== 'DCTDecode' && filter !== 'DCT') return 'damaged';
  const state = jpegState(bytes, budget, [run]);
  return state === 'damaged' ? state : state === 'whole' ? null : 'not-understood';
}
