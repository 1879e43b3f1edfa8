import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installedPrograms } from '#test/conversions/programs.ts';
import { monthlyInvoices, walkCorpus } from './judge.ts';
import { measureCost, savedByPrograms } from './cost.ts';
import { ASKED } from './programs.ts';
import { complaints, reportOf, rowsOf } from './report.ts';

const USAGE = `usage: npm run -s same-pages -- --corpus FOLDER [--report FOLDER]

Has other programs save the files of test/support/same-pages, and compares the pages; makes monthly invoices of one template; goes over the files of
docs/corpus/files.tsv in FOLDER as if each were sent in turn, and has another program judge each pair; measures what fingerprints cost.
Ends with 1 if something is not as it is wanted.

  --report FOLDER  where table.md (the figures) and table.tsv are written (docs/same-pages for those of the project; default: the figures, to standard output)
`;

const { values } = parseArgs({ options: { corpus: { type: 'string' }, report: { type: 'string' } } });
if (values.corpus === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const corpus = resolve(values.corpus);
const folder = mkdtempSync(join(tmpdir(), 'same-pages-'));
const run = {
  saved: await savedByPrograms(join(folder, 'saved')),
  monthly: await monthlyInvoices(join(folder, 'monthly')),
  walked: await walkCorpus(corpus, folder, say),
  costs: await measureCost(corpus, say),
  programs: await installedPrograms(ASKED),
};
rmSync(folder, { recursive: true });
if (values.report === undefined) process.stdout.write(reportOf(run));
else {
  writeFileSync(join(values.report, 'table.md'), reportOf(run));
  writeFileSync(join(values.report, 'table.tsv'), rowsOf(run));
}
const wrong = complaints(run);
for (const one of wrong) say(one);
process.exitCode = wrong.length > 0 ? 1 : 0;

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
