import process from 'node:process';
import { parseArgs } from 'node:util';
import { cutPower } from './cut-power.ts';

/**
 * `npm run power-cuts -- --cuts 1000 --seed 7`: records a busy engine's journal once, and starts it after power cuts at so many points of that record.
 * Exits with 1 if anything that it had told is gone.
 */
const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '1000' },
    lines: { type: 'string', default: '1500' },
    seed: { type: 'string', default: '1' },
  },
});
const { examined, amidMove, told, broken } = await cutPower({
  cuts: Number(values.cuts),
  lines: Number(values.lines),
  seed: Number(values.seed),
});
const total = Object.values(examined).reduce((sum, count) => sum + count, 0);
const kinds = Object.entries(examined).map(([loss, count]) => `${count} with ${loss} of the rest`);
process.stdout.write(
  `${total} power cuts (${kinds.join(', ')}), ${amidMove} of them amid a move of the log; ${told} documents were told\n`,
);
for (const one of broken) process.stdout.write(`${one}\n`);
process.stdout.write(broken.length === 0 ? 'Nothing that was told is gone.\n' : `${broken.length} flaws\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
