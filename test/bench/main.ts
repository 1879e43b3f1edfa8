import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { columns } from '../../build/demo/verdict-table.ts';
import {
  buildIfStale,
  CALM_LOAD,
  changeSince,
  HISTORY_HEAD,
  historyRow,
  isBuildStale,
  readHistory,
  reportOf,
  spreadOf,
  unitOf,
  worseThan,
} from './report.ts';
import { isMet, type Line } from './line.ts';
import { measurePart, type Outcome } from './process-figures.ts';
import { PARTS, partsNamed, QUICK } from './parts.ts';

/**
 * `npm run bench -- p1 p4` measures these; without names it measures all. Reports figures of this machine at this moment; each part has its
 * own limit. `quick` measures start, memory, scripts and sweep within three minutes, and says what changed since the last line of each in the
 * history. `--record` adds the figures to the history, with which the next runs are compared.
 */
const HISTORY = 'docs/performance/history.tsv';

const { values, positionals } = parseArgs({
  options: { report: { type: 'string' }, record: { type: 'boolean' } },
  allowPositionals: true,
});
const { parts, unknown } = partsNamed(positionals);
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}\n`);
  process.exit(2);
}

/** The load average of the last minute, before our own build adds to it. */
const loadBefore = loadNow();
if (!buildIfStale()) {
  process.stderr.write('It cannot be built: npm run build\n');
  process.exit(1);
}
const at = new Date().toISOString();
mkdirSync('bench-results', { recursive: true });
const file = `bench-results/${at.replaceAll(/[:.]/g, '-')}.jsonl`;
const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 2 ** 20),
  node: process.version,
};
keep({ at, machine, commit: commitNow(), loadBefore });
const outcomes: Outcome[] = [];
for (const part of parts) {
  process.stderr.write(`${part} …\n`);
  const outcome = await measurePart(part);
  if ('failed' in outcome) process.stderr.write(`${part} failed: ${outcome.failed}\n`);
  outcomes.push(outcome);
  keep(outcome);
}
const loadAfter = loadNow();
/** A host that was started after that is another program than the one before. */
const isChanged = isBuildStale();
keep({ loadAfter, isChanged });

const lines = outcomes.flatMap((one) => [...one.lines]);
const history = existsSync(HISTORY) ? readHistory(readFileSync(HISTORY, 'utf8')) : [];
const machineName = `${machine.cores} × ${machine.cpu}`;
process.stdout.write(
  `\n${columns([['', 'what', 'ours', 'theirs', '', 'figure', 'target', '', 'before', 'how'], ...outcomes.flatMap(rowsOf)])}\n\n` +
    `${machineName}, Node ${machine.node}, load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after; kept in ${file}\n`,
);
if (values.report !== undefined) {
  const command = ['npm run bench --', ...parts, '--report', values.report].join(' ');
  writeFileSync(values.report, reportOf({ at, machine, loadBefore, loadAfter, outcomes }, command));
}
if (isChanged) process.stdout.write('The sources changed during the run, so its figures belong to no one build, and are not recorded.\n');
else if (values.record === true) record();
process.exit(outcomes.some((one) => 'failed' in one) ? 1 : 0);

/** Written as it comes: whatever ends this run, what was measured before is kept. */
function keep(what: object): void {
  appendFileSync(file, `${JSON.stringify(what)}\n`);
}

function record(): void {
  if (!existsSync(HISTORY)) writeFileSync(HISTORY, HISTORY_HEAD);
  const common = { date: at.slice(0, 10), commit: commitNow(), machine: machineName, load: loadBefore };
  for (const line of lines) {
    const { id, what, figure } = line;
    appendFileSync(HISTORY, historyRow({ ...common, id, what, figure, unit: unitOf(line), spread: spreadOf(line) }));
  }
  process.stdout.write(`${lines.length} lines were added to ${HISTORY}${loadBefore > CALM_LOAD ? ', as those of a busy machine' : ''}\n`);
}

function rowsOf(outcome: Outcome): readonly (readonly string[])[] {
  if ('failed' in outcome) return [[outcome.part, `failed: ${outcome.failed}`, '', '', '', '', '', 'FAILED', '', '']];
  return outcome.lines.map(rowOf);
}

function rowOf(line: Line): readonly string[] {
  const { id, what, ours, theirs, unit, figure, target, note } = line;
  const wanted = [...(target.least === undefined ? [] : [`≥ ${target.least}`]), ...(target.most === undefined ? [] : [`≤ ${target.most}`])];
  const before = worseThan(line, machineName, history);
  const changed = parts.includes(QUICK) ? changeSince(line, machineName, history) : '';
  const worse = before === null ? changed : `WORSE than ${short(before.figure)} (${before.commit})`;
  const beside = theirs === null ? '-' : short(theirs);
  return [id, what, short(ours), beside, unit, short(figure), wanted.join(' '), isMet(line) ? 'met' : 'missed', worse, note];
}

function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

function loadNow(): number {
  return loadavg()[0] ?? 0;
}

function commitNow(): string {
  const said = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  return said.status === 0 ? said.stdout.trim() : 'unknown';
}
