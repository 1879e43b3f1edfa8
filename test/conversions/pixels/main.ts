import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { CONVERTED_KINDS, type ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { atOnce } from '#test/corpus/at-once.ts';
import { openConverting } from '../converting.ts';
import { Drawn } from './drawn.ts';
import { lookedAt } from './looked-at.ts';
import { measureFile } from './measure-file.ts';
import { pixelLinesOf, pixelReportOf } from './report.ts';
import { type PixelRow, verdictOf } from './row.ts';
import { isThere, listedSamples, type PixelSample, samplesIn } from './samples.ts';

const USAGE = `usage: npm run -s conversions:pixels -- --corpus FOLDER [--files FOLDER] [--kinds tiff,heic] [--only TEXT] [--limit N] [--minutes N]
       [--report FOLDER]

Converts the files of other people by the process that converts in the product, and compares each page of what was made with what two other
programs see of the file. Ends with 1 if a page is wrong or disputed, or a file is missing.

  --files FOLDER   the pictures of this folder in place of those of the lists
  --kinds LIST     only these kinds (default: tiff,heic,avif,webp)
  --only TEXT      only files whose path contains this, or whose hash begins with it
  --limit N        at most so many of each kind, in the order of their hashes
  --minutes N      takes no further file after so long; the report says how many were not measured
  --report FOLDER  where pixels.md and pixels.tsv are written (docs/conversions for those of the project; default: standard output, without pixels.tsv)
  --jobs N         files at a time (default 2)
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
  },
});
if (values.corpus === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const corpus = resolve(values.corpus);
const kinds = values.kinds.split(',').map((kind) => CONVERTED_KINDS.find((one) => one === kind) ?? unknownKind(kind));
const { only } = values;
const all =
  values.files === undefined
    ? listedSamples({ corpus, kinds, only, limit: Number(values.limit) })
    : samplesIn(values.files, { kinds, only });
const samples = all.filter(isThere);
const missing = all.filter((sample) => !samples.includes(sample)).map(({ source, path }) => `${source}: ${path}`);

const drawn = new Drawn(join(corpus, 'drawn'));
const list = lookedAt();
const idle = Array.from({ length: Number(values.jobs) }, openConverting);
const untilMs = performance.now() + Number(values.minutes) * MINUTE_MS;
const rows: PixelRow[] = [];
await atOnce(idle.length, samples, async (sample) => {
  if (performance.now() > untilMs) return;
  const converting = idle.pop();
  if (converting === undefined) throw new Error('more files at a time than converters');
  const row = await measured(sample, converting);
  idle.push(converting);
  rows.push(row);
  process.stderr.write(`${rows.length} of ${samples.length}: ${verdictOf(row)}, ${row.measured.outcome}: ${row.path}\n`);
});
for (const converting of idle) converting.end();

const report = pixelReportOf(rows, { missing, left: samples.length - rows.length });
if (values.report === undefined) process.stdout.write(report);
else {
  writeFileSync(join(values.report, 'pixels.md'), report);
  writeFileSync(join(values.report, 'pixels.tsv'), pixelLinesOf(rows));
}
for (const path of missing) process.stderr.write(`not there, or another content: ${path}\n`);
process.exitCode = missing.length > 0 || rows.some((row) => ['wrong', 'disputed'].includes(verdictOf(row))) ? 1 : 0;

async function measured(sample: PixelSample, converting: ReturnType<typeof openConverting>): Promise<PixelRow> {
  const { kind, source, path, sha256, bytes, place, password } = sample;
  const file = await measureFile({ path: place, sha256, kind, password }, { converting, drawn, lookedAt: list });
  return { kind, source, path, sha256, bytes, measured: file };
}

function unknownKind(kind: string): ConvertedKind {
  process.stderr.write(`not a kind: ${kind}\n\n${USAGE}`);
  return process.exit(2);
}
