import type { InspectBudget } from '../inspect-budget.ts';
import { jpegState } from '../pictures/jpeg-state.ts';
import type { ZeroRun } from '../zero-runs.ts';
import type { CrossReference } from './objects/cross-reference.ts';
import { type FoundObject, foundObjects } from './objects/found-objects.ts';
import type { PdfText } from './pdf-text.ts';
import { nameIn, type PdfDictionary, pdfDictionary, pdfValue } from './pdf-values.ts';
import { filtersOf, inflatedFrom, isFlate } from './unpacked.ts';

export type InWhich = {
  readonly headerAt: number;
  /** Zero runs before the end of the file. */
  readonly runs: readonly ZeroRun[];
  /** Null if the cross-reference is wrong. */
  readonly table: CrossReference | null;
  readonly isLocked: boolean;
};

type Verdict = 'damaged' | 'not-understood' | null;

const DICTIONARY_BYTES_MAX = 65_536;
/** Between the end of one object and the next there may be a table and its trailer. */
const GAP_MAX = 4_096;

/**
 * Whether part of the file has not arrived: zeros where the format has none. Between objects that are all in place they are harmless, and in
 * uncompressed pixels they cannot be told from content.
 */
export function holeIn(text: PdfText, of: InWhich, budget: InspectBudget): Verdict {
  const isSwallowed = of.table?.leadsInto(of.runs, budget) ?? false;
  if (isSwallowed !== false) return isSwallowed === 'too-much' ? 'not-understood' : 'damaged';
  const objects = foundObjects(text, of.headerAt, budget);
  if (objects === 'too-much') return 'not-understood';
  const by = { text, objects, of, budget };
  const found = new Map<number, ZeroRun[]>();
  for (const run of of.runs) {
    const at = lastBefore(objects, run.from);
    const runs = found.get(at);
    if (runs === undefined) found.set(at, [run]);
    else runs.push(run);
  }
  const verdicts = new Set([...found].map(([at, runs]) => verdictOn(runs, at, by)));
  return worstOf([...verdicts]);
}

type Deps = { readonly text: PdfText; readonly objects: readonly FoundObject[]; readonly of: InWhich; readonly budget: InspectBudget };

function worstOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('damaged') ? 'damaged' : verdicts.includes('not-understood') ? 'not-understood' : null;
}

/** Verdict on the runs that begin in or after one object and before the next. */
function verdictOn(runs: readonly ZeroRun[], at: number, deps: Deps): Verdict {
  const object = deps.objects[at];
  const next = deps.objects[at + 1]?.from ?? deps.text.length;
  if (object === undefined) return runs.every(({ to }) => to <= next) && deps.of.table !== null ? null : 'damaged';
  const { stream } = object;
  const isIn = ({ from, to }: ZeroRun): boolean => stream !== null && from >= stream.from && to <= stream.to;
  const within = runs.filter(isIn);
  const others = runs.filter((run) => !isIn(run)).map((run) => beside(run, object, next, deps));
  return worstOf([...others, within.length === 0 ? null : inStream(within, object, deps)]);
}

/** A run in an object's dictionary, or after the object. */
function beside(run: ZeroRun, object: FoundObject, next: number, deps: Deps): Verdict {
  const { stream, end } = object;
  if (run.from < (stream?.from ?? end ?? run.from)) return inDictionary(run, object, deps);
  if (end === null || run.from < end || run.to > next || deps.of.table === null) return 'damaged';
  // A table with zeros in it names fewer objects than it should.
  const before = deps.text.slice(Math.max(end, run.from - GAP_MAX), run.from).trimEnd();
  return before === '' || before.endsWith('%%EOF') ? null : 'damaged';
}

/** Index of the last object that begins before; -1 if there is none. */
function lastBefore(objects: readonly FoundObject[], at: number): number {
  let [low, high] = [0, objects.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((objects[middle]?.from ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A palette or a signature may be a string with zeros; no other dictionary value is written with them. */
function inDictionary(run: ZeroRun, { from, end, stream }: FoundObject, { text, of, budget }: Deps): Verdict {
  const read = of.table === null ? null : pdfValue(text.bytes, { from, most: DICTIONARY_BYTES_MAX, budget });
  if (read === 'too-much') return 'not-understood';
  const behind = read === null || read.end < run.to ? '' : text.slice(read.end, read.end + 32);
  return /^\s*(endobj|stream)/.test(behind) && run.to <= (stream?.from ?? end ?? 0) ? 'not-understood' : 'damaged';
}

function inStream(runs: readonly ZeroRun[], { from, stream }: FoundObject, { text, of, budget }: Deps): Verdict {
  if (stream === null || of.isLocked) return 'damaged';
  const dictionary = pdfDictionary(text.bytes, { from, most: DICTIONARY_BYTES_MAX, budget });
  if (dictionary === null || dictionary === 'too-much') return dictionary === null ? 'damaged' : 'not-understood';
  const filters = filtersOf(dictionary);
  if (filters === null) return 'not-understood';
  const bytes = text.bytes.subarray(stream.from, stream.to);
  const [first] = filters;
  if (first === undefined) return inPlain(bytes, dictionary, of);
  const inside = runs.map((run) => ({ from: run.from - stream.from, to: run.to - stream.from }));
  if (isFlate(first)) {
    const taken = inflatedFrom(bytes, budget);
    if (taken === 'too-much') return 'not-understood';
    return taken !== null && inside.every(({ to }) => to <= taken) ? null : 'damaged';
  }
  if (first.name === 'RunLengthDecode' || first.name === 'LZWDecode' || first.name === 'Crypt') return 'not-understood';
  // In JPEG data zeros may be code; in other compressed pictures they are not.
  if (first.name !== 'DCTDecode' && first.name !== 'DCT') return 'damaged';
  const state = jpegState(bytes, budget, { runs: inside, at: stream.from });
  return state === 'damaged' ? state : state === 'whole' ? null : 'not-understood';
}

/** An unfiltered stream: pixels and samples may be zeros, text may not. For a font or an attachment it cannot be determined. */
function inPlain(bytes: Buffer, dictionary: PdfDictionary, { table }: InWhich): Verdict {
  if (nameIn(dictionary, 'Subtype') === 'Image' || dictionary.entries.has('FunctionType')) return null;
  if (nameIn(dictionary, 'Type') === 'XRef') return table === null ? 'damaged' : null;
  return bytes.every((byte) => byte === 0 || isOfWords(byte)) ? 'damaged' : 'not-understood';
}

function isOfWords(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0d || (byte >= 0x20 && byte < 0x7f);
}
