import type { PageFingerprint } from '#shared/domain/folder/page-fingerprint.ts';
import type { InspectBudget } from '../inspect-budget.ts';
import { contentsOf, resourcesOf } from '../pdf/pages.ts';
import { shownBy } from '../pdf/content.ts';
import type { PdfFile } from '../pdf/pdf-file.ts';
import type { PdfStream } from '../pdf/pdf-stream.ts';
import { nameIn, type PdfDictionary, type PdfValue } from '../pdf/pdf-values.ts';
import { decoded } from './decoded.ts';
import { fingerprintOf, jpegFingerprint } from './pictures.ts';

/** What each page draws: its description and what that names, unpacked. Null for a page that is not understood or draws nothing. */
export function pdfPageFingerprints(
  file: PdfFile,
  pages: readonly PdfDictionary[],
  budget: InspectBudget,
): readonly (PageFingerprint | null)[] {
  const drawing = new Drawing(file, budget);
  return pages.map((page) => drawing.page(page));
}

/** No form nests its fields deeper. */
const FIELD_PARENTS_MAX = 8;
/** No page nests its values and objects deeper. */
const DEPTH_MAX = 32;
/** What is drawn by name. Names of properties are notes. */
const DRAWN_BY_NAME = ['XObject', 'Font', 'ColorSpace', 'Pattern', 'Shading', 'ExtGState'] as const;
/** How a stream is packed, and what draws nothing: dates, notes, the way back to the page, and letters for copying text. */
const NOT_DRAWN: ReadonlySet<string> = new Set(
  (
    'Length Filter DecodeParms DL Length1 Length2 Length3 Type Name ID Parent P Pg StructParent StructParents Metadata PieceInfo LastModified ' +
    'OC ToUnicode Intent Interpolate Resources Group'
  ).split(' '),
);
/** A content this short is looked at, whether it draws anything. */
const LOOKED_AT_BYTES = 16_384;
/** The tag of a font that has only the letters that are used: six letters that each program chooses anew. */
const SUBSET_TAG = /^[A-Z]{6}\+/;
/** Longer texts are replaced by their fingerprint. */
const TEXT_MAX = 80;

class Drawing {
  readonly #file: PdfFile;
  readonly #budget: InspectBudget;
  readonly #known = new Map<string, string>();
  /** Something was too much, missing, or not unpacked. */
  #isUnsure = false;

  constructor(file: PdfFile, budget: InspectBudget) {
    this.#file = file;
    this.#budget = budget;
  }

