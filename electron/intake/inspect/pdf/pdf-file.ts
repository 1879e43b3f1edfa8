import { bufferOf } from '../bytes.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { checkedFlate } from './checked-flate.ts';
import { type PackedObjects, packedObjects } from './objects/found-objects.ts';
import { type PdfStream, streamBehind } from './pdf-stream.ts';
import type { PdfText } from './pdf-text.ts';
import { nameIn, type PdfDictionary, type PdfValue, pdfValue } from './pdf-values.ts';
import { filtersOf, isFlate } from './unpacked.ts';
import { createDecipheriv } from 'node:crypto';
import { keyWithoutPassword, md5 } from './pdf-password.ts';
import { rc4 } from './rc4.ts';

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

/** The bytes of a stream as they were before they were encrypted; null if no cipher could have made them. */
type Cipher = (bytes: Buffer, object: number, generation: number) => Buffer | null;

/** What is needed of a file: it finds its objects. */
type Objects = {
  readonly trailer: PdfDictionary;
  value(value: PdfValue | undefined): PdfValue | null;
  dictionary(value: PdfValue | undefined): PdfDictionary | null;
};

type Method = 'V2' | 'AESV2' | 'AESV3' | 'None';

const BLOCK_BYTES = 16;
const KEY_BYTES_MAX = 16;

/**
 * How the streams of a file are read that is encrypted and opens without a password (ISO 32000-2, 7.6.3); null if that is not known here, or
 * embedded files are encrypted in another way.
 */
function findCipher(file: Objects): Cipher | null {
  const lock = file.dictionary(file.trailer.entries.get('Encrypt'));
  const ids = file.value(file.trailer.entries.get('ID'));
  const id = ids?.kind === 'array' ? file.value(ids.values[0]) : null;
  const key = lock === null ? null : keyWithoutPassword(lock, id ?? undefined);
  const method = lock === null || lock.entries.has('EFF') ? null : findMethod(lock, file);
  if (key === null || key.byteLength === 0 || method === null || (method === 'AESV3') !== (key.byteLength === 32)) return null;
  if (method === 'None') return (bytes) => bytes;
  if (method === 'AESV3') return (bytes) => fromAes(bytes, key);
  return (bytes, object, generation) => {
    const own = keyOfObject(key, { object, generation, isAes: method === 'AESV2' });
    return method === 'AESV2' ? fromAes(bytes, own) : rc4(own, bytes);
  };
}

function findMethod(lock: PdfDictionary, file: Objects): Method | null {
  const version = lock.entries.get('V');
  if (version?.kind !== 'number') return null;
  if (version.value < 4) return 'V2';
  const name = nameIn(lock, 'StmF') ?? 'Identity';
  if (name === 'Identity') return 'None';
  const filter = file.dictionary(file.dictionary(lock.entries.get('CF'))?.entries.get(name));
  const method = filter === null ? null : nameIn(filter, 'CFM');
  return method === 'V2' || method === 'AESV2' || method === 'AESV3' || method === 'None' ? method : null;
}

type Of = { readonly object: number; readonly generation: number; readonly isAes: boolean };

/** Algorithm 1: each object has a key of its own. */
function keyOfObject(key: Buffer, { object, generation, isAes }: Of): Buffer {
  const numbers = Buffer.from([object, object >> 8, object >> 16, generation, generation >> 8].map((byte) => byte & 0xff));
  const digest = md5(key, numbers, Buffer.from(isAes ? 'sAlT' : '', 'latin1'));
  return digest.subarray(0, Math.min(KEY_BYTES_MAX, key.byteLength + numbers.byteLength));
}

/** The first block is the initial vector, and the last byte says how many were filled up. */
function fromAes(bytes: Buffer, key: Buffer): Buffer | null {
  if (bytes.byteLength < 2 * BLOCK_BYTES || bytes.byteLength % BLOCK_BYTES !== 0)
    return bytes.byteLength <= BLOCK_BYTES ? Buffer.alloc(0) : null;
  const decipher = createDecipheriv(`aes-${key.byteLength * 8}-cbc`, key, bytes.subarray(0, BLOCK_BYTES)).setAutoPadding(false);
  const made = Buffer.concat([decipher.update(bytes.subarray(BLOCK_BYTES)), decipher.final()]);
  const filled = made.at(-1) ?? 0;
  return filled >= 1 && filled <= BLOCK_BYTES ? made.subarray(0, made.byteLength - filled) : null;
}
