import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';

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

const DOCS = join(import.meta.dirname, '../../docs/conversions');
const FILES = join(DOCS, 'files.tsv');
const SOURCES = join(DOCS, 'sources.tsv');
const HEAD = ['kind', 'source', 'path', 'by', 'language', 'password', 'outcome', 'bytes', 'sha256'];

/** The files themselves may not be redistributed with this project; what they are and where they come from may. */
export function listedFiles(text: string = readFileSync(FILES, 'utf8')): readonly Listed[] {
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.map((line) => {
    const cells = line.split('\t');
    const [kind, source = '', path = '', by = '', language, password, outcome = '', bytes, sha256 = ''] = cells;
    const known = CONVERTED_KINDS.find((one) => one === kind);
    if (known === undefined || cells.length !== HEAD.length) throw new Error(`not a line of the list: ${line}`);
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
  writeFileSync(FILES, [HEAD.join('\t'), ...lines, ''].join('\n'));
  const sources = listedSources().map(({ key, version, licence }) => [key, versions.get(key) ?? version, licence].join('\t'));
  writeFileSync(SOURCES, ['source\tversion\tlicence', ...sources, ''].join('\n'));
}

export type ListedSource = { readonly key: string; readonly version: string; readonly licence: string };

export function listedSources(): readonly ListedSource[] {
  const lines = readFileSync(SOURCES, 'utf8').trimEnd().split('\n').slice(1);
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
