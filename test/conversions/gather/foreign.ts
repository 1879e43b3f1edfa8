import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256Of } from '#test/corpus/listed.ts';
import { type Found, packages, repositories, type Source, sourceArchives } from '#test/corpus/gather/sources.ts';
import { type ForeignFile, foreignFiles, foreignPlaceOf, kindOf, listedFiles, writeForeign } from '../foreign.ts';

const USAGE = `usage: npm run -s conversions:gather-foreign -- --corpus FOLDER [--repositories FOLDER] [--packages FOLDER] [--new-list]

Copies the pictures of docs/conversions/foreign.tsv out of clones (folders called owner+name), Debian packages (*.deb) and the sources of Debian
packages (*.orig.tar.*) into FOLDER/foreign. With --new-list, the list is made anew: every TIFF, HEIC, AVIF and WebP that is there, and some JPEGs
and PNGs, except for those that docs/conversions/files.tsv has.
`;

const NAMES = /\.(tiff?|btf|heic|heif|hif|avif|webp|jpe?g|png)$/i;
/** JPEG and PNG are only there for damaged copies; these are enough, drawn by their hashes. */
const OTHERS_MAX = 150;
const OTHERS = { bytesMin: 20_000, bytesMax: 2_000_000 };
/** In smaller files there is no picture. */
const BYTES_MIN = 100;

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
mkdirSync(join(corpus, 'foreign'), { recursive: true });
const unpacking = { into: join(corpus, 'unpacked'), wanted: NAMES };
const sources: readonly Source[] = [
  ...(values.repositories === undefined ? [] : repositories(values.repositories, NAMES)),
  ...(values.packages === undefined ? [] : [...packages(values.packages, unpacking), ...sourceArchives(values.packages, unpacking)]),
];
if (values['new-list'] === true) {
  const files = chosen();
  writeForeign(files, new Map(sources.map(({ key, version }) => [key, version])));
}
const missing = gather(foreignFiles());
for (const { source, path } of missing) process.stdout.write(`not there, or another content: ${source}: ${path}\n`);
process.stdout.write(`${missing.length} of ${foreignFiles().length} foreign files are not there\n`);
process.exitCode = missing.length === 0 ? 0 : 1;

/** Every picture of the sources, each content once. */
function chosen(): readonly ForeignFile[] {
  const known = new Set(listedFiles().map(({ sha256 }) => sha256));
  const all: ForeignFile[] = [];
  for (const { key, files } of sources) {
    for (const found of files) {
      const file = identified(key, found);
      if (file === null || known.has(file.sha256)) continue;
      known.add(file.sha256);
      all.push(file);
    }
    process.stderr.write(`${key}: ${all.length} files so far\n`);
  }
  const drawn = (kind: ForeignFile['kind']): readonly ForeignFile[] =>
    all
      .filter((one) => one.kind === kind && one.bytes >= OTHERS.bytesMin && one.bytes <= OTHERS.bytesMax)
      .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
      .slice(0, OTHERS_MAX);
  return [...all.filter(({ kind }) => kind !== 'jpeg' && kind !== 'png'), ...drawn('jpeg'), ...drawn('png')];
}

function identified(source: string, found: Found): ForeignFile | null {
  const { path, bytes: length } = found;
  const isOther = /\.(jpe?g|png)$/i.test(path);
  if (length < (isOther ? OTHERS.bytesMin : BYTES_MIN) || (isOther && length > OTHERS.bytesMax)) return null;
  const bytes = contentOf(found);
  const kind = bytes === null ? null : kindOf(bytes);
  return kind === null || bytes === null ? null : { kind, source, path, bytes: bytes.byteLength, sha256: sha256Of(bytes) };
}

/** Null where a clone lists a file that it does not have: snapshots leave out large ones. */
function contentOf(found: Found): Uint8Array | null {
  try {
    return found.read();
  } catch {
    return null;
  }
}

/** The files that were not found. */
function gather(list: readonly ForeignFile[]): readonly ForeignFile[] {
  const bySource = new Map(sources.map((source) => [source.key, new Map(source.files.map((found) => [found.path, found]))]));
  return list.filter((listed) => {
    const place = foreignPlaceOf(corpus, listed);
    if (existsSync(place)) return false;
    const found = bySource.get(listed.source)?.get(listed.path);
    const bytes = found === undefined ? null : contentOf(found);
    if (bytes === null || sha256Of(bytes) !== listed.sha256) return true;
    writeFileSync(place, bytes);
    return false;
  });
}
