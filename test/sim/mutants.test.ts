import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { Mutant } from './mutants/mutate.ts';
import type { Caught } from './mutants/caught.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { type Done, isGood, playAll } from './pool.ts';

type Story = Pick<Caught, 'seed' | 'faults'>;

/** A new thread needs seconds to make its first office, and minutes on a busy machine. */
const PATIENCE_MS = 600_000;
/** A healthy run ends in less than this; a broken one need not be watched for hours. */
const CALM_MS = 30 * MINUTE_MS;

async function played(stories: readonly Story[], mutant: Mutant | null): Promise<readonly Done[]> {
  const done: Done[] = [];
  await playAll({
    jobs: stories.map(({ seed, faults }) => ({ seed, without: [], limits: {}, calmMs: CALM_MS, faults: new Set(faults) })),
    threads: 1,
    mutant,
    hear: (one) => done.push(one) > 0,
  });
  return done;
}

/** Numbers of the broken invariants; 0 for what never came to its end. */
function numbers(done: Done): readonly number[] {
  if (done.kind === 'broke') throw new Error(`seed ${done.seed}: ${done.why}`);
  const { violations, unfinished } = done.report;
  return [...violations.map(({ invariant }) => invariant), ...(unfinished.length > 0 ? [0] : [])];
}

describe('a product that is broken on purpose', { timeout: PATIENCE_MS }, () => {
  it.concurrent.each(MUTANTS)('is found: $mutant.name', async ({ mutant, invariant, ...story }) => {
    const [done] = await played([story], mutant);
    expect(done === undefined ? [] : numbers(done)).toContain(invariant);
  });

  it.concurrent('is what is found: whole, it keeps every promise with the same seeds', async () => {
    const stories = new Map(MUTANTS.map((story) => [`${story.seed} ${story.faults.join(' ')}`, story]));
    const done = await played(Array.from(stories.values()), null);
    expect(done.filter((one) => !isGood(one))).toEqual([]);
  });
});
