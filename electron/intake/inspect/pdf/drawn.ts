import { resourcesOf } from './pages.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import { nameIn, type PdfDictionary, type PdfValue } from './pdf-values.ts';

/** What pages draw: their content streams, and the forms and pictures that these may name. */
export type Drawn = {
  readonly streams: readonly PdfStream[];
  /** Those of them that are page descriptions. */
  readonly contents: readonly PdfStream[];
  /** A stream is missing. */
  readonly isMissing: boolean;
  /** Some object that is named is nowhere. If the cross-reference is right, that means nothing is drawn for it. */
  readonly isDangling: boolean;
  /** There is more than was followed. */
  readonly isCut: boolean;
};

/** Limit of references to follow. */
const REFERENCES_MAX = 20_000;

type Named = { readonly value: PdfValue; readonly isDrawn: boolean };

/**
 * Follows what the pages name: each reference once, without recursion. `everything`: also fonts, colours, and what annotations draw; otherwise
 * page descriptions, forms and pictures.
 */
export function drawnBy(file: PdfFile, pages: readonly PdfDictionary[], which: 'pictures' | 'everything' = 'pictures'): Drawn {
  const isAll = which === 'everything';
  const streams = new Map<number, PdfStream>();
  const contents = new Set<PdfStream>();
  const seen = new Set<number>();
  let [isMissing, isDangling] = [false, false];
  const drawn = (isCut: boolean): Drawn => ({ streams: [...streams.values()], contents: [...contents], isMissing, isDangling, isCut });
  const open: Named[] = pages.flatMap((page) => [...namedBy(file, page), ...(isAll ? annotationsOf(file, page) : [])]);
  if (isAll) open.push(...attachedTo(file));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isDrawn } = next;
    if (value.kind !== 'reference') {
      open.push(...namedIn(value, isDrawn, isAll));
      continue;
    }
    if (seen.has(value.object)) continue;
    seen.add(value.object);
    if (seen.size > REFERENCES_MAX) return drawn(true);
    const stream = file.stream(value);
    if (stream !== null && (isAll || isDrawn || isPicture(stream))) streams.set(value.object, stream);
    if (stream !== null && isContent(stream, isDrawn)) contents.add(stream);
    isDangling ||= !file.has(value);
    const read = file.value(value);
    // A drawn reference must lead to a stream, or to an array or a dictionary; anything else counts as a missing stream.
    if (isDrawn && stream === null && read?.kind !== 'array' && read?.kind !== 'dictionary') isMissing = true;
    // Only that of a stream has a length.
    if (isAll && stream === null && read?.kind === 'dictionary' && read.entries.has('Length')) isMissing = true;
    open.push(...namedIn(read, isDrawn && read?.kind === 'array', isAll));
  }
  return drawn(false);
}

function namedBy(file: PdfFile, page: PdfDictionary): readonly Named[] {
  const [contents, resources] = [page.entries.get('Contents'), resourcesOf(file, page)];
  return [
    ...(contents === undefined ? [] : [{ value: contents, isDrawn: true }]),
    ...(resources === undefined ? [] : [{ value: resources, isDrawn: false }]),
  ];
}

/** Embedded files: the data of an electronic invoice are there, and no page shows them. */
function attachedTo(file: PdfFile): readonly Named[] {
  const root = file.dictionary(file.trailer.entries.get('Root'))?.entries;
  const names = file.dictionary(root?.get('Names'))?.entries.get('EmbeddedFiles');
  return [root?.get('AF'), names].flatMap((value) => (value === undefined ? [] : [{ value, isDrawn: false }]));
}

/** What annotations look like, and files in them; what they lead to is elsewhere. */
function annotationsOf(file: PdfFile, page: PdfDictionary): readonly Named[] {
  const read = file.value(page.entries.get('Annots'));
  const annotations = read?.kind === 'array' ? read.values : [];
  return annotations.flatMap((one) => {
    const entries = file.dictionary(one)?.entries;
    const looks = file.dictionary(entries?.get('AP'))?.entries.get('N');
    return [looks, entries?.get('FS')].flatMap((value) => (value === undefined ? [] : [{ value, isDrawn: false }]));
  });
}

/** Keys that lead back to the pages, or to nothing that is drawn. */
const BACK: ReadonlySet<string> = new Set(['Parent', 'P', 'Pg', 'StructParent', 'OCGs', 'Metadata', 'PieceInfo', 'LastModified']);

function namedIn(value: PdfValue | null, isDrawn: boolean, isAll: boolean): readonly Named[] {
  if (value?.kind === 'array') return value.values.filter(isHolder).map((one) => ({ value: one, isDrawn }));
  if (value?.kind !== 'dictionary') return [];
  return [...value.entries]
    .filter(([key, one]) => isHolder(one) && !BACK.has(key))
    .flatMap(([key, one]) => {
      if (key === 'XObject' || (isAll && key === 'Font')) return drawnNames(one);
      return [{ value: one, isDrawn: isAll && FONT_FILE.test(key) }];
    });
}

const FONT_FILE = /^FontFile[23]?$/;

/** Forms and pictures of an XObject dictionary. */
function drawnNames(value: PdfValue): readonly Named[] {
  if (value.kind !== 'dictionary') return [{ value, isDrawn: false }];
  return [...value.entries.values()].filter(isHolder).map((one) => ({ value: one, isDrawn: true }));
}

function isHolder({ kind }: PdfValue): boolean {
  return kind === 'reference' || kind === 'array' || kind === 'dictionary';
}

/** A stream of a page, a form, or a font's letter, and not a picture. */
function isContent({ dictionary }: PdfStream, isDrawn: boolean): boolean {
  const subtype = nameIn(dictionary, 'Subtype');
  return subtype === 'Form' || (isDrawn && subtype === null && nameIn(dictionary, 'Type') === null && !dictionary.entries.has('Length1'));
}

function isPicture({ dictionary }: PdfStream): boolean {
  return ['Image', 'Form'].includes(nameIn(dictionary, 'Subtype') ?? '');
}
