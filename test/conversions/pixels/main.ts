import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { atOnce } from '#test/corpus/copies.ts';
import { openConverting } from '../programs.ts';
import { Drawn, isThere, listedSamples, type MeasureBy, measureFile, type PixelSample, samplesIn } from './measure-file.ts';
import { lookedAt } from './judge-page.ts';
import { joinedPixels, type NotMeasured, type PixelLine, pixelLineOf, pixelLinesOf, pixelReportOf } from './report.ts';
import type { FileVerdict } from './row.ts';

const USAGE = `usage: npm run -s conversions:pixels -- --corpus FOLDER [--files FOLDER] [--kinds tiff,heic] [--only TEXT] [--limit N] [--minutes N]
       [--report FOLDER]
       node test/conversions/pixels/main.ts --join FOLDER,FOLDER [--report FOLDER]

Converts the files of other people by the process that converts in the product, and compares each page of what was made with what two other
programs see of the file. Ends with 1 if a page is wrong or disputed, or a file is missing.

  --files FOLDER   the pictures of this folder in place of those of the lists
  --kinds LIST     only these kinds (default: tiff,heic,avif,webp)
  --only TEXT      only files whose path contains this, or whose hash begins with it
  --limit N        at most so many of each kind, in the order of their hashes
  --minutes N      takes no further file after so long; the report says how many were not measured
  --report FOLDER  where pixels.md and pixels.tsv are written (docs/conversions for those of the project; default: standard output, without pixels.tsv)
  --jobs N         files at a time (default 2)
  --again FOLDER   measures again what is wrong, disputed or unread in the pixels.tsv of this folder, once somebody has looked, and takes the rest from it
  --join FOLDERS   converts nothing: one report of the pixels.tsv in each of these folders, which runs of other kinds or files wrote
`;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    files: { type: 'string' },
    kinds: { type: 'string', default: 'tiff,heic,avif,webp' },
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: 'Infinity' },
    report: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    join: { type: 'string' },
    again: { type: 'string' },
  },
});
/** What a user looks at, and what is measured again then. */
const OPEN: ReadonlySet<FileVerdict> = new Set(['wrong', 'disputed', 'unread']);
type Run = NotMeasured & { readonly lines: readonly PixelLine[] };

const run = values.join === undefined ? await measuredRun(values.corpus ?? badUsage('no corpus')) : joinedRun(values.join.split(','));
const report = pixelReportOf(run.lines, run);
if (values.report === undefined) process.stdout.write(report);
else {
  writeFileSync(join(values.report, 'pixels.md'), report);
  writeFileSync(join(values.report, 'pixels.tsv'), pixelLinesOf(run.lines));
}
for (const path of run.missing) process.stderr.write(`not there, or another content: ${path}\n`);
process.exitCode = run.missing.length > 0 || run.lines.some(({ verdict }) => ['wrong', 'disputed'].includes(verdict)) ? 1 : 0;

function joinedRun(folders: readonly string[]): Run {
  return { lines: joinedPixels(folders.map((folder) => readFileSync(join(folder, 'pixels.tsv'), 'utf8'))), missing: [], left: 0 };
}

async function measuredRun(folder: string): Promise<Run> {
  const corpus = resolve(folder);
  const kinds = values.kinds.split(',').map((kind) => CONVERTED_KINDS.find((one) => one === kind) ?? badUsage(`not a kind: ${kind}`));
  const { only } = values;
  const before = values.again === undefined ? [] : joinedRun([values.again]).lines;
  const kept = before.filter(({ verdict }) => !OPEN.has(verdict));
  const isWanted = ({ sha256 }: PixelSample): boolean =>
    values.again === undefined || before.some((line) => line.sha256 === sha256 && OPEN.has(line.verdict));
  const listed =
    values.files === undefined
      ? listedSamples({ corpus, kinds, only, limit: Number(values.limit) })
      : samplesIn(values.files, { kinds, only });
  const all = listed.filter(isWanted);
  const samples = all.filter(isThere);
  const missing = all.filter((sample) => !samples.includes(sample)).map(({ source, path }) => `${source}: ${path}`);
  const by = { drawn: new Drawn(join(corpus, 'drawn')), lookedAt: lookedAt() };
  const idle = Array.from({ length: Number(values.jobs) }, openConverting);
  const untilMs = performance.now() + Number(values.minutes) * MINUTE_MS;
  const lines: PixelLine[] = [];
  await atOnce(idle.length, samples, async (sample) => {
    if (performance.now() > untilMs) return;
    const converting = idle.pop();
    if (converting === undefined) throw new Error('more files at a time than converters');
    const line = await measured(sample, { converting, ...by });
    idle.push(converting);
    lines.push(line);
    process.stderr.write(`${lines.length} of ${samples.length}: ${line.verdict}, ${line.outcome}: ${line.path}\n`);
  });
  for (const converting of idle) converting.end();
  return { lines: [...kept, ...lines], missing, left: samples.length - lines.length };
}

async function measured(sample: PixelSample, by: MeasureBy): Promise<PixelLine> {
  const { kind, source, path, sha256, bytes, place, password } = sample;
  return pixelLineOf({ kind, source, path, sha256, bytes, measured: await measureFile({ path: place, sha256, kind, password }, by) });
}

function badUsage(why: string): never {
  process.stderr.write(`${why}\n\n${USAGE}`);
  return process.exit(2);
}
