import { bufferOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { type Cipher, findCipher } from './cipher.ts';
import { checkedFlate } from './checked-flate.ts';
import { type PackedObjects, packedObjects } from './objects/found-objects.ts';
import { type PdfStream, streamBehind } from './pdf-stream.ts';
import type { PdfText } from './pdf-text.ts';
import { nameIn, type PdfDictionary, type PdfValue, pdfValue } from './pdf-values.ts';
import { filtersOf, isFlate } from './unpacked.ts';

/** Where an object is: after its `obj`, or in an object stream. */
export type ObjectPosition = { readonly kind: 'open'; readonly at: number } | { readonly kind: 'packed'; readonly stream: number };

/**
 * Finds the objects of a file, by the cross-reference or by a search. `free`: there is no such object, which a reference may imply. `astray`:
 * the object is not where the cross-reference says.
 */
export type Directory = {
  readonly trailer: PdfDictionary;
  place(object: number): ObjectPosition | 'free' | 'astray';
  /** It was made by a search, since the cross-reference is wrong. */
  readonly isSearched?: boolean;
};

/** The objects of one PDF. Each is read once. */
export type PdfFile = {
  readonly text: PdfText;
  readonly trailer: PdfDictionary;
  /** Resolves references; null if there is nothing, or it was not read to its end. */
  value(value: PdfValue | undefined): PdfValue | null;
  /** A dictionary, including that of a stream. */
  dictionary(value: PdfValue | undefined): PdfDictionary | null;
  stream(value: PdfValue | undefined): PdfStream | null;
  /** Whether the referenced object is there; true for everything that is not a reference. */
  has(value: PdfValue): boolean;
  /** The cross-reference is wrong, and the objects were searched for. */
  readonly isSearched: boolean;
  /** Some object was not where the cross-reference says. */
  isAstray(): boolean;
  /** Some object is not written as the format wants it, has no end, or cannot be unpacked. */
  isBroken(): boolean;
  /** Something was longer or deeper than the limits. */
  isTooMuch(): boolean;
  /** Something is in an encrypted object stream that cannot be decrypted here. */
  isHidden(): boolean;
  /** It is encrypted in a way that is not known here, or needs a password: its streams are as they are in the file. */
  isLocked(): boolean;
};

/** No dictionary or separate array is longer. */
const VALUE_BYTES_MAX = 200_000;
/** Limit of references that lead to references. */
const REFERENCES_MAX = 8;

type Read = { readonly value: PdfValue | null; readonly end: number };
const NOTHING: Read = { value: null, end: 0 };
/** What may follow an object: its end, its stream, or, without an end, the next one. */
const BEHIND = /^(?:\s|%[^\r\n]{0,80}[\r\n])*(?:endobj|stream|xref|trailer|startxref|\d{1,10}\s+\d{1,5}\s+obj)/;
const BEHIND_BYTES = 128;

export function pdfFile(text: PdfText, directory: Directory, budget: InspectBudget): PdfFile {
  return new ReadFile(text, directory, budget);
}

class ReadFile implements PdfFile {
  readonly text: PdfText;
  readonly trailer: PdfDictionary;
  readonly isSearched: boolean;
  readonly #directory: Directory;
  readonly #budget: InspectBudget;
  /** Not looked for yet if undefined. */
  #cipher: Cipher | null | undefined;
  readonly #decryptedStreams = new Map<PdfStream, PdfStream>();
  #isAstray = false;
  #isBroken = false;
  #isTooMuch = false;
  #isHidden = false;

  constructor(text: PdfText, directory: Directory, budget: InspectBudget) {
    this.text = text;
    this.trailer = directory.trailer;
    this.isSearched = directory.isSearched ?? false;
    this.#directory = directory;
    this.#budget = budget;
  }

  value(from: PdfValue | undefined): PdfValue | null {
    let found: PdfValue | null = from ?? null;
    for (let turn = 0; found?.kind === 'reference' && turn < REFERENCES_MAX; turn += 1) found = this.#object(found.object);
    return found?.kind === 'reference' ? null : found;
  }

  dictionary(from: PdfValue | undefined): PdfDictionary | null {
    const found = this.value(from);
    return found?.kind === 'dictionary' ? found : null;
  }

  stream(from: PdfValue | undefined): PdfStream | null {
    const place = from?.kind === 'reference' ? this.#place(from.object) : null;
    const read = place?.kind === 'open' ? this.#streamAt(place.at) : null;
    return read === null || from?.kind !== 'reference' || !this.trailer.entries.has('Encrypt') ? read : this.#decrypted(read, from);
  }

  has(value: PdfValue): boolean {
    return value.kind !== 'reference' || this.#place(value.object) !== null;
  }

  isAstray(): boolean {
    return this.#isAstray;
  }

  isBroken(): boolean {
    return this.#isBroken;
  }

  isTooMuch(): boolean {
    return this.#isTooMuch;
  }

  isHidden(): boolean {
    return this.#isHidden;
  }

  isLocked(): boolean {
    return this.trailer.entries.has('Encrypt') && this.#findCipher() === null;
  }

  #findCipher(): Cipher | null {
    if (this.#cipher === undefined) {
      // Meanwhile, what says how it is encrypted is read as it is.
      this.#cipher = null;
      this.#cipher = findCipher(this);
    }
    return this.#cipher;
  }

  /** A cross-reference is never encrypted. */
  #decrypted(stream: PdfStream, { object, generation }: Extract<PdfValue, { kind: 'reference' }>): PdfStream {
    const cipher = nameIn(stream.dictionary, 'Type') === 'XRef' ? null : this.#findCipher();
    if (cipher === null) return stream;
    const known = this.#decryptedStreams.get(stream);
    if (known !== undefined) return known;
    const bytes = cipher(bufferOf(stream.bytes), object, generation);
    this.#isBroken ||= bytes === null;
    const open = { ...stream, bytes: bytes ?? stream.bytes };
    this.#decryptedStreams.set(stream, open);
    return open;
  }

  #place(object: number): ObjectPosition | null {
    const place = this.#directory.place(object);
    this.#isAstray ||= place === 'astray';
    return place === 'astray' || place === 'free' ? null : place;
  }

  #object(object: number): PdfValue | null {
    const place = this.#place(object);
    if (place === null) return null;
    if (place.kind === 'open') return this.#readAt(place.at).value;
    const isLocked = this.isLocked();
    this.#isHidden ||= isLocked;
    const packed = isLocked ? null : this.#packedIn(place.stream);
    const value = this.#noted(packed?.value(object) ?? null);
    this.#isBroken ||= packed?.isClean() === false;
    return value;
  }

  readonly #readAt = once((at: number): Read => {
    const read = this.#noted(pdfValue(this.text.bytes, { from: at, most: VALUE_BYTES_MAX, budget: this.#budget }));
    if (read === null) return NOTHING;
    this.#isBroken ||= !read.isClean || !BEHIND.test(this.text.slice(read.end, read.end + BEHIND_BYTES));
    return read;
  }, NOTHING);

  readonly #packedIn = once((object: number): PackedObjects | null => {
    const stream = this.stream({ kind: 'reference', object, generation: 0 });
    const packed = stream === null ? null : packedObjects(stream, this.#budget);
    this.#isBroken ||= (packed === null && !this.#isTooMuch) || (stream !== null && isPackedWrong(stream, this.#budget));
    return packed === null ? null : this.#noted(packed);
  }, null);

  readonly #streamAt = once((at: number): PdfStream | null => {
    const { value, end } = this.#readAt(at);
    if (value?.kind !== 'dictionary') return null;
    const length = this.value(value.entries.get('Length'));
    return streamBehind(this.text, { from: at, end, dictionary: value, length: length?.kind === 'number' ? length.value : null });
  }, null);

  #noted<Found>(found: Found | 'too-much'): Found | null {
    if (found !== 'too-much') return found;
    this.#isTooMuch = true;
    return null;
  }
}

/** Whether packed objects do not unpack to their checksum, or, if they are as they are, have another length than they say. */
function isPackedWrong({ dictionary, bytes, isExact, length }: PdfStream, budget: InspectBudget): boolean {
  const [filter] = filtersOf(dictionary) ?? [];
  if (filter === undefined) return !isExact && length !== null;
  return isFlate(filter) && checkedFlate(bufferOf(bytes), budget, null) === true;
}

/** Memoises `read`; a recursive call for the same position gets `meanwhile`. */
function once<Answer>(read: (at: number) => Answer, meanwhile: Answer): (at: number) => Answer {
  const known = new Map<number, Answer>();
  return (at) => {
    const before = known.get(at);
    if (before !== undefined) return before;
    known.set(at, meanwhile);
    const answer = read(at);
    known.set(at, answer);
    return answer;
  };
}
