import { unreachable } from '#shared/lib/unreachable.ts';
import type { PdfStream } from '../pdf/pdf-stream.ts';
import { nameIn, type PdfDictionary, type PdfValue } from '../pdf/pdf-values.ts';
import { contentText } from './content-text.ts';
import type { PageReader } from './page-reader.ts';
import { fingerprintOf, jpegFingerprint, shortText } from './pictures.ts';

/** No page nests its values and objects deeper. */
const DEPTH_MAX = 32;
/** A byte of a description costs as much as so many others: it is read for its spaces, and for its names. */
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
/** The tag of a font that has only the letters that are used: six letters that each program chooses anew. */
const SUBSET_TAG = /^[A-Z]{6}\+/;
const NAME = /\/([^\s()<>[\]{}/%]+)/g;

type Reference = Extract<PdfValue, { kind: 'reference' }>;
type At = { readonly resources: PdfValue | undefined; readonly depth: number };

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
  content(parts: readonly PdfStream[]): string | null {
    const made: Buffer[] = [];
    for (const part of parts) {
      const { bytes, by } = this.#reader.decoded(part) ?? { bytes: null, by: null };
      if (bytes === null || by !== null) return this.#reader.unsure(null);
      made.push(bytes, Buffer.from('\n'));
    }
    const bytes = made.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (!this.#reader.countBytes(bytes * DESCRIPTION_COST)) return null;
    const [only] = made;
    return contentText(made.length === 2 && only !== undefined ? only : Buffer.concat(made));
  }

  /** A description, and each thing that it names, by its name. `resources`: of whoever draws it, for a form without its own. */
  drawn(content: string, { resources, depth }: At): readonly string[] {
    const all = this.#reader.dictionary(resources)?.entries;
    const own = DRAWN_BY_NAME.map((kind) => [kind, sorted(this.#reader.dictionary(all?.get(kind)))] as const);
    const named = namedIn(content, new Set(own.flatMap(([, entries]) => entries.map(([name]) => name))));
    const parts = [content];
    for (const [kind, entries] of own)
      for (const [name, value] of entries)
        if (named.has(name)) parts.push(`${kind} ${name} ${this.#text(value, { resources, depth: depth + 1 })}`);
    return parts;
  }

  /** A value with all that it leads to. */
  #text(value: PdfValue, at: At): string {
    if (this.#reader.isUnsure() || !this.#reader.count()) return '';
    if (at.depth > DEPTH_MAX) return this.#reader.unsure('');
    switch (value.kind) {
      case 'number':
        return String(value.value);
      case 'name':
        return `/${plainName(value.text).replace(SUBSET_TAG, '')}`;
      case 'word':
        return value.text;
      // Outside of streams, each program encrypts and writes it in its own way.
      case 'string':
        return '()';
      case 'reference':
        return this.#object(value, deeper(at));
      case 'array':
        return shortText(`[${value.values.map((one) => this.#text(one, deeper(at))).join(' ')}]`);
      case 'dictionary':
        return shortText(`<${this.#entries(value, at).join(' ')}>`);
      default:
        return unreachable(value);
    }
  }

  #entries(dictionary: PdfDictionary, at: At, hasChosenNames = false): readonly string[] {
    // Its letters draw by names of their own.
    const isOfLetters = nameIn(dictionary, 'Subtype') === 'Type3';
    return sorted(dictionary)
      .filter(([key]) => hasChosenNames || !NOT_DRAWN.has(key) || (isOfLetters && key === 'Resources'))
      .map(([key, value]) => `/${key} ${OF_CHOSEN_NAMES.has(key) ? this.#namesIn(value, deeper(at)) : this.#text(value, deeper(at))}`);
  }

  #namesIn(value: PdfValue, at: At): string {
    const dictionary = this.#reader.dictionary(value);
    return dictionary === null ? this.#text(value, at) : shortText(`<${this.#entries(dictionary, at, true).join(' ')}>`);
  }

  #object(of: Reference, at: At): string {
    const stream = this.#reader.file.stream(of);
    const key = `${of.object} ${of.generation}${stream !== null && borrows(stream) ? ` ${this.#lender(at.resources)}` : ''}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // What leads back to itself.
    this.#known.set(key, 'loop');
    const value = stream === null ? this.#reader.value(of) : null;
    const text = stream !== null ? this.#stream(stream, at) : value === null ? 'null' : this.#text(value, at);
    if (this.#reader.isUnsure()) this.#known.delete(key);
    else this.#known.set(key, text);
    return text;
  }

  #lender(resources: PdfValue | undefined): number {
    const lender = this.#reader.dictionary(resources);
    const known = this.#lenders.get(lender);
    if (known === undefined) this.#lenders.set(lender, this.#lenders.size);
    return known ?? this.#lenders.size - 1;
  }

  #stream(stream: PdfStream, at: At): string {
    const about = this.#entries(stream.dictionary, at).join(' ');
    if (this.#reader.isUnsure()) return '';
    if (isDescription(stream)) {
      const content = this.content([stream]);
      const resources = stream.dictionary.entries.get('Resources') ?? at.resources;
      return content === null ? '' : fingerprintOf('form', [about, ...this.drawn(content, { ...at, resources })]);
    }
    const made = this.#reader.decoded(stream);
    if (made === null) return '';
    if (made.by === null) return fingerprintOf('stream', [about, made.bytes]);
    const { name, parms } = made.by;
    const jpeg = name === 'DCTDecode' || name === 'DCT' ? jpegFingerprint(made.bytes) : null;
    if (jpeg !== null) return fingerprintOf('picture', [about, jpeg]);
    return fingerprintOf('packed', [about, name, parms === undefined ? '' : this.#text(parms, deeper(at)), made.bytes]);
  }
}

function deeper(at: At): At {
  return { ...at, depth: at.depth + 1 };
}

/** A form, or a tile of a pattern. */
function isDescription({ dictionary }: PdfStream): boolean {
  return nameIn(dictionary, 'Subtype') === 'Form' || dictionary.entries.has('PatternType');
}

/** It draws by the names of whoever draws it. */
function borrows(stream: PdfStream): boolean {
  return isDescription(stream) && !stream.dictionary.entries.has('Resources');
}

/** With plain names, in an order that does not depend on the program. */
function sorted(dictionary: PdfDictionary | null): readonly (readonly [string, PdfValue])[] {
  const plain = [...(dictionary?.entries ?? [])].map(([name, value]) => [plainName(name), value] as const);
  return plain.toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** Those of `names` that a description names. It may have millions of others. */
function namedIn(content: string, names: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  if (names.size === 0) return found;
  for (const [, name = ''] of content.matchAll(NAME)) {
    const plain = plainName(name);
    if (names.has(plain)) found.add(plain);
    if (found.size === names.size) break;
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
