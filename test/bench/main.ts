import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { columns } from '../../build/demo/verdict-table.ts';
import { bulkAgainstBare, bulkAgainstXargs, bulkSlowService } from './bulk.ts';
import { dropToRequest } from './drop-to-request.ts';
import { idleAndStart } from './idle.ts';
import { isMet, type Line } from './line.ts';
import { longestBlock } from './long-block.ts';
import { hookToDesktop } from './relay/hook-to-desktop.ts';
import { idleDoorbells } from './relay/idle-doorbells.ts';
import { ingest } from './relay/ingest.ts';
import { streamReturn } from './relay/stream-return.ts';
import { twoNodes } from './relay/two-nodes.ts';
import { reportOf } from './report.ts';
import { shell } from './shell.ts';
import { sweepOfKnown } from './sweep-known.ts';
import { firstPaint } from './window/first-paint.ts';
import { listOfMany } from './window/list-of-many.ts';

/**
 * `npm run bench -- p1 p4` measures these; without names it measures all. Reports figures of this machine at this moment; each part has its
 * own limit.
 */
const PARTS: Readonly<Record<string, () => Promise<readonly Line[]>>> = {
  p1: async () => [await bulkAgainstBare()],
  p2: bulkSlowService,
  p3: bulkAgainstXargs,
  p4: sweepOfKnown,
  p5: dropToRequest,
  // One host is used for both: started, and then left alone.
  p6: idleAndStart,
  shell,
  p8: ingest,
  p9: hookToDesktop,
  p10: idleDoorbells,
  p11: twoNodes,
  p12: listOfMany,
  p15: longestBlock,
  paint: firstPaint,
  restart: streamReturn,
};
const SAME_AS: Readonly<Record<string, string>> = { p7: 'p6' };

const { values, positionals } = parseArgs({ options: { report: { type: 'string' } }, allowPositionals: true });
const asked = positionals.map((name) => SAME_AS[name.toLowerCase()] ?? name.toLowerCase());
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}: p1 to p12, p15, paint, restart, shell\n`);
  process.exit(2);
}
/** The load average of the last minute: above a few tenths, the figures are those of a busy machine. */
const loadBefore = loadavg()[0] ?? 0;
const lines: Line[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  lines.push(...(await measure()));
}
const loadAfter = loadavg()[0] ?? 0;

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 2 ** 20),
  node: process.version,
};
const at = new Date().toISOString();
mkdirSync('bench-results', { recursive: true });
const file = `bench-results/${at.replaceAll(/[:.]/g, '-')}.json`;
writeFileSync(file, `${JSON.stringify({ at, machine, loadBefore, loadAfter, lines }, null, 2)}\n`);
process.stdout.write(
  `\n${columns([['', 'what', 'ours', 'theirs', '', 'figure', 'target', '', 'how'], ...lines.map(rowOf)])}\n\n` +
    `${machine.cores} × ${machine.cpu}, Node ${machine.node}, load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after; kept in ${file}\n`,
);

if (values.report !== undefined) {
  const command = ['npm run bench --', ...asked, '--report', values.report].join(' ');
  writeFileSync(values.report, reportOf({ at, machine, loadBefore, loadAfter, lines }, command));
}

function rowOf(line: Line): readonly string[] {
  const { id, what, ours, theirs, unit, figure, target, note } = line;
  const wanted = [...(target.least === undefined ? [] : [`≥ ${target.least}`]), ...(target.most === undefined ? [] : [`≤ ${target.most}`])];
  return [
    id,
    what,
    short(ours),
    theirs === null ? '-' : short(theirs),
    unit,
    short(figure),
    wanted.join(' '),
    isMet(line) ? 'met' : 'missed',
    note,
  ];
}

function short(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}
