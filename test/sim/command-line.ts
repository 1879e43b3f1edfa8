import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { newTable } from './new-table.ts';
import { plannedFaults } from './plan/planned-faults.ts';
import { type Done, endThreads, isGood, type Job, playAll, seedsFrom } from './pool.ts';
import { runSeed, type SeedReport } from './run-seed.ts';
import { shrink } from './shrink.ts';

const USAGE = `usage: npm run sim -- --seeds N [--from N] [--threads N] [--report FILE] [--digests FILE] [--table] [--faults a,b | all] [--always a,b] [--paths win32]
       npm run sim -- --seed N [--shrink | --log] [--without a,b] [--limits fault=n,fault=n] [--faults a,b | all] [--always a,b] [--paths win32]
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string' },
    threads: { type: 'string' },
    report: { type: 'string' },
    // A line for each seed, to compare two versions of the program: sort both files, then diff them.
    digests: { type: 'string' },
    table: { type: 'boolean' },
    without: { type: 'string' },
    limits: { type: 'string' },
    faults: { type: 'string' },
    // Planned faults that every seed has, whatever their odds.
    always: { type: 'string' },
    // Parsed by main.ts before anything is loaded; threads get it as worker data.
    paths: { type: 'string' },
    log: { type: 'boolean' },
    shrink: { type: 'boolean' },
  },
});

const numbers = [values.seed, values.seeds, values.from, values.threads].filter((value) => value !== undefined).map(Number);
/** Part of every line that says how to replay a seed. */
const AGAIN = `${values.always === undefined ? '' : ` --always ${values.always}`}${values.paths === undefined ? '' : ` --paths ${values.paths}`}`;
const planned = plannedFaults([values.faults, values.always].flatMap((names) => names?.split(',') ?? []));
const always = new Set(Array.from(planned ?? []).filter((name) => values.always?.split(',').includes(name) === true));
if (
  planned === null ||
  !['win32', undefined].includes(values.paths) ||
  numbers.some((value) => !Number.isSafeInteger(value) || value < 1)
) {
  process.stderr.write(USAGE);
  process.exit(2);
}
// A signal must end the program through `exit`, so that the scratch folder in memory is removed.
for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }))
  process.once(signal, () => void endThreads().finally(() => process.exit(128 + number)));
process.exit((values.seed === undefined ? await many() : await one(Number(values.seed))) ? 0 : 1);

async function many(): Promise<boolean> {
  const count = Number(values.seeds ?? 100);
  const started = performance.now();
  let [played, bad] = [0, 0];
  const happened = newTable();
  const threads = values.threads === undefined ? {} : { threads: Number(values.threads) };
  await playAll({
    ...threads,
    paths: values.paths === 'win32' ? 'win32' : 'own',
    jobs: seedsFrom(Number(values.from ?? 1), count, { faults: planned ?? new Set(), always }),
    hear: (done) => {
      played += 1;
      if (done.kind === 'played') {
        happened.count(done.report);
        if (values.digests !== undefined) appendFileSync(values.digests, `${done.report.seed} ${done.report.digest}\n`);
      }
      if (!isGood(done)) {
        bad += 1;
        tell(done);
      }
      if (played % 250 === 0) process.stdout.write(`… ${played} seeds\n`);
      return true;
    },
  });
  const seconds = (performance.now() - started) / 1000;
  const cpu = process.cpuUsage();
  const cpuMs = (cpu.user + cpu.system) / 1000 / count;
  const line = `${played - bad} of ${count} seeds kept every promise, ${(count / seconds).toFixed(1)} seeds a second, ${cpuMs.toFixed(0)} ms of processor time each`;
  process.stdout.write(`${line}\n`);
  if (values.table === true) process.stdout.write(happened.text());
  if (values.report !== undefined) report(values.report, { seeds: count, bad });
  return bad === 0 && played === count;
}

/** For the summary of `npm test`. */
function report(file: string, found: { readonly seeds: number; readonly bad: number }): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(found));
}

async function one(seed: number): Promise<boolean> {
  const play = (job: Job): Promise<Done> =>
    runSeed(job.seed, {
      without: new Set(job.without),
      limits: job.limits,
      ...(job.faults === undefined ? {} : { faults: job.faults }),
      always,
      ...(values.log === true ? { tell: (text: string) => process.stderr.write(text) } : {}),
    }).then((played) => ({ kind: 'played', report: played }));
  let job: Job = { seed, without: values.without?.split(',') ?? [], limits: limitsOf(values.limits ?? ''), faults: planned ?? new Set() };
  if (values.shrink === true) {
    job = await shrink(
      job,
      async (tried) => {
        const done = await play(tried);
        return { bad: !isGood(done), report: done.kind === 'played' ? done.report : null };
      },
      (line) => process.stdout.write(`${line}\n`),
    );
  }
  const done = await play(job);
  tell(done);
  if (values.shrink === true) process.stdout.write(`  smallest: npm run sim -- ${argumentsOf(job)}\n`);
  return isGood(done);
}

function limitsOf(text: string): Record<string, number> {
  return Object.fromEntries(text.split(',').flatMap((pair) => (pair === '' ? [] : [[pair.split('=')[0], Number(pair.split('=')[1])]])));
}

function argumentsOf({ seed, without, limits }: Job): string {
  const listed = Object.entries(limits).map(([fault, most]) => `${fault}=${most}`);
  const left = without.length === 0 ? '' : ` --without '${without.join(',')}'`;
  const named = `${values.faults === undefined ? '' : ` --faults ${values.faults}`}${AGAIN}`;
  return `--seed ${seed}${left}${listed.length === 0 ? '' : ` --limits ${listed.join(',')}`}${named}`;
}

function tell(done: Done): void {
  if (done.kind === 'broke') process.stdout.write(`seed ${done.seed}: THE SIMULATION BROKE: ${done.why}\n`);
  else tellReport(done.report);
}

function tellReport(told: SeedReport): void {
  const struck = Object.entries(told.struck).filter(([, times]) => times > 0);
  const head = `seed ${told.seed}: ${told.documents} documents, ${told.kills} kills, ${told.minutes} minutes, ${told.digest}`;
  const faults = struck.map(([fault, times]) => `${fault} ${times}`).join(', ');
  process.stdout.write(`${head}\n  ${[faults, ...told.actions, ...told.switches].join(' · ')}\n`);
  for (const { invariant, what } of told.violations) process.stdout.write(`  BROKEN ${invariant}: ${what}\n`);
  for (const what of told.unfinished) process.stdout.write(`  UNFINISHED: ${what}\n`);
  if (told.violations.length + told.unfinished.length > 0)
    process.stdout.write(`  again: npm run sim -- --seed ${told.seed}${AGAIN} --shrink\n`);
}
