import { describe, expect, it } from 'vitest';
import { REGRESSIONS } from './regressions.ts';
import { runSeed } from './run-seed.ts';

/** Few, because every test run pays for them; `npm run sim -- --seeds 500` is for changes of the engine. */
const SEEDS = [1, 2, 3, 4, 5, 6];

/** A seed takes two seconds of one core; a machine that does much else gets a minute for each. */
const PATIENCE_MS = 120_000;

describe('two desktops on one folder, a relay and a service, with faults by seed', { timeout: PATIENCE_MS }, () => {
  it.each(SEEDS)('keep every promise with seed %i', async (seed) => {
    const report = await runSeed(seed);
    expect({ seed, broken: report.violations, finished: report.finished }).toEqual({ seed, broken: [], finished: true });
  });

  it.each(REGRESSIONS)('do not break again what seed $seed once broke: $found', async ({ seed }) => {
    const report = await runSeed(seed);
    expect({ broken: report.violations, finished: report.finished }).toEqual({ broken: [], finished: true });
  });

  it('play the same seed to the same end', async () => {
    const [first, second] = [await runSeed(7), await runSeed(7)];
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(second.struck).toEqual(first.struck);
  });

  it('are really put to the test: answers get lost, programs are killed, doorbells fall silent', async () => {
    const reports = [await runSeed(8), await runSeed(9)];
    const struck = (fault: keyof (typeof reports)[number]['struck']) => reports.reduce((sum, report) => sum + report.struck[fault], 0);
    expect(struck('answer-lost')).toBeGreaterThan(0);
    expect(struck('killed-at-await')).toBeGreaterThan(0);
    expect(struck('doorbell-lost')).toBeGreaterThan(0);
    expect(reports.reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThan(0);
  });
});
