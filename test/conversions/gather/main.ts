import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sha256Of } from '#test/corpus/listed.ts';
import { packages, repositories, type Source, sourceArchives } from '#test/corpus/gather/sources.ts';
import { type Listed, listedFiles, listedSources, madePlaceOf, placeOf, writeList } from '../foreign.ts';
import { makeFile } from '../made/recipe.ts';
import { RECIPES } from '../made/recipes.ts';

const USAGE = `usage: npm run -s conversions:gather -- --corpus FOLDER [--repositories FOLDER] [--packages FOLDER] [--new-list]

Copies the files of docs/conversions/files.tsv out of clones (folders called owner+name), Debian packages (*.deb) and the sources of Debian
packages (*.orig.tar.*) into FOLDER/conversions, and makes the others in FOLDER/conversions-made.
With --new-list, sizes, hashes and versions in the lists are made anew from what is there.
`;

const NAMES = /\.(tiff?|heic|heif|hif|avif|webp|bmp|png|jpe?g|pdf)$/i;

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
for (const folder of ['conversions', 'conversions-made']) mkdirSync(join(corpus, folder), { recursive: true });
const used = new Set(listedSources().map(({ key }) => key));
const unpacking = { into: join(corpus, 'unpacked'), wanted: NAMES };
const sources = [
  ...(values.repositories === undefined ? [] : repositories(values.repositories, NAMES)),
  ...(values.packages === undefined ? [] : [...packages(values.packages, unpacking), ...sourceArchives(values.packages, unpacking)]),
].filter(({ key }) => used.has(key));

const missing = gather(sources);
for (const recipe of RECIPES) {
  if (existsSync(madePlaceOf(corpus, recipe.name))) continue;
  process.stderr.write(`making ${recipe.name}\n`);
  await makeFile(recipe, madePlaceOf(corpus, recipe.name));
}
for (const { source, path } of missing) process.stdout.write(`not there, or another content: ${source}: ${path}\n`);
process.stdout.write(`${missing.length} files of the list are not there\n`);
process.exitCode = missing.length === 0 ? 0 : 1;

/** The files that were not found. */
function gather(from: readonly Source[]): readonly Listed[] {
  const bySource = new Map(from.map((source) => [source.key, new Map(source.files.map((found) => [found.path, found]))]));
  const absent: Listed[] = [];
  const list = listedFiles().map((listed) => {
    const isNew = values['new-list'] === true;
    if (!isNew && existsSync(placeOf(corpus, listed))) return listed;
    const bytes = bySource.get(listed.source)?.get(listed.path)?.read();
    const sha256 = bytes === undefined ? null : sha256Of(bytes);
    if (bytes === undefined || sha256 === null || (!isNew && sha256 !== listed.sha256)) {
      absent.push(listed);
      return listed;
    }
    const found = { ...listed, sha256, bytes: bytes.byteLength };
    writeFileSync(placeOf(corpus, found), bytes);
    return found;
  });
  if (values['new-list'] === true) writeList(list, new Map(from.map(({ key, version }) => [key, version])));
  return absent;
}
