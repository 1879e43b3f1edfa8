import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { atOnce } from './copies.ts';
import { type Listed, listedFiles } from './listed.ts';
import { type Inspect, measure, measureCopies } from './measure.ts';
import { figuresOf, reportOf, rowsOf } from './report.ts';
import { answers } from './tools.ts';

const USAGE = `usage: npm run -s corpus -- --corpus FOLDER [--report FOLDER] [--known] [--held] [--copies-of N] [--list FILE] [--project FOLDER] [--jobs N]

Both errors of inspect on the files of docs/corpus/files.tsv, which node test/corpus/gather/main.ts puts into FOLDER.

  --report FOLDER   where the figures (verdicts.md) and each wrong verdict (verdicts.tsv) are written (default: the figures, to standard output)
  --known           asks no program: only what FOLDER/answers.jsonl knows
  --held            runs the programs on damaged copies that are not sent, too, to count those that lose something
  --copies-of N     makes cut, holed and damaged copies of the first N files that are readable (default: of all)
  --list FILE       another list
  --project FOLDER  another clone of the project, whose inspect is measured
  --jobs N          programs at a time (default 2)
`;

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    report: { type: 'string' },
    known: { type: 'boolean', default: false },
    held: { type: 'boolean', default: false },
    'copies-of': { type: 'string', default: 'Infinity' },
    list: { type: 'string' },
    project: { type: 'string' },
    jobs: { type: 'string', default: '2' },
  },
});
if (values.corpus === undefined) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const files = listedFiles(values.list);
const project = resolve(values.project ?? join(import.meta.dirname, '../..'));
const { inspect } = (await import(pathToFileURL(join(project, 'electron/intake/inspect/inspect.ts')).href)) as {
  readonly inspect: Inspect;
};
const setting = { corpus: values.corpus, answers: answers(values.corpus, { ask: !values.known }), inspect, held: values.held };
const jobs = Number(values.jobs);
const measured = await atOnce(
  jobs,
  files,
  counted('files', async (file) => await measure(file, setting)),
);
const there = measured.filter((one) => one !== null);
const readable = there.filter((one) => one.readable);
const copied = readable.slice(0, Number(values['copies-of']));
const copies = await atOnce(
  jobs,
  copied,
  counted('files with copies', async (one) => await measureCopies(one, neighbourOf(one.file), setting)),
);
const missing = files.length - there.length;
const run = { files: there, copies: copies.flat() };
if (values.report === undefined) process.stdout.write(reportOf(run));
else {
  writeFileSync(join(values.report, 'verdicts.md'), reportOf(run));
  writeFileSync(join(values.report, 'verdicts.tsv'), rowsOf(run));
}
const { refusedShare, lost, damaged } = figuresOf(run);
process.stderr.write(
  `${there.length} files${missing === 0 ? '' : `, ${missing} of the list are missing or changed`}; ` +
    `refused though readable ${(100 * refusedShare).toFixed(2)} %, sent though something is lost ${lost}, and ${damaged} with other damage\n`,
);

/** The next readable file of the same kind. */
function neighbourOf(file: Listed): Listed {
  const alike = readable.filter((one) => one.file.kind === file.kind);
  return alike[(alike.findIndex((one) => one.file === file) + 1) % alike.length]?.file ?? file;
}

/** Reports its progress now and then. */
function counted<In, Out>(what: string, of: (one: In) => Promise<Out>): (one: In) => Promise<Out> {
  let done = 0;
  return async (one) => {
    done += 1;
    if (done % 250 === 0) process.stderr.write(`${done} ${what}\n`);
    return await of(one);
  };
}
