import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { benchDropToRequest } from './drop-to-request.ts';
import { benchIdle } from './idle.ts';
import { benchThroughput } from './throughput.ts';
import { withBenchHost } from './bench-host.ts';
import type { Figure } from './figure.ts';
import { columns } from '../../build/demo/verdict-table.ts';

/** Reports figures of this machine, now; it judges nothing. Bounded: each part has its own limit, together under three minutes. */
const figures: Figure[] = [];
/** Programs that wanted to run in the last minute: above a few tenths, the figures are those of a busy machine. */
const loadBefore = loadavg()[0] ?? 0;
say('drop to request: one file after the other, real programs …');
await withBenchHost(async (host) => figures.push(...(await benchDropToRequest(host))));
say('idle …');
await withBenchHost(async (host) => figures.push(...(await benchIdle(host))));
say('throughput, side by side with a bare loop …');
await withBenchHost(async (host) => figures.push(...(await benchThroughput(host))));

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryMb: Math.round(totalmem() / 2 ** 20),
  node: process.version,
  loadBefore,
};
const at = new Date().toISOString();
mkdirSync('bench-results', { recursive: true });
const file = `bench-results/${at.replaceAll(/[:.]/g, '-')}.json`;
writeFileSync(file, `${JSON.stringify({ at, machine, figures }, null, 2)}\n`);
process.stdout.write(
  `\n${columns([['what', 'figure', 'unit', 'how'], ...figures.map(rowOf)])}\n\n${machine.cores} × ${machine.cpu}, Node ${machine.node}, load before ${loadBefore.toFixed(1)}; kept in ${file}\n`,
);

function rowOf({ what, value, unit, how }: Figure): readonly string[] {
  return [what, String(value), unit, how];
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
