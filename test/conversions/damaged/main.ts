import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { atOnce } from '#test/corpus/copies.ts';
import { type Converting, openConverting } from '../programs.ts';
import { Drawn, isThere, listedSamples, type PixelSample } from '../pixels/measure-file.ts';
import { type CopyRow, type Damage, DAMAGES, tryCopy } from './damage.ts';
import { damagedLinesOf, damagedReportOf, joinedCopies } from './report.ts';

const USAGE = `usage: npm run -s conversions:damaged -- --corpus FOLDER [--kinds tiff,png] [--damages crlf,halves] [--only TEXT] [--limit N] [--bytes MIN-MAX] [--report FOLDER]
       node test/conversions/damaged/main.ts --join FOLDER,FOLDER [--report FOLDER]

Damages copies of the files of other people in seven ways, converts each by the process that converts in the product, and compares what was made
with what the whole file makes. Ends with 1 if something was made that lacks something, without a word.

  --kinds LIST     only these formats (default: tiff,heic,webp,avif,jpeg,png)
  --damages LIST   only these ways
  --only TEXT      only files whose path contains this, or whose hash begins with it
  --limit N        files of each format (default 90): those that are made, in the order of their hashes
  --bytes MIN-MAX  only files of such a size (default 4000-3000000)
  --keep FOLDER    leaves the damaged copies, and what was made of them, in this folder
  --report FOLDER  where damaged.md and damaged.tsv are written (default: standard output, without damaged.tsv)
  --jobs N         files at a time (default 2)
  --join FOLDERS   converts nothing: one report of the damaged.tsv in each of these folders, which runs of other kinds or damages wrote
`;

/** In a smaller file nearly every byte is of its head; a larger one takes long and shows no more. */
const SIZE = '4000-3000000';

/** Nothing in a file of this kind would show that some of it is missing. */
const OF_ITS_KIND = JSON.stringify({ kind: 'unsure', about: 'content' });

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    kinds: { type: 'string', default: 'tiff,heic,webp,avif,jpeg,png' },
    damages: { type: 'string', default: DAMAGES.join(',') },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '90' },
    bytes: { type: 'string', default: SIZE },
    keep: { type: 'string' },
    report: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    join: { type: 'string' },
  },
});
const drawn = new Drawn(null);
const rows =
  values.join === undefined ? await tryFiles(values.corpus ?? badUsage('no corpus')) : joinedCopies(values.join.split(',').map(linesIn));
const report = damagedReportOf(rows);
if (values.report === undefined) process.stdout.write(report);
else {
  writeFileSync(join(values.report, 'damaged.md'), report);
  writeFileSync(join(values.report, 'damaged.tsv'), damagedLinesOf(rows));
}
process.exitCode = rows.some(({ outcome }) => outcome === 'silent-loss') ? 1 : 0;

function linesIn(folder: string): string {
  return readFileSync(join(folder, 'damaged.tsv'), 'utf8');
}

async function tryFiles(corpus: string): Promise<readonly CopyRow[]> {
  const kinds = values.kinds.split(',').map((kind) => known<ConvertedKind>(CONVERTED_KINDS, kind));
  const damages = values.damages.split(',').map((damage) => known<Damage>(DAMAGES, damage));
  const idle = Array.from({ length: Number(values.jobs) }, openConverting);
  const tried: CopyRow[] = [];
  for (const kind of kinds) tried.push(...(await tryKind(kind, { corpus: resolve(corpus), damages, idle })));
  for (const converting of idle) converting.end();
  return tried;
}

type TryHow = { readonly corpus: string; readonly damages: readonly Damage[]; readonly idle: Converting[] };

async function tryKind(kind: ConvertedKind, { corpus, damages, idle }: TryHow): Promise<readonly CopyRow[]> {
  const limit = Number(values.limit);
  const [bytesMin = 0, bytesMax = 0] = values.bytes.split('-').map(Number);
  const samples = listedSamples({ corpus, kinds: [kind], only: values.only, limit: Infinity })
    .filter(({ bytes, password }) => bytes >= bytesMin && bytes <= bytesMax && password === null)
    .filter(isThere)
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const all: CopyRow[] = [];
  let taken = 0;
  await atOnce(idle.length, samples, async (sample) => {
    if (taken >= limit) return;
    const converting = idle.pop();
    if (converting === undefined) throw new Error('more files at a time than converters');
    const other = samples[(samples.indexOf(sample) + 1) % samples.length] ?? sample;
    const tried = await tryCopies(sample, { converting, other, damages });
    idle.push(converting);
    if (tried === null || taken >= limit) return;
    taken += 1;
    all.push(...tried);
    process.stderr.write(`${kind}, ${taken} of ${limit}: ${sample.path}: ${tried.map(({ outcome }) => outcome).join(' ')}\n`);
  });
  return all;
}

/** Null if nothing is made of the whole file, or something is said about it already: but what is said of each file of a kind is no fault of this one. */
async function tryCopies(
  sample: PixelSample,
  { damages, ...by }: { readonly converting: Converting; readonly other: PixelSample; readonly damages: readonly Damage[] },
): Promise<readonly CopyRow[] | null> {
  const { place, sha256, kind, password } = sample;
  const { made } = await by.converting.convert({ path: place, sha256, kind, password });
  if (made === null || !made.remarks.every((remark) => remark === OF_ITS_KIND)) return null;
  const keep = values.keep ?? null;
  const tried: CopyRow[] = [];
  for (const damage of damages) tried.push(await tryCopy(sample, damage, { ...by, drawn, whole: made, keep }));
  return tried;
}

function known<One extends string>(all: readonly One[], wanted: string): One {
  const one = all.find((each) => each === wanted);
  if (one !== undefined) return one;
  return badUsage(`not known: ${wanted}`);
}

function badUsage(why: string): never {
  process.stderr.write(`${why}\n\n${USAGE}`);
  return process.exit(2);
}
