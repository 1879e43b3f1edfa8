import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { TakenKind } from '#shared/domain/item/file-kinds.ts';
import { kindOf, type Listed, listedFiles, placeOf, sha256Of, writeList } from '../listed.ts';
import { type Found, packages, repositories, type Source } from './sources.ts';

const USAGE = `usage: node test/corpus/gather/main.ts --corpus FOLDER [--repositories FOLDER] [--packages FOLDER] [--new-list]

Copies the files of docs/corpus/files.tsv out of clones (folders called owner+name) and Debian packages (*.deb) into FOLDER/files.
With --new-list the list is made anew from all that is there.
`;

/** The maximum from one source, so that no test suite with thousands of near-identical files outweighs all others. */
const OF_ONE_SOURCE_MAX: Readonly<Record<TakenKind, number>> = { pdf: 75, jpeg: 25, png: 8, bmp: 25 };
const NAMES = /\.(pdf|jpe?g|jfif|png|bmp|dib)$/i;
const KINDS = ['pdf', 'jpeg', 'png', 'bmp'] as const;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    repositories: { type: 'string' },
    packages: { type: 'string' },
    'new-list': { type: 'boolean' },
  },
});
if (values.corpus === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const corpus = values.corpus;
mkdirSync(join(corpus, 'files'), { recursive: true });
const sources = [
  ...(values.repositories === undefined ? [] : repositories(values.repositories, NAMES)),
  ...(values.packages === undefined ? [] : packages(values.packages, { into: join(corpus, 'unpacked'), wanted: NAMES })),
];
if (values['new-list'] === true) listAnew();
else copyListed();

function listAnew(): void {
  const known = new Set<string>();
  const listed: Listed[] = [];
  const used: Source[] = [];
  for (const source of sources) {
    const taken = chosen(source, known);
    if (taken.length > 0) used.push(source);
    listed.push(...taken);
    process.stderr.write(`${source.key}: ${taken.length}\n`);
  }
  writeList(listed);
  const lines = used.map(({ key, version }) => `${key}\t${version}\n`);
  writeFileSync(join(import.meta.dirname, '../../../docs/corpus/sources.tsv'), `source\tversion\n${lines.join('')}`);
}

/** The first ones by hash, which is as good as random and the same for everybody. */
function chosen(source: Source, known: Set<string>): readonly Listed[] {
  const candidates = source.files.flatMap((found) => {
    const one = candidate(source.key, found);
    if (one === null || known.has(one.listed.sha256)) return [];
    known.add(one.listed.sha256);
    return [one];
  });
  const sorted = candidates.toSorted((a, b) => (a.listed.sha256 < b.listed.sha256 ? -1 : 1));
  const taken = KINDS.flatMap((kind) => sorted.filter(({ listed }) => listed.kind === kind).slice(0, OF_ONE_SOURCE_MAX[kind]));
  for (const { listed, found } of taken) keep(listed, found.read());
  return taken.map(({ listed }) => listed);
}

function candidate(source: string, found: Found): { readonly listed: Listed; readonly found: Found } | null {
  if (found.bytes === 0 || found.bytes > FILE_BYTES_MAX) return null;
  const bytes = found.read();
  const kind = kindOf(bytes);
  return kind === null ? null : { listed: { sha256: sha256Of(bytes), bytes: bytes.byteLength, kind, source, path: found.path }, found };
}

function copyListed(): void {
  const bySource = new Map(sources.map((source) => [source.key, new Map(source.files.map((found) => [found.path, found]))]));
  let missing = 0;
  for (const listed of listedFiles()) {
    if (existsSync(placeOf(corpus, listed))) continue;
    const bytes = bySource.get(listed.source)?.get(listed.path)?.read();
    if (bytes !== undefined && sha256Of(bytes) === listed.sha256) keep(listed, bytes);
    else missing += 1;
  }
  process.stdout.write(`${missing} files of the list are not there\n`);
}

function keep(listed: Listed, bytes: Uint8Array): void {
  const place = placeOf(corpus, listed);
  if (!existsSync(place)) writeFileSync(place, bytes);
}
