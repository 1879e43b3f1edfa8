import type { InspectBudget } from '../../inspect-budget.ts';
import { drawnBy } from '../drawn.ts';
import { type FoundObject, foundObjects, packedObjects } from './found-objects.ts';
import { lockOf } from '../lock.ts';
import { pagesOf, type ReadPdf } from '../pages.ts';
import { type Directory, type ObjectPosition, type PdfFile, pdfFile } from '../pdf-file.ts';
import type { PdfStream } from '../pdf-stream.ts';
import type { PdfText } from '../pdf-text.ts';
import { nameIn, type PdfDictionary, pdfDictionary, pdfValue, type PdfValue } from '../pdf-values.ts';
import { streamState } from '../stream-state.ts';
import { TRAILER_BYTES_MAX } from './xref-section.ts';

const HEAD_MAX = 4_096;

const DAMAGED: CheckedPdf = { fault: 'damaged', read: null };
const NOT_UNDERSTOOD: CheckedPdf = { fault: 'not-understood', read: null };

/**
 * Checks a file whose cross-reference is wrong. It is *untidy* if a search for objects finds its catalogue, its tree and at least one page,
 * and all that its pages draw is there and unpacks; otherwise it is damaged. If its end is missing as well, every object that another one
 * names must be there, and the user is asked whether more was to come; a file that breaks off within an object or trailer is damaged (C40).
 */
export function checkUntidy(text: PdfText, headerAt: number, budget: InspectBudget): CheckedPdf {
  const objects = foundObjects(text, headerAt, budget);
  if (objects === 'too-much') return NOT_UNDERSTOOD;
  const last = objects.at(-1);
  const end = last === undefined ? 'broken' : endBehind(text, last, budget);
  if (last === undefined || end === 'broken') return DAMAGED;
  // An incremental update, or the second part of a linearised file, is being written.
  if (end !== 'whole' && text.lastIndexOf('%%EOF', last.from) >= 0) return DAMAGED;
  const file = foundFile(text, objects, budget);
  const read = { file, tree: pagesOf(file) };
  const { pages } = read.tree;
  const lock = lockOf(read, budget);
  if (lock !== null) return { fault: lock, read };
  if (file.isTooMuch() || file.isHidden()) return NOT_UNDERSTOOD;
  if (read.tree.fault !== null || pages.length === 0)
    return { fault: read.tree.fault === 'none' && isTree(file) ? 'blank' : 'damaged', read };
  const names = namesIn(text, objects, file, budget);
  if (names === 'missing' && end === 'none') return { fault: 'damaged', read };
  const isAsked =
    end === 'none' ||
    names === 'missing' ||
    isOfTwoFiles(text, objects) ||
    objects.some(({ end: ended, stream }) => ended === null && stream !== null);
  const fault = drawnFault(file, pages, budget) ?? (isAsked ? 'not-understood' : null);
  return { fault, read: fault === null ? { ...read, found: readAll(objects, file, budget) } : read };
}

/** No value is read beyond. */
const VALUE_BYTES_MAX = 100_000;

/**
 * Reads every object, so that the file knows of those that are broken, and returns their streams: what led to them may be lost as well. Longer
 * ones, and those beyond the budget, are left out.
 */
function readAll(objects: readonly FoundObject[], file: PdfFile, budget: InspectBudget): readonly PdfStream[] {
  const streams: PdfStream[] = [];
  for (const { number, from, stream, end } of objects) {
    const bytes = (stream?.from ?? end ?? from + VALUE_BYTES_MAX) - from;
    if (bytes > VALUE_BYTES_MAX || 2 * bytes > budget.left('dictionaryBytes')) continue;
    const reference = { kind: 'reference', object: number, generation: 0 } as const;
    file.value(reference);
    const read = stream === null ? null : file.stream(reference);
    if (read !== null) streams.push(read);
  }
  return streams;
}

