import { parseArgs } from 'node:util';
import { runDurability } from './run.ts';

/** On both stores, kills at random while webhooks are delivered, and prints what was lost; exit code 1 if anything was. */
const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    store: { type: 'string', multiple: true, default: ['sqlite', 'postgres'] },
  },
});

for (const store of values.store) {
  if (store !== 'sqlite' && store !== 'postgres') throw new Error(`no such store: ${store}`);
  const report = await runDurability({
    store,
    deliveries: Number(values.deliveries),
    kills: Number(values.kills),
    seed: Number(values.seed),
    say: (line) => process.stderr.write(`${store}: ${line}\n`),
  });
  process.stdout.write(`${JSON.stringify({ store, ...report })}\n`);
  if (report.givenUp + report.lost.length + report.twice.length + report.faults.length > 0) process.exitCode = 1;
}
