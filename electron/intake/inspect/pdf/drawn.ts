import { resourcesOf } from './pages.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfStream } from './pdf-stream.ts';
import { nameIn, type PdfDictionary, type PdfValue } from './pdf-values.ts';

/** What pages draw: their content streams, and the forms and pictures that these may name. */
export type Drawn = {
  readonly streams: readonly PdfStream[];
  /** A stream is missing. */
  readonly isMissing: boolean;
  /** There is more than was followed. */
  readonly isCut: boolean;
};

/** Limit of references to follow. */
const REFERENCES_MAX = 20_000;

type Named = { readonly value: PdfValue; readonly isDrawn: boolean };

/** Follows what the pages name: each reference once, without recursion. */
export function drawnBy(file: PdfFile, pages: readonly PdfDictionary[]): Drawn {
  const streams = new Map<number, PdfStream>();
  const seen = new Set<number>();
  let isMissing = false;
  const open: Named[] = pages.flatMap((page) => namedBy(file, page));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isDrawn } = next;
    if (value.kind !== 'reference') {
      open.push(...namedIn(value, isDrawn));
      continue;
    }
    if (seen.has(value.object)) continue;
    seen.add(value.object);
    if (seen.size > REFERENCES_MAX) return { streams: [...streams.values()], isMissing, isCut: true };
    const stream = file.stream(value);
    if (stream !== null && (isDrawn || isPicture(stream))) streams.set(value.object, stream);
    const read = file.value(value);
    // A drawn reference must lead to a stream, or to an array or a dictionary; anything else counts as a missing stream.
    if (isDrawn && stream === null && read?.kind !== 'array' && read?.kind !== 'dictionary') isMissing = true;
    open.push(...namedIn(read, isDrawn && read?.kind === 'array'));
  }
  return { streams: [...streams.values()], isMissing, isCut: false };
}

function namedBy(file: PdfFile, page: PdfDictionary): readonly Named[] {
  const [contents, resources] = [page.entries.get('Contents'), resourcesOf(file, page)];
  return [
    ...(contents === undefined ? [] : [{ value: contents, isDrawn: true }]),
    ...(resources === undefined ? [] : [{ value: resources, isDrawn: false }]),
  ];
}

/** Keys that lead back to the pages, or to nothing that is drawn. */
const BACK: ReadonlySet<string> = new Set(['Parent', 'P', 'Pg', 'StructParent', 'OCGs', 'Metadata', 'PieceInfo', 'LastModified']);

function namedIn(value: PdfValue | null, isDrawn: boolean): readonly Named[] {
  if (value?.kind === 'array') return value.values.filter(isHolder).map((one) => ({ value: one, isDrawn }));
  if (value?.kind !== 'dictionary') return [];
  return [...value.entries]
    .filter(([key, one]) => isHolder(one) && !BACK.has(key))
    .flatMap(([key, one]) => (key === 'XObject' ? drawnNames(one) : [{ value: one, isDrawn: false }]));
}

/** Forms and pictures of an XObject dictionary. */
function drawnNames(value: PdfValue): readonly Named[] {
  if (value.kind !== 'dictionary') return [{ value, isDrawn: false }];
  return [...value.entries.values()].filter(isHolder).map((one) => ({ value: one, isDrawn: true }));
}

function isHolder({ kind }: PdfValue): boolean {
  return kind === 'reference' || kind === 'array' || kind === 'dictionary';
}

function isPicture({ dictionary }: PdfStream): boolean {
  return ['Image', 'Form'].includes(nameIn(dictionary, 'Subtype') ?? '');
}
