import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import { kindOf } from '../foreign/kind-of.ts';
import { type ForeignFile, foreignFiles, foreignPlaceOf } from '../foreign/list.ts';
import { listedFiles, placeOf } from '../listed.ts';

/** A file to measure. `place`: where it lies now. */
export type PixelSample = ForeignFile & { readonly place: string; readonly password: string | null };

export type SampleChoice = {
  readonly corpus: string;
  readonly kinds: readonly ConvertedKind[];
  /** Part of the path or of the hash; empty for all. */
  readonly only: string;
  /** For each kind. */
  readonly limit: number;
};

/** The listed files of other people: those of foreign.tsv, and those of files.tsv. In the order of their hashes, so that some of them stand for all. */
export function listedSamples({ corpus, kinds, only, limit }: SampleChoice): readonly PixelSample[] {
  const all: readonly PixelSample[] = [
    ...foreignFiles().map((one) => ({ ...one, place: foreignPlaceOf(corpus, one), password: null })),
    ...listedFiles().map((one) => ({ ...one, place: placeOf(corpus, one) })),
  ];
  const wanted = all.filter(({ path, sha256 }) => path.includes(only) || sha256.startsWith(only));
  const sorted = wanted.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  return kinds.flatMap((kind) => sorted.filter((one) => one.kind === kind).slice(0, limit));
}

/** Every picture of a folder and of those in it. */
export function samplesIn(folder: string, { kinds, only }: Pick<SampleChoice, 'kinds' | 'only'>): readonly PixelSample[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((path): readonly PixelSample[] => {
    const place = join(folder, path);
    if (!statSync(place).isFile() || !path.includes(only)) return [];
    const bytes = readFileSync(place);
    const kind = kindOf(bytes);
    if (kind === null || !kinds.includes(kind)) return [];
    return [{ kind, source: 'folder', path, place, bytes: bytes.byteLength, sha256: sha256Of(bytes), password: null }];
  });
}

export function isThere({ place, sha256 }: PixelSample): boolean {
  return existsSync(place) && sha256Of(readFileSync(place)) === sha256;
}