  page(page: PdfDictionary): PageFingerprint | null {
    this.#isUnsure = false;
    const parts = contentsOf(this.#file, page).map((part) => this.#file.stream(part));
    if (parts.length === 0 || parts.includes(null)) return null;
    const content = this.#content(parts.filter((part) => part !== null));
    const fields = this.#fields(page);
    if (content === null || (fields.length === 0 && isEmpty(content))) return null;
    const drawn = this.#drawn(content, resourcesOf(this.#file, page), 0);
    return this.#isUnsure ? null : fingerprintOf('pdf page', [...drawn, ...fields]);
  }

  /** What is filled in: of all annotations, only the fields of a form belong to the paper. Programs draw them anew, so their values count. */
  #fields(page: PdfDictionary): readonly string[] {
    const annotations = this.#file.value(page.entries.get('Annots'));
    const widgets = (annotations?.kind === 'array' ? annotations.values : [])
      .map((one) => (this.#budget.spend('fingerprintValues', 1) ? this.#file.dictionary(one) : this.#unsure(null)))
      .filter((one) => one !== null && nameIn(one, 'Subtype') === 'Widget');
    const values = widgets.map((widget) => (widget === null ? null : this.#fieldValue(widget))).filter((value) => value !== null);
    // Their texts are encrypted one by one.
    return values.length > 0 && this.#file.trailer.entries.has('Encrypt') ? this.#unsure([]) : values;
  }

  /** Of a field, or of the one that it belongs to. Null if nothing is filled in. */
  #fieldValue(widget: PdfDictionary): string | null {
    let field: PdfDictionary | null = widget;
    for (let up = 0; field !== null && up < FIELD_PARENTS_MAX; up += 1) {
      const value = this.#file.value(field.entries.get('V'));
      if (value?.kind === 'string' && value.bytes !== '') return textOf(value.bytes);
      if (value?.kind === 'name') return `/${nameIn(widget, 'AS') ?? value.text}`;
      field = this.#file.dictionary(field.entries.get('Parent'));
    }
    return null;
  }

  /** Joined as the format says; how a program wraps lines does not count. */
  #content(parts: readonly PdfStream[]): string | null {
    const texts: string[] = [];
    for (const part of parts) {
      const made = decoded(part, this.#file, this.#budget);
      if (made === null || made.by !== null) return this.#unsure(null);
      texts.push(made.bytes.toString('latin1'));
    }
    return texts
      .join('\n')
      .replaceAll(/[\0\t\n\f\r ]+/g, ' ')
      .trim();
  }

  /** A description, and each thing that it names, by its name. */
  #drawn(content: string, resources: PdfValue | undefined, depth: number): readonly string[] {
    const named = new Set(Array.from(content.matchAll(/\/([^\s()<>[\]{}/%]+)/g), ([, name = '']) => name));
    const all = this.#file.dictionary(resources)?.entries;
    const parts = [content];
    for (const kind of DRAWN_BY_NAME) {
      const own = this.#file.dictionary(all?.get(kind))?.entries ?? new Map<string, PdfValue>();
      const used = [...own].filter(([name]) => named.has(name)).toSorted(([one], [other]) => (one < other ? -1 : 1));
      for (const [name, value] of used) parts.push(`${kind} ${name} ${this.#text(value, resources, depth + 1)}`);
    }
    return parts;
  }

  /** A value with all that it leads to, as text: short, or by its fingerprint. `resources`: of whoever draws it, for a form without its own. */
  #text(value: PdfValue, resources: PdfValue | undefined, depth: number): string {
    if (depth > DEPTH_MAX || !this.#budget.spend('fingerprintValues', 1)) return this.#unsure('');
    switch (value.kind) {
      case 'number':
        return String(value.value);
      case 'name':
        return `/${value.text.replace(SUBSET_TAG, '')}`;
      case 'word':
        return value.text;
      // Outside of streams, each program encrypts and writes it in its own way.
      case 'string':
        return '()';
      case 'reference':
        return this.#object(value, resources, depth);
      case 'array':
        return short(`[${value.values.map((one) => this.#text(one, resources, depth + 1)).join(' ')}]`);
      default:
        return short(`<${this.#entries(value, resources, depth).join(' ')}>`);
    }
  }

  #entries({ entries }: PdfDictionary, resources: PdfValue | undefined, depth: number): readonly string[] {
    return [...entries]
      .filter(([key]) => !NOT_DRAWN.has(key))
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, value]) => `/${key} ${this.#text(value, resources, depth + 1)}`);
  }

  #object(of: Extract<PdfValue, { kind: 'reference' }>, resources: PdfValue | undefined, depth: number): string {
    const key = `${of.object} ${of.generation}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // What leads back to itself.
    this.#known.set(key, 'loop');
    const stream = this.#file.stream(of);
    const value = stream === null ? this.#file.value(of) : null;
    const text =
      stream !== null ? this.#stream(stream, resources, depth + 1) : value === null ? 'null' : this.#text(value, resources, depth + 1);
    if (!this.#isUnsure) this.#known.set(key, text);
    else this.#known.delete(key);
    return text;
  }

  #stream(stream: PdfStream, resources: PdfValue | undefined, depth: number): string {
    const about = this.#entries(stream.dictionary, resources, depth).join(' ');
    const { entries } = stream.dictionary;
    // A form, or a tile of a pattern.
    if (nameIn(stream.dictionary, 'Subtype') === 'Form' || entries.has('PatternType')) {
      const content = this.#content([stream]);
      if (content === null) return '';
      return fingerprintOf('form', [about, ...this.#drawn(content, entries.get('Resources') ?? resources, depth)]);
    }
    const made = decoded(stream, this.#file, this.#budget);
    if (made === null) return this.#unsure('');
    if (made.by === null) return fingerprintOf('stream', [about, made.bytes]);
    const { name, parms } = made.by;
    const jpeg = name === 'DCTDecode' || name === 'DCT' ? jpegFingerprint(made.bytes) : null;
    if (jpeg !== null) return fingerprintOf('picture', [about, jpeg]);
    return fingerprintOf('packed', [about, name, parms === undefined ? '' : this.#text(parms, resources, depth + 1), made.bytes]);
  }

  #unsure<Answer>(answer: Answer): Answer {
    this.#isUnsure = true;
    return answer;
  }
}

/** Programs write the same text in either of the two encodings (ISO 32000-2, 7.9.2.2). */
function textOf(bytes: string): string {
  return bytes.startsWith('\xfe\xff')
    ? Buffer.from(bytes.slice(2, 2 + 2 * Math.floor((bytes.length - 2) / 2)), 'latin1')
        .swap16()
        .toString('utf16le')
    : bytes;
}

function short(text: string): string {
  return text.length <= TEXT_MAX ? text : fingerprintOf('text', [text]);
}

/** Whether a page draws nothing at all, as far as that is easily seen. */
function isEmpty(content: string): boolean {
  if (content.length > LOOKED_AT_BYTES) return false;
  const shown = shownBy(Buffer.from(content, 'latin1'));
  return shown !== null && shown.pictures.length === 0 && !shown.hasHiddenText;
}
