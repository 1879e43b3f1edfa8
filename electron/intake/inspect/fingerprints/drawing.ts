import { unreachable } from '#shared/lib/unreachable.ts';
import type { PdfStream } from '../pdf/pdf-stream.ts';
import { nameIn, type PdfDictionary, type PdfValue } from '../pdf/pdf-values.ts';
import type { PageReader } from './page-reader.ts';
import { fingerprintOf, jpegFingerprint, shortText } from './pictures.ts';
import { behindPicture } from '../pdf/content.ts';
import { endOfLiteral, isPdfSpace } from '../pdf/pdf-text.ts';

/** No page nests its values and objects deeper. */
const DEPTH_MAX = 32;
/** A byte of a description costs as much as so many others: it is read for its line ends, and for its names. */
const DESCRIPTION_COST = 3;
/** What is drawn by name. Names of properties are notes. */
const DRAWN_BY_NAME = ['XObject', 'Font', 'ColorSpace', 'Pattern', 'Shading', 'ExtGState'] as const;
/** How a stream is packed, and what draws nothing: dates, notes, the way back to the page, and letters for copying text. */
const NOT_DRAWN: ReadonlySet<string> = new Set(
  (
    'Length Filter DecodeParms DL Length1 Length2 Length3 Type Name ID Parent P Pg StructParent StructParents Metadata PieceInfo LastModified ' +
    'OC ToUnicode Intent Interpolate Resources Group'
  ).split(' '),
);
/** Their keys are names that somebody chose: of letters, of colours. */
const OF_CHOSEN_NAMES: ReadonlySet<string> = new Set(['CharProcs', 'Colorants']);
const PALETTES: ReadonlySet<string> = new Set(['Indexed', 'I']);
/** The tag of a font that has only the letters that are used: six letters that each program chooses anew. */
const SUBSET_TAG = /^[A-Z]{6}\+/;

type Reference = Extract<PdfValue, { kind: 'reference' }>;
/** Resources of whoever draws something, for a form without its own. */
type Lender = PdfValue | undefined;

/** What page descriptions and forms draw, as texts in which all that they name and lead to is contained, short or by its fingerprint. */
export class Drawing {
  readonly #reader: PageReader;
  readonly #known = new Map<string, string>();
  /** Resources by which forms without their own were drawn. */
  readonly #lenders = new Map<PdfDictionary | null, number>();

  constructor(reader: PageReader) {
    this.#reader = reader;
  }

  /** Several parts are joined as the format says. Null if one was not unpacked. */
  content(parts: readonly PdfStream[]): Buffer | null {
    const made: Buffer[] = [];
    for (const part of parts) {
      const { bytes, by } = this.#reader.decoded(part) ?? { bytes: null, by: null };
      if (bytes === null || by !== null) return this.#reader.unsure(null);
      made.push(bytes);
    }
    const bytes = made.reduce((sum, { byteLength }) => sum + byteLength, 0);
    return this.#reader.countBytes(bytes * DESCRIPTION_COST) ? contentText(made) : null;
  }

