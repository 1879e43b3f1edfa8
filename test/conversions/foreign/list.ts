import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';

/** A picture of somebody else, found in a public repository, of which nothing is known but what its bytes say. */
export type ForeignFile = {
  /** By its signature. */
  readonly kind: ConvertedKind;
  /** A key of docs/conversions/foreign-sources.tsv. */
  readonly source: string;
  /** Inside its source. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

export type ForeignSource = { readonly key: string; readonly version: string; readonly licence: string };

const DOCS = join(import.meta.dirname, '../../../docs/conversions');
const FILES = join(DOCS, 'foreign.tsv');
const SOURCES = join(DOCS, 'foreign-sources.tsv');
const HEAD = ['kind', 'source', 'path', 'bytes', 'sha256'];
const SOURCES_HEAD = ['source', 'version', 'licence'];

/** The files of the list, or of another text of its form. Throws at a line that is not of that form. */
export function foreignFiles(text: string = existsSync(FILES) ? readFileSync(FILES, 'utf8') : ''): readonly ForeignFile[] {
  return linesOf(text).map((line) => {
    const [kind, source = '', path = '', bytes, sha256 = ''] = line.split('\t');
    const known = CONVERTED_KINDS.find((one) => one === kind);
    if (known === undefined || !/^[\da-f]{64}$/.test(sha256)) throw new Error(`not a line of the list of foreign files: ${line}`);
    return { kind: known, source, path, bytes: Number(bytes), sha256 };
  });
}

export function foreignSources(): readonly ForeignSource[] {
  return linesOf(existsSync(SOURCES) ? readFileSync(SOURCES, 'utf8') : '').map((line) => {
    const [key = '', version = '', licence = ''] = line.split('\t');
    return { key, version, licence };
  });
}

/** `versions`: of the sources that were looked into. A source without a licence in the list gets "not looked up", for a person to replace. */
export function writeForeign(files: readonly ForeignFile[], versions: ReadonlyMap<string, string>): void {
  const order = (one: ForeignFile): string => [one.kind, one.source, one.path].join('\t');
  const sorted = files.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
  writeFileSync(
    FILES,
    tableOf(
      HEAD,
      sorted.map(({ kind, source, path, bytes, sha256 }) => [kind, source, path, bytes, sha256]),
    ),
  );
  const licences = new Map(foreignSources().map(({ key, licence }) => [key, licence]));
  const known = new Map(foreignSources().map(({ key, version }) => [key, version]));
  const keys = [...new Set(files.map(({ source }) => source))].toSorted();
  const rows = keys.map((key) => [key, versions.get(key) ?? known.get(key) ?? '', licences.get(key) ?? 'not looked up']);
  writeFileSync(SOURCES, tableOf(SOURCES_HEAD, rows));
}

/** Where a gathered file is stored: by its content. */
export function foreignPlaceOf(corpus: string, { sha256, kind }: Pick<ForeignFile, 'sha256' | 'kind'>): string {
  return join(corpus, 'foreign', `${sha256}.${kind}`);
}

function linesOf(text: string): readonly string[] {
  return text.trimEnd().split('\n').slice(1);
}

function tableOf(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows, []].map((row) => row.join('\t')).join('\n');
}
