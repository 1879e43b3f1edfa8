import { rollingRestart } from '#test/relay/nodes/rolling-restart.ts';
import { postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { percentile } from '../figure.ts';
import type { Line } from '../line.ts';

/** Below the number that two nodes let one address enrol at once. */
const DESKTOPS = 40;
const ROUNDS = 3;

/** How soon the streams of desktops are back when two relays are restarted one after the other, while webhooks keep arriving. */
export async function streamReturn(): Promise<readonly Line[]> {
  const missing = postgresMissing();
  if (missing !== null) {
    process.stdout.write(`The rolling restart is left out: ${missing}\n`);
    return [];
  }
  const postgres = await startPostgres({ durable: true });
  try {
    const report = await rollingRestart({ store: await postgres.database(), desktops: DESKTOPS, rounds: ROUNDS });
    const { gapsMs, lost, missing: left, acknowledged, tries } = report;
    if (lost + left + report.strange + report.givenUp > 0) throw new Error(`a rolling restart lost something: ${JSON.stringify(report)}`);
    const late = percentile(gapsMs, 0.95) / 1_000;
    return [
      {
        id: 'restart',
        what: 'a desktop’s stream back after its relay was restarted, p95',
        ours: late,
        theirs: null,
        unit: 's',
        figure: late,
        target: { most: 5 },
        rounds: gapsMs.map((ms) => ({ ms })),
        note:
          `${gapsMs.length} streams of ${DESKTOPS} desktops, two relays restarted ${ROUNDS} times each behind a balancer; p50 ${(percentile(gapsMs, 0.5) / 1_000).toFixed(1)} s, ` +
          `longest ${(Math.max(...gapsMs) / 1_000).toFixed(1)} s; ${acknowledged} webhooks in ${tries} tries meanwhile, none lost`,
      },
    ];
  } finally {
    await postgres.stop();
  }
}