  /** A description, and each thing that it names, by its name. */
  drawn(content: Buffer, lender: Lender, depth = 0): readonly (string | Buffer)[] {
    const all = this.#reader.dictionary(lender)?.entries;
    const own = DRAWN_BY_NAME.map((kind) => [kind, sorted(this.#reader.dictionary(all?.get(kind)))] as const);
    const named = namedIn(content, new Set(own.flatMap(([, entries]) => entries.map(([name]) => name))));
    const parts: (string | Buffer)[] = [content];
    for (const [kind, entries] of own)
      for (const [name, value] of entries) if (named.has(name)) parts.push(`${kind} ${name} ${this.#text(value, lender, depth + 1)}`);
    return parts;
  }

  /** A value with all that it leads to. */
  #text(value: PdfValue, lender: Lender, depth: number): string {
    if (this.#reader.isUnsure() || !this.#reader.count()) return '';
    if (depth > DEPTH_MAX) return this.#reader.unsure('');
    switch (value.kind) {
      case 'number':
        return String(value.value);
      case 'name':
        return `/${plainName(value.text).replace(SUBSET_TAG, '')}`;
      case 'word':
        return value.text;
      // Outside of streams, each program encrypts and writes it in its own way. What is drawn by one is a palette.
      case 'string':
        return '()';
      case 'reference':
        return this.#object(value, lender, depth + 1);
      case 'array':
        return shortText(`[${value.values.map((one) => this.#text(one, lender, depth + 1)).join(' ')}]${this.#palette(value.values)}`);
      case 'dictionary':
        return shortText(`<${this.#entries(value, lender, depth)}>`);
      default:
        return unreachable(value);
    }
  }

  /** The colours of a palette that is a string. In an encrypted file the string is encrypted too, and is not decrypted here: the page has no fingerprint. */
  #palette([kind, , , colours]: readonly PdfValue[]): string {
    if (kind?.kind !== 'name' || !PALETTES.has(kind.text) || colours?.kind !== 'string') return '';
    return this.#reader.file.trailer.entries.has('Encrypt') ? this.#reader.unsure('') : colours.bytes;
  }

  #entries(dictionary: PdfDictionary, lender: Lender, depth: number, hasChosenNames = false): string {
    // Its letters draw by names of their own.
    const isOfLetters = nameIn(dictionary, 'Subtype') === 'Type3';
    const texts: string[] = [];
    for (const [key, value] of sorted(dictionary)) {
      if (!hasChosenNames && NOT_DRAWN.has(key) && !(isOfLetters && key === 'Resources')) continue;
      const text = OF_CHOSEN_NAMES.has(key) ? this.#namesIn(value, lender, depth + 1) : this.#text(value, lender, depth + 1);
      texts.push(`/${key} ${text}`);
    }
    return texts.join(' ');
  }

  #namesIn(value: PdfValue, lender: Lender, depth: number): string {
    const dictionary = this.#reader.dictionary(value);
    return dictionary === null ? this.#text(value, lender, depth) : shortText(`<${this.#entries(dictionary, lender, depth, true)}>`);
  }

  #object(of: Reference, lender: Lender, depth: number): string {
    const own = `${of.object} ${of.generation}`;
    const before = this.#known.get(own);
    if (before !== undefined) return before;
    const stream = this.#reader.file.stream(of);
    const key = stream !== null && borrows(stream) ? `${own} ${this.#lender(lender)}` : own;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // What leads back to itself.
    this.#known.set(key, 'loop');
    const value = stream === null ? this.#reader.value(of) : null;
    const text = stream !== null ? this.#stream(stream, lender, depth) : value === null ? 'null' : this.#text(value, lender, depth);
    if (this.#reader.isUnsure()) this.#known.delete(key);
    else this.#known.set(key, text);
    return text;
  }

