import { parseArgs } from 'node:util';
import { runSeed, type SeedReport } from './run-seed.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, seeds: { type: 'string' }, from: { type: 'string' }, log: { type: 'boolean' } },
});
const from = Number(values.seed ?? values.from ?? 1);
const count = values.seed === undefined ? Number(values.seeds ?? 50) : 1;
if (!Number.isSafeInteger(from) || !Number.isSafeInteger(count) || count < 1) {
  process.stderr.write('usage: npm run sim -- --seed N [--log] | [--from N] --seeds N\n');
  process.exit(2);
}

const started = performance.now();
let bad = 0;
for (let seed = from; seed < from + count; seed += 1) {
  const report = await runSeed(seed, values.log === true ? (log) => process.stderr.write(log) : undefined);
  const good = report.finished && report.violations.length === 0;
  if (!good) bad += 1;
  if (!good || count === 1) tell(report);
  else if (seed % 25 === 0) process.stdout.write(`… seed ${seed}\n`);
}
const seconds = (performance.now() - started) / 1000;
process.stdout.write(`${count - bad} of ${count} seeds kept every promise; ${(count / seconds).toFixed(1)} seeds a second\n`);
process.exit(bad === 0 ? 0 : 1);

function tell(report: SeedReport): void {
  const struck = Object.entries(report.struck).filter(([, times]) => times > 0);
  process.stdout.write(
    `seed ${report.seed}: ${report.documents} documents, ${report.kills} kills, ${report.finished ? 'came to rest' : 'NEVER CAME TO REST'}, ${report.fingerprint}\n`,
  );
  process.stdout.write(`  faults: ${struck.map(([fault, times]) => `${fault} ${times}`).join(', ')}\n`);
  for (const { invariant, what } of report.violations) process.stdout.write(`  BROKEN ${invariant}: ${what}\n`);
  if (!report.finished || report.violations.length > 0) process.stdout.write(`  again: npm run sim -- --seed ${report.seed}\n`);
}