/** Whether an object is there twice without the end of a version between: as where the second half is of another file. */
function isOfTwoFiles(text: PdfText, objects: readonly FoundObject[]): boolean {
  const last = new Map<number, number>();
  let [endAt, from] = [0, 0];
  for (const object of objects) {
    while (from >= 0 && from < object.from) {
      endAt = from;
      from = text.indexOf('%%EOF', from + 1);
    }
    if ((last.get(object.number) ?? -1) >= endAt) return true;
    last.set(object.number, object.from);
  }
  return false;
}

function drawnFault(file: PdfFile, pages: readonly PdfDictionary[], budget: InspectBudget): 'damaged' | 'not-understood' | null {
  const drawn = drawnBy(file, pages);
  if (drawn.isMissing) return 'damaged';
  const isLocked = file.trailer.entries.has('Encrypt');
  const states = new Set(drawn.streams.map((stream) => (isLocked ? exactness(stream) : streamState(stream, budget))));
  if (states.has('damaged')) return 'damaged';
  return states.has('unknown') || drawn.isCut || file.isTooMuch() ? 'not-understood' : null;
}

function exactness({ isExact }: { readonly isExact: boolean }): 'whole' | 'unknown' {
  return isExact ? 'whole' : 'unknown';
}

function isTree(file: PdfFile): boolean {
  return file.dictionary(file.dictionary(file.trailer.entries.get('Root'))?.entries.get('Pages')) !== null;
}

/**
 * What follows the last object. `whole`: a trailer, or the object is a cross-reference itself. `none`: nothing. `broken`: the object has no
 * end, the next one was begun, or a table has no trailer.
 */
function endBehind(text: PdfText, { from, stream, end }: FoundObject, budget: InspectBudget): 'whole' | 'none' | 'broken' {
  if (stream !== null && stream.to === text.length) return 'broken';
  const behind = end ?? stream?.to ?? from;
  if (['startxref', '%%EOF'].some((word) => text.indexOf(word, behind) >= 0)) return 'whole';
  const trailerAt = text.indexOf('trailer', behind);
  if (trailerAt >= 0) {
    const read = pdfValue(text.bytes, { from: trailerAt + 'trailer'.length, most: TRAILER_BYTES_MAX, budget });
    const isWhole = read !== 'too-much' && read.value?.kind === 'dictionary' && text.slice(read.end - 2, read.end) === '>>';
    return isWhole ? 'whole' : 'broken';
  }
  if (text.indexOf('xref', behind) >= 0) return 'broken';
  if (stream !== null && /\/XRef\b/.test(text.slice(Math.max(from, stream.from - HEAD_MAX), stream.from))) return 'whole';
  return end !== null && text.endOfContent(end) === end ? 'none' : 'broken';
}

/** Whether every object exists that is named outside of streams. */
function namesIn(text: PdfText, objects: readonly FoundObject[], file: PdfFile, budget: InspectBudget): 'there' | 'missing' | 'too-much' {
  for (const { from, stream, end } of objects) {
    const to = stream?.from ?? end ?? from;
    if (!budget.spend('dictionaryBytes', to - from)) return 'too-much';
    for (const [, number] of text.slice(from, to).matchAll(/(?<!\d)(\d{1,10}) \d{1,5} R\b/g)) {
      if (!file.has({ kind: 'reference', object: Number(number), generation: 0 })) return 'missing';
    }
  }
  return 'there';
}

/** `not-understood`: it cannot be determined whether it is whole, or whether it opens without a password. */
type PdfFault = 'damaged' | 'password' | 'blank' | 'not-understood';

/** `read`: null if it was not read as far as its pages. */
export type CheckedPdf = { readonly fault: PdfFault | null; readonly read: ReadPdf | null };

/** Bytes of an object examined to determine its type. */
const KIND_BYTES = 512;
const TRAILERS_MAX = 50;
const NONE: PdfDictionary = { kind: 'dictionary', entries: new Map() };