  #lender(resources: Lender): number {
    const lender = this.#reader.dictionary(resources);
    const known = this.#lenders.get(lender);
    if (known === undefined) this.#lenders.set(lender, this.#lenders.size);
    return known ?? this.#lenders.size - 1;
  }

  #stream(stream: PdfStream, lender: Lender, depth: number): string {
    const about = this.#entries(stream.dictionary, lender, depth);
    if (this.#reader.isUnsure()) return '';
    if (isDescription(stream)) {
      const content = this.content([stream]);
      const resources = stream.dictionary.entries.get('Resources') ?? lender;
      return content === null ? '' : fingerprintOf('form', [about, ...this.drawn(content, resources, depth)]);
    }
    const made = this.#reader.decoded(stream);
    if (made === null) return '';
    if (made.by === null) return fingerprintOf('stream', [about, made.bytes]);
    const { name, parms } = made.by;
    const jpeg = name === 'DCTDecode' || name === 'DCT' ? jpegFingerprint(made.bytes) : null;
    if (jpeg !== null) return fingerprintOf('picture', [about, jpeg]);
    return fingerprintOf('packed', [about, name, parms === undefined ? '' : this.#text(parms, lender, depth + 1), made.bytes]);
  }
}

/** A form, or a tile of a pattern. */
function isDescription({ dictionary }: PdfStream): boolean {
  return nameIn(dictionary, 'Subtype') === 'Form' || dictionary.entries.has('PatternType');
}

/** It draws by the names of whoever draws it. */
function borrows(stream: PdfStream): boolean {
  return isDescription(stream) && !stream.dictionary.entries.has('Resources');
}

type Entry = readonly [string, PdfValue];

/** With plain names, in an order that does not depend on the program. */
function sorted(dictionary: PdfDictionary | null): readonly Entry[] {
  const plain: Entry[] = [];
  for (const [name, value] of dictionary?.entries ?? []) plain.push([plainName(name), value]);
  return plain.sort(([one], [other]) => (one < other ? -1 : 1));
}

const NAME = /\/([^\s()<>[\]{}/%]+)/g;
const BEHIND_NAME = /^[\s()<>[\]{}/%\0]?$/;
/** So many names, and so many longer ones that begin alike, are looked for one by one. */
const FEW = 16;
const LONGER_MAX = 1_000;

/** Those of `names` that a description names. It may have millions of others. */
function namedIn(content: Buffer, names: ReadonlySet<string>): ReadonlySet<string> {
  if (names.size === 0) return names;
  const few = names.size <= FEW && !content.includes('#') ? oneByOne(content, names) : null;
  if (few !== null) return few;
  const found = new Set<string>();
  for (const [, name = ''] of content.toString('latin1').matchAll(NAME)) {
    const plain = plainName(name);
    if (names.has(plain)) found.add(plain);
    if (found.size === names.size) break;
  }
  return found;
}

/** Most are named at the beginning. Null if too much begins like them. */
function oneByOne(content: Buffer, names: ReadonlySet<string>): ReadonlySet<string> | null {
  const found = new Set<string>();
  let longer = 0;
  for (const name of names) {
    const written = `/${name}`;
    for (let at = content.indexOf(written, 0, 'latin1'); at >= 0; at = content.indexOf(written, at + 1, 'latin1')) {
      const end = at + written.length;
      if (BEHIND_NAME.test(content.toString('latin1', end, end + 1))) {
        found.add(name);
        break;
      }
      longer += 1;
      if (longer > LONGER_MAX) return null;
    }
  }
  return found;
}

/** A name in which only those characters are escaped that have to be (ISO 32000-2, 7.3.5). */
function plainName(name: string): string {
  if (!name.includes('#')) return name;
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\x21-\x7e]/.test(character) && !/[#()<>[\]{}/%]/.test(character) ? character : written.toLowerCase();
  });
}

const [RETURN, NEWLINE, SPACE, OPENS] = [0x0d, 0x0a, 0x20, 0x28];
const [LETTER_I, LETTER_D] = [0x49, 0x44];
const LINE_END = Buffer.of(NEWLINE);

/**
 * A page description from its parts, joined as the format says: which line ends a program writes, and the spaces where it joins parts, do not
 * count. All other bytes do; programs that write a description anew write more than its spaces in another way.
 */
function contentText(parts: readonly Buffer[]): Buffer {
  const trimmed = parts.map(withoutOuterSpaces).filter(({ byteLength }) => byteLength > 0);
  const [only = Buffer.alloc(0)] = trimmed;
  const joined = trimmed.length <= 1 ? only : Buffer.concat(trimmed.flatMap((part, at) => (at === 0 ? [part] : [LINE_END, part])));
  return joined.includes(RETURN) ? withNewlines(joined) : joined;
}

function withoutOuterSpaces(part: Buffer): Buffer {
  let [from, to] = [0, part.byteLength];
  while (from < to && isPdfSpace(part[from] ?? 0)) from += 1;
  while (to > from && isPdfSpace(part[to - 1] ?? 0)) to -= 1;
  return part.subarray(from, to);
}

/** In strings and pictures each byte counts: the codes of letters are among them. */
function withNewlines(bytes: Buffer): Buffer {
  const length = bytes.byteLength;
  const made = Buffer.allocUnsafe(length);
  let [at, to] = [0, 0];
  while (at < length) {
    const byte = bytes[at] ?? 0;
    if (byte === RETURN) {
      made[to] = NEWLINE;
      to += 1;
      at += bytes[at + 1] === NEWLINE ? 2 : 1;
      continue;
    }
    const end = byte === OPENS ? endOfLiteral(bytes, at) : beginsPicture(bytes, at) ? behindPicture(bytes, at + 2) : at + 1;
    for (; at < end; at += 1) {
      made[to] = bytes[at] ?? 0;
      to += 1;
    }
  }
  return made.subarray(0, to);
}

/** The operator behind which the bytes of an inline picture lie. */
function beginsPicture(bytes: Buffer, at: number): boolean {
  return bytes[at] === LETTER_I && bytes[at + 1] === LETTER_D && isPdfSpace(bytes[at - 1] ?? 0) && isPdfSpace(bytes[at + 2] ?? SPACE);
}
