import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { removeFolder, secretsLeftIn, suitesFolder } from '#test/support/folders.ts';
import { vitestTally, playwrightTally, simTally, type Tally } from './tally.ts';

/** One step of `npm test`: a check that passes or fails as a whole, or a suite whose report is counted. */
type Step = {
  readonly name: string;
  readonly run: string;
  readonly args?: readonly string[];
  readonly report?: { readonly file: string; readonly read: (text: string) => Tally };
  readonly env?: Readonly<Record<string, string>>;
};

const STEPS: readonly Step[] = [
  { name: 'format', run: 'format:check' },
  { name: 'lint', run: 'lint' },
  { name: 'types', run: 'types' },
  { name: 'dead', run: 'dead' },
  { name: 'build', run: 'build' },
  {
    name: 'unit',
    run: 'unit',
    args: ['--reporter=dot', '--reporter=./build/windows/line-reporter.ts'],
    env: { INTRAY_TEST_REPORT: 'test-results/unit.jsonl' },
    report: { file: 'test-results/unit.jsonl', read: vitestTally },
  },
  {
    name: 'sim',
    run: 'sim',
    args: ['--seeds', '1000', '--report', 'test-results/sim.json'],
    report: { file: 'test-results/sim.json', read: simTally },
  },
  {
    name: 'sim-windows',
    run: 'sim',
    args: ['--paths', 'win32', '--seeds', '200', '--report', 'test-results/sim-windows.json'],
    report: { file: 'test-results/sim-windows.json', read: simTally },
  },
  { name: 'e2e', run: 'e2e', report: { file: 'test-results/e2e.json', read: playwrightTally } },
];

/** Temporary folder of all suites; what is left in it at the end is searched for secrets. */
const scratch = suitesFolder();
/** A file or a service's log is read later, so no terminal colours there. */
const COLOURS = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' };
/** Node's compile cache. The tests start sandbox and relay hundreds of times; with it, a start takes half of the processor time. */
const compiled = join(scratch, 'compiled');
// Windows reads the other two names.
const ENVIRONMENT = { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch, NODE_COMPILE_CACHE: compiled, ...COLOURS };

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`no such step: ${unknown.join(', ')}; there are ${STEPS.map((step) => step.name).join(', ')}\n`);
  process.exit(2);
}

const total: { passed: number; failed: number; skipped: number } = { passed: 0, failed: 0, skipped: 0 };
const failures = new Map<string, number>();
const skips = new Map<string, number>();
const broken: string[] = [];
for (const step of STEPS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) runStep(step);
lookForSecrets();
summary();
process.exit(total.failed === 0 && broken.length === 0 ? 0 : 1);

function runStep(step: Step): void {
  const started = performance.now();
  process.stdout.write(`\n== ${step.name}\n`);
  if (step.report) rmSync(step.report.file, { force: true });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const ended = spawnSync(npm, ['run', '-s', step.run, '--', ...(step.args ?? [])], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...ENVIRONMENT, ...step.env },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`== ${step.name}: ${ended.status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  const tally = step.report ? count(step.report) : null;
  if (tally) add(tally);
  // A suite that ends with an error but without a failed test (a crash, no report, no test) has failed as a whole.
  if (ended.status !== 0 && (tally === null || tally.failed.length === 0)) broken.push(step.name);
  else if (step.report && (tally === null || tally.passed + tally.failed.length === 0)) broken.push(`${step.name} (no test ran)`);
}

function lookForSecrets(): void {
  // Both caches hold our own code, which contains the marks by which secrets are found. The second one is Playwright's.
  removeFolder(compiled);
  for (const name of readdirSync(scratch)) if (name.startsWith('playwright-transform-cache')) removeFolder(join(scratch, name));
  const found = secretsLeftIn([scratch, 'test-results']);
  removeFolder(scratch);
  if (found.length === 0) return;
  process.stdout.write(`\nsecrets were left behind:\n${found.map((one) => `  ${one}\n`).join('')}`);
  broken.push('secrets left behind');
}

function count(report: NonNullable<Step['report']>): Tally | null {
  try {
    return report.read(readFileSync(report.file, 'utf8'));
  } catch {
    // No report, or an incomplete one: the runner was killed. The caller counts the step as failed.
    return null;
  }
}

function add(tally: Tally): void {
  total.passed += tally.passed;
  total.failed += tally.failed.length;
  total.skipped += tally.skipped.length;
  countIn(failures, tally.failed);
  countIn(skips, tally.skipped);
}

function countIn(counts: Map<string, number>, texts: readonly string[]): void {
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
}

/** Names what failed once more: of a long log, one sees the last lines. */
function summary(): void {
  process.stdout.write('\n');
  for (const [name, times] of failures) process.stdout.write(`failed ${times} × ${name}\n`);
  for (const [reason, times] of skips) process.stdout.write(`skipped ${times} × ${reason}\n`);
  if (broken.length > 0) process.stdout.write(`failed as a whole: ${broken.join(', ')}\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed + broken.length} failed, ${total.skipped} skipped\n`);
}