/** The objects of a file with a wrong cross-reference, as they were found (the last one of each number), and its catalogue. */
function foundFile(text: PdfText, objects: readonly FoundObject[], budget: InspectBudget): PdfFile {
  const places = new Map<number, ObjectPosition>();
  for (const { number, from } of objects) places.set(number, { kind: 'open', at: from });
  // It also resolves objects found later in object streams, as soon as `places` has them.
  const file = pdfFile(text, directoryOf(places, NONE), budget);
  const kinds = objects.filter(({ stream }) => stream !== null).map((object) => ({ object, head: headOf(text, object) }));
  for (const { object } of kinds.filter(({ head }) => /\/ObjStm\b/.test(head))) {
    const stream = file.stream(referenceTo(object.number));
    const packed = stream === null ? null : packedObjects(stream, budget);
    // An object outside a stream is a later version, or the same.
    if (packed !== null && packed !== 'too-much')
      for (const number of packed.numbers)
        if (places.get(number)?.kind !== 'open') places.set(number, { kind: 'packed', stream: object.number });
  }
  const streams = kinds.filter(({ head }) => /\/XRef\b/.test(head)).map(({ object }) => object.from);
  const said = [...trailersOf(text), ...streams]
    .toSorted((one, other) => other - one)
    .slice(0, TRAILERS_MAX)
    .map((from) => pdfDictionary(text.bytes, { from, most: TRAILER_BYTES_MAX, budget }))
    .filter((read) => read !== null && read !== 'too-much');
  const trailer = said.find(({ entries }) => file.dictionary(entries.get('Root')) !== null) ?? catalogueOf(text, objects, places, file);
  return pdfFile(text, directoryOf(places, withLock(trailer, said)), budget);
}

/** An encryption entry counts in whichever trailer it is. */
function withLock(trailer: PdfDictionary, said: readonly PdfDictionary[]): PdfDictionary {
  const lock = said.find(({ entries }) => entries.has('Encrypt'));
  if (lock === undefined || trailer.entries.has('Encrypt')) return trailer;
  return { kind: 'dictionary', entries: new Map([...lock.entries, ...trailer.entries]) };
}

/** Without a trailer: the last object whose type is Catalog. */
function catalogueOf(
  text: PdfText,
  objects: readonly FoundObject[],
  places: ReadonlyMap<number, ObjectPosition>,
  file: PdfFile,
): PdfDictionary {
  const open = objects.findLast((object) => object.stream === null && /\/Type\s*\/Catalog\b/.test(headOf(text, object)))?.number;
  const packed = [...places].filter(([, { kind }]) => kind === 'packed').map(([number]) => number);
  const object = open ?? packed.find((number) => isCatalogue(file.dictionary(referenceTo(number))));
  return object === undefined ? NONE : { kind: 'dictionary', entries: new Map([['Root', referenceTo(object)]]) };
}

function isCatalogue(read: PdfDictionary | null): boolean {
  return read !== null && nameIn(read, 'Type') === 'Catalog';
}

function referenceTo(object: number): PdfValue {
  return { kind: 'reference', object, generation: 0 };
}

function directoryOf(places: ReadonlyMap<number, ObjectPosition>, trailer: PdfDictionary): Directory {
  return { trailer, place: (object) => places.get(object) ?? 'free', isSearched: true };
}

function headOf(text: PdfText, { from, stream, end }: FoundObject): string {
  return text.slice(from, Math.min(from + KIND_BYTES, stream?.from ?? end ?? text.length));
}

/** Positions after the last `trailer` keywords, at most `TRAILERS_MAX`. */
function trailersOf(text: PdfText): readonly number[] {
  const places: number[] = [];
  for (
    let at = text.lastIndexOf('trailer', text.length);
    at >= 0 && places.length < TRAILERS_MAX;
    at = at === 0 ? -1 : text.lastIndexOf('trailer', at - 1)
  )
    places.push(at + 'trailer'.length);
  return places;
}
