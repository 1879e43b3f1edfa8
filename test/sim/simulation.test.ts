import { sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { queryObjects } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { plannedFaults } from './plan/planned-faults.ts';
import { type Done, isGood, type Job, playAll, seedsFrom } from './pool.ts';
import { isPlayed, REGRESSIONS } from './regressions.ts';
import { runSeed } from './run-seed.ts';
import { FAULT_NAMES, FAULTS_OF_WINDOWS } from './world/chance.ts';

/** Only a few, for `npm run unit`; the step `sim` of `npm test` plays two thousand. */
const SEEDS = [1, 2, 3, 4, 5, 6];
const ON = plannedFaults() ?? new Set();
/** A seed takes a fraction of a second on one core; on a busy machine each may take a minute. */
const PATIENCE_MS = 600_000;

describe('two desktops on one folder, a relay and a service, with faults by seed', { timeout: PATIENCE_MS }, () => {
  it.each(SEEDS)('keep every promise with seed %i', async (seed) => {
    const { violations, unfinished } = await runSeed(seed);
    expect({ seed, violations, unfinished }).toEqual({ seed, violations: [], unfinished: [] });
  });

  it.each(REGRESSIONS.filter((one) => isPlayed(one, ON)))(
    'do not break again what seed $seed once broke: $found',
    async ({ seed, faults }) => {
      const { violations, unfinished } = await runSeed(seed, { faults: new Set(faults) });
      expect({ violations, unfinished }).toEqual({ violations: [], unfinished: [] });
    },
  );

  it('do the same bit for bit when a seed is played again, in this process and in others, whatever ran before it', async () => {
    const here = [await runSeed(7), await runSeed(11), await runSeed(7), await runSeed(11)].map(({ digest }) => digest);
    expect(here.slice(2)).toEqual(here.slice(0, 2));
    const first = await digests([7, 11]);
    const second = await digests([11, 7]);
    expect([first.get(7), first.get(11)]).toEqual(here.slice(0, 2));
    expect([second.get(7), second.get(11)]).toEqual(here.slice(0, 2));
  });

  it('do the same whether SQLite compiles statements when they are used or at once', async () => {
    const [late, atOnce] = [await runSeed(7, { late: true }), await runSeed(7, { late: false })];
    expect(late.digest).toBe(atOnce.digest);
  });

  it('leave nothing in memory that the next run would have to carry', async () => {
    await runSeed(11);
    const before = databases();
    let kills = 0;
    for (const seed of [7, 11, 25]) kills += (await runSeed(seed)).kills;
    expect(kills).toBeGreaterThan(1);
    expect(databases()).toBeLessThanOrEqual(before);
  });

  it('do another thing with another seed', async () => {
    const found = await digests([21, 22, 23]);
    expect(new Set(found.values()).size).toBe(3);
  });

  it('are really put to the test: over thirty seeds every fault that strikes by chance has struck, and documents have arrived', async () => {
    const done = await played(seedsFrom(100, 30));
    expect(done.filter((one) => !isGood(one))).toEqual([]);
    const reports = done.flatMap((one) => (one.kind === 'played' ? [one.report] : []));
    const could = FAULT_NAMES.filter((fault) => sep === '\\' || !FAULTS_OF_WINDOWS.has(fault));
    const never = could.filter((fault) => reports.every(({ struck }) => struck[fault] === 0));
    expect(never).toEqual([]);
    expect(reports.reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThan(30);
    expect(reports.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(15);
  });
});

/** Databases still in memory. Counting them collects garbage first. */
function databases(): number {
  return queryObjects(DatabaseSync, { format: 'count' });
}

async function digests(seeds: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const done = await played(
    seeds.map((seed) => ({ seed, without: [], limits: {} })),
    1,
  );
  return new Map(done.flatMap((one) => (one.kind === 'played' ? [[one.report.seed, one.report.digest] as const] : [])));
}

async function played(jobs: Iterable<Job>, threads = 2): Promise<readonly Done[]> {
  const done: Done[] = [];
  await playAll({
    jobs,
    threads,
    hear: (one) => {
      done.push(one);
      return true;
    },
  });
  return done;
}
