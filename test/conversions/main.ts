import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { atOnce } from '#test/corpus/copies.ts';
import { listedFiles, madePlaceOf, placeOf, type Sample } from './foreign.ts';
import { RECIPES } from './made/recipes.ts';
import { complaints, type Row, startRow } from './measure/measure.ts';
import { hasTesseract } from './measure/words.ts';
import { linesOf, reportOf } from './report.ts';
import { installedPrograms } from './programs.ts';

const USAGE = `usage: npm run -s conversions -- --corpus FOLDER [--kinds tiff,heic] [--only TEXT] [--report FOLDER]

Converts each file that npm run conversions:gather has put into FOLDER, by the process that converts in the product, and has other programs compare
what was made with the original. Ends with 1 if something is wrong: another outcome than listed, pages or words lost, a file that is missing.

  --kinds LIST     only these kinds
  --only TEXT      only files whose name contains this
  --report FOLDER  where table.md and table.tsv are written (docs/conversions for the table of the project; default: standard output, without table.tsv)
  --jobs N         comparisons at a time, after the conversions, which run one by one (default 2)
`;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    kinds: { type: 'string' },
    only: { type: 'string', default: '' },
    report: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});
if (values.corpus === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const corpus = resolve(values.corpus);
const kinds = values.kinds?.split(',');
type Wanted = { readonly sample: Sample; readonly path: string; readonly sha256: string | null };
const wanted: readonly Wanted[] = [
  ...listedFiles().map((listed) => ({ sample: listed, path: placeOf(corpus, listed), sha256: listed.sha256 })),
  ...RECIPES.map((recipe) => ({ sample: recipe, path: madePlaceOf(corpus, recipe.name), sha256: null })),
].filter(({ sample }) => kinds?.includes(sample.kind) !== false && sample.name.includes(values.only));

const setting = { corpus, hasTesseract: await hasTesseract() };
const [started, missing]: [(() => Promise<Row>)[], string[]] = [[], []];
for (const { sample, ...at } of wanted) {
  const row = await startRow(sample, at, setting);
  if (row === null) missing.push(sample.name);
  else started.push(row);
  process.stderr.write(`converted ${started.length} of ${wanted.length}: ${sample.name}\n`);
}
const rows = await atOnce(Number(values.jobs), started, async (finish) => {
  const row = await finish();
  const wrong = complaints(row);
  process.stderr.write(`compared ${row.sample.name}${wrong.length === 0 ? '' : `: ${wrong.join(', ')}`}\n`);
  return row;
});
const run = { rows, missing, programs: await installedPrograms() };
if (values.report === undefined) process.stdout.write(reportOf(run));
else {
  writeFileSync(join(values.report, 'table.md'), reportOf(run));
  writeFileSync(join(values.report, 'table.tsv'), linesOf(rows));
}
if (missing.length > 0) process.stderr.write(`not there, or another content: ${missing.join(', ')}\n`);
process.exitCode = missing.length > 0 || rows.some((row) => complaints(row).length > 0) ? 1 : 0;
