import { nameIn, type PdfDictionary, type PdfValue } from '../pdf/pdf-values.ts';
import type { PageReader } from './page-reader.ts';
import { shortText } from './pictures.ts';

/** No form nests its fields deeper. */
const FIELD_PARENTS_MAX = 8;

/**
 * What is filled in, and where: of all annotations, only the fields of a form belong to the paper. Programs draw them anew, so their values
 * count.
 */
export function fieldValues(page: PdfDictionary, reader: PageReader): readonly string[] {
  const annotations = reader.value(page.entries.get('Annots'));
  const values: string[] = [];
  for (const one of annotations?.kind === 'array' ? annotations.values : []) {
    if (!reader.count()) return [];
    const widget = reader.dictionary(one);
    const value = widget !== null && nameIn(widget, 'Subtype') === 'Widget' ? fieldValue(widget, reader) : null;
    if (reader.isUnsure()) return [];
    if (widget === null || value === null) continue;
    values.push(`${cornerOf(widget, reader)} ${shortText(value)}`);
  }
  // Their texts are encrypted one by one.
  return values.length > 0 && reader.file.trailer.entries.has('Encrypt') ? reader.unsure([]) : values;
}

/** Of a field, or of the one that it belongs to. Null if nothing is filled in. */
function fieldValue(widget: PdfDictionary, reader: PageReader): string | null {
  let field: PdfDictionary | null = widget;
  for (let up = 0; field !== null && up < FIELD_PARENTS_MAX; up += 1) {
    const said = field.entries.get('V');
    const text = said === undefined ? null : saidText(said, widget, reader);
    if (text !== null) return text;
    field = reader.dictionary(field.entries.get('Parent'));
  }
  return null;
}

/** A signature is a dictionary: it draws nothing that belongs to the paper. */
function saidText(said: PdfValue, widget: PdfDictionary, reader: PageReader): string | null {
  const stream = reader.file.stream(said);
  if (stream !== null) return readText(reader.decoded(stream)?.bytes.toString('latin1') ?? '', reader);
  const value = reader.value(said);
  if (value?.kind === 'string') return value.bytes === '' ? null : readText(value.bytes, reader);
  if (value?.kind === 'name') return `/${nameIn(widget, 'AS') ?? value.text}`;
  if (value?.kind === 'number') return String(value.value);
  if (value?.kind !== 'array') return null;
  // Several that are chosen from a list.
  return JSON.stringify(value.values.map((one) => (one.kind === 'string' ? readText(one.bytes, reader) : '')));
}

/** To read a letter costs as much as so many bytes. */
const LETTER_COST = 16;

function readText(bytes: string, reader: PageReader): string {
  return reader.countBytes(bytes.length * LETTER_COST) ? textOf(bytes) : '';
}

/** Two equal values in two fields are not the same. */
function cornerOf(widget: PdfDictionary, reader: PageReader): string {
  const box = reader.value(widget.entries.get('Rect'));
  const corner = box?.kind === 'array' ? box.values.slice(0, 2) : [];
  return corner.map((one) => (one.kind === 'number' ? Math.round(one.value) : '')).join(' ');
}

/** Characters of PDFDocEncoding that Latin-1 has at other codes (ISO 32000-2, D.3), from these codes on. */
const DOC_ENCODING: readonly (readonly [number, string])[] = [
  [0x18, '˘ˇˆ˙˝˛˚˜'],
  [0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'],
  [0xa0, '€'],
];

/** Programs write the same text in any of the three encodings (ISO 32000-2, 7.9.2.2). */
function textOf(bytes: string): string {
  const raw = Buffer.from(bytes, 'latin1');
  if (bytes.startsWith('\xef\xbb\xbf')) return raw.toString('utf8', 3);
  if (bytes.startsWith('\xfe\xff'))
    return raw
      .subarray(2, 2 + 2 * Math.floor((raw.byteLength - 2) / 2))
      .swap16()
      .toString('utf16le');
  return Array.from(bytes, docCharacter).join('');
}

function docCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const [from, characters] = DOC_ENCODING.findLast(([first]) => first <= code) ?? [0, ''];
  return characters[code - from] ?? character;
}
