import type { InspectBudget } from '../../inspect-budget.ts';
import { type FoundObject, packedObjects } from './found-objects.ts';
import { type Directory, pdfFile, type PdfFile, type ObjectPosition } from '../pdf-file.ts';
import type { PdfText } from '../pdf-text.ts';
import { nameIn, type PdfDictionary, pdfDictionary, type PdfValue } from '../pdf-values.ts';
import { TRAILER_BYTES_MAX } from './xref-section.ts';

/** Bytes of an object examined to determine its type. */
const KIND_BYTES = 512;
const TRAILERS_MAX = 50;
const NONE: PdfDictionary = { kind: 'dictionary', entries: new Map() };

/** The objects of a file with a wrong cross-reference, as they were found (the last one of each number), and its catalogue. */
export function foundFile(text: PdfText, objects: readonly FoundObject[], budget: InspectBudget): PdfFile {
  const places = new Map<number, ObjectPosition>();
  for (const { number, from } of objects) places.set(number, { kind: 'open', at: from });
  // It also resolves objects found later in object streams, as soon as `places` has them.
  const file = pdfFile(text, directoryOf(places, NONE), budget);
  const kinds = objects.filter(({ stream }) => stream !== null).map((object) => ({ object, head: headOf(text, object) }));
  for (const { object } of kinds.filter(({ head }) => /\/ObjStm\b/.test(head))) {
    const stream = file.stream(reference(object.number));
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
  const object = open ?? packed.find((number) => isCatalogue(file.dictionary(reference(number))));
  return object === undefined ? NONE : { kind: 'dictionary', entries: new Map([['Root', reference(object)]]) };
}

function isCatalogue(read: PdfDictionary | null): boolean {
  return read !== null && nameIn(read, 'Type') === 'Catalog';
}

function reference(object: number): PdfValue {
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
