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

const DOCS = join(import.meta.dirname, '../../docs/conversions');
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

/** `versions`: of the sources that were looked into. A source without a licence in the list gets "not looked up", for a user to replace. */
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

const AVIF_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis']);
const HEIF_BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** The kind of a picture by its signature, not by its name. Null for everything else: raw photos and pointers of Git LFS have such names too. */
export function kindOf(bytes: Uint8Array): ConvertedKind | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  // The fourth byte of BigTIFF is another one; a file that says so is a TIFF for whoever scans it.
  if (/^(II[*+]\0|MM\0[*+])/.test(head)) return 'tiff';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.slice(4, 8) !== 'ftyp') return null;
  const brands = [head.slice(8, 12), ...(head.slice(16).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif';
  return brands.some((brand) => HEIF_BRANDS.has(brand)) ? 'heic' : null;
}

/** A file of somebody else, or of ours: what is needed to convert it and to judge the result. */
export type Sample = {
  readonly kind: ConvertedKind;
  /** For the table. */
  readonly name: string;
  /** The device or the program that wrote it. */
  readonly by: string;
  /** Tesseract's name of the language of its text; null for a picture without text. */
  readonly language: string | null;
  /** Opens a protected PDF; it is public. */
  readonly password: string | null;
  /** `made`, or the fault that is known and described in docs/conversions/README.md. */
  readonly outcome: string;
  readonly source: string;
};

export type Listed = Sample & {
  readonly sha256: string;
  readonly bytes: number;
  /** Inside its source. */
  readonly path: string;
};
const LISTED_FILES = join(DOCS, 'files.tsv');
const LISTED_SOURCES = join(DOCS, 'sources.tsv');
const LISTED_HEAD = ['kind', 'source', 'path', 'by', 'language', 'password', 'outcome', 'bytes', 'sha256'];

/** The files themselves may not be redistributed with this project; what they are and where they come from may. */
export function listedFiles(text: string = readFileSync(LISTED_FILES, 'utf8')): readonly Listed[] {
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const cells = line.split('\t');
    const [kind, source = '', path = '', by = '', language, password, outcome = '', bytes, sha256 = ''] = cells;
    const known = CONVERTED_KINDS.find((one) => one === kind);
    if (known === undefined || cells.length !== LISTED_HEAD.length) throw new Error(`not a line of the list: ${line}`);
    const name = path.split('/').at(-1) ?? path;
    return {
      kind: known,
      name,
      by,
      language: orNull(language),
      password: orNull(password),
      outcome,
      source,
      sha256,
      bytes: Number(bytes),
      path,
    };
  });
}

export function writeList(files: readonly Listed[], versions: ReadonlyMap<string, string>): void {
  const lines = files.map((one) => {
    const { kind, source, path, by, language, password, outcome, bytes, sha256 } = one;
    return [kind, source, path, by, language ?? '-', password ?? '-', outcome, bytes, sha256].join('\t');
  });
  writeFileSync(LISTED_FILES, [LISTED_HEAD.join('\t'), ...lines, ''].join('\n'));
  const sources = listedSources().map(({ key, version, licence }) => [key, versions.get(key) ?? version, licence].join('\t'));
  writeFileSync(LISTED_SOURCES, ['source\tversion\tlicence', ...sources, ''].join('\n'));
}

type ListedSource = { readonly key: string; readonly version: string; readonly licence: string };

export function listedSources(): readonly ListedSource[] {
  const lines = readFileSync(LISTED_SOURCES, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const [key = '', version = '', licence = ''] = line.split('\t');
    return { key, version, licence };
  });
}

/** Where a gathered file is stored: by its content. */
export function placeOf(corpus: string, { sha256, kind }: Pick<Listed, 'sha256' | 'kind'>): string {
  return join(corpus, 'conversions', `${sha256}.${kind}`);
}

/** Where a file that this machine makes is stored. */
export function madePlaceOf(corpus: string, name: string): string {
  return join(corpus, 'conversions-made', name);
}

function orNull(cell: string | undefined): string | null {
  return cell === undefined || cell === '-' ? null : cell;
}
