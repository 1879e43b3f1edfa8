import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { columns } from '../../build/demo/verdict-table.ts';
import { type Attack, ATTACKS } from './attacks.ts';
import { byFile, type Outcome, outcomesOfPlaywright, outcomesOfVitest } from './outcomes.ts';

/**
 * `npm run -s security`: carries out every attack that can run on this machine, and says of each whether it was held. Words behind it choose
 * attacks whose line contains one of them: `npm run -s security -- invitation relay`. The exit code is 0 if all that ran were held.
 */
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = ATTACKS.filter(
  ({ from, what, file }) => words.length === 0 || words.some((word) => `${from} ${what} ${file}`.toLowerCase().includes(word)),
);
if (chosen.length === 0) {
  process.stderr.write(`No attack is called so. There are:\n${ATTACKS.map(({ from, what }) => `  ${from}: ${what}\n`).join('')}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'intray-security-'));
const outcomes = new Map<string, Outcome>();
try {
  for (const [file, outcome] of [...carriedOut('unit'), ...carriedOut('e2e')]) outcomes.set(file, outcome);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
report();

function filesOf(tool: Attack['with']): readonly string[] {
  return [...new Set(chosen.filter((attack) => attack.with === tool).map(({ file }) => file))];
}

/** Runs the tests of one tool. What the tool says on the way goes to stderr, so that stdout has the result alone. */
function carriedOut(tool: Attack['with']): ReadonlyMap<string, Outcome> {
  const files = filesOf(tool);
  if (files.length === 0) return new Map();
  const file = join(folder, `${tool}.json`);
  if (tool === 'unit') {
    npm(['unit', '--', '--reporter=dot', '--reporter=./build/windows/line-reporter.ts', ...files], { INTRAY_TEST_REPORT: file });
    return byFile(read(file, outcomesOfVitest));
  }
  // The browser is shown what was built.
  npm(['build'], {});
  npm(['e2e', '--', '--reporter=list,json', ...files], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return byFile(read(file, outcomesOfPlaywright));
}

function npm(args: readonly string[], env: Readonly<Record<string, string>>): void {
  spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['run', '-s', ...args], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
}

function read<Read>(file: string, reading: (text: string) => readonly Read[]): readonly Read[] {
  return existsSync(file) ? reading(readFileSync(file, 'utf8')) : [];
}

function report(): void {
  const rows = chosen.map((attack) => [attack.from, attack.what, said(outcomes.get(attack.file)), attack.file]);
  process.stdout.write(`\n${columns([['from', 'attack', 'outcome', 'tests'], ...rows])}\n\n`);
  const all = [...outcomes.values()];
  for (const reason of new Set(all.flatMap(({ skipped }) => skipped))) process.stdout.write(`skipped: ${reason}\n`);
  const count = (of: (outcome: Outcome) => number): number => all.reduce((sum, outcome) => sum + of(outcome), 0);
  const unrun = new Set(chosen.map(({ file }) => file).filter((file) => !outcomes.has(file))).size;
  const failed = count((outcome) => outcome.failed) + unrun;
  process.stdout.write(
    `${count((outcome) => outcome.passed)} passed, ${failed} failed, ${count(({ skipped }) => skipped.length)} skipped\n`,
  );
  process.exit(failed === 0 ? 0 : 1);
}

function said(outcome: Outcome | undefined): string {
  if (outcome === undefined || outcome.passed + outcome.failed + outcome.skipped.length === 0) return 'DID NOT RUN';
  if (outcome.failed > 0) return `NOT HELD (${outcome.failed} of ${outcome.passed + outcome.failed})`;
  if (outcome.passed === 0) return 'cannot run here';
  return outcome.skipped.length === 0 ? `held (${outcome.passed})` : `held (${outcome.passed}; ${outcome.skipped.length} cannot run here)`;
}
