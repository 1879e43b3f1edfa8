import { sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Mutant } from './mutants/mutate.ts';
import { type Done, isGood, type PoolOf, playAll, seedsFrom } from './pool.ts';

/** A new thread needs seconds to make its first office, and minutes on a busy machine. */
const PATIENCE_MS = 600_000;

/** Correct only where paths have slashes. */
const ONLY_SLASHES: Mutant = {
  name: 'a path is absolute when it begins with a slash',
  file: 'electron/folders/clean-places.ts',
  find: "const paths = platform === 'win32' ? win32 : posix;",
  put: 'const paths = posix;',
};

async function played(from: number, count: number, of: Pick<PoolOf, 'paths' | 'mutant'> = { paths: 'win32' }): Promise<readonly Done[]> {
  const done: Done[] = [];
  await playAll({ jobs: seedsFrom(from, count), threads: 2, ...of, hear: (one) => done.push(one) > 0 });
  return done;
}

const digests = (done: readonly Done[]) =>
  new Map(done.flatMap((one) => (one.kind === 'played' ? [[one.report.seed, one.report.digest] as const] : [])));

describe('the office on Windows, by its paths', { timeout: PATIENCE_MS }, () => {
  it('keeps every promise, also while virus scanners have files open', async () => {
    const done = await played(1, 20);
    expect(done.filter((one) => !isGood(one))).toEqual([]);
    const reports = done.flatMap((one) => (one.kind === 'played' ? [one.report] : []));
    expect(reports.reduce((sum, { struck }) => sum + struck['file-locked'], 0)).toBeGreaterThan(0);
    expect(reports.reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThan(20);
  });

  it('does the same bit for bit when a seed is played again', async () => {
    const [first, second] = [digests(await played(7, 3)), digests(await played(7, 3))];
    expect(first.size).toBe(3);
    expect(second).toEqual(first);
  });

  it('is no office where the product knows slashes alone', async () => {
    const [here, there] = [await played(1, 1, { mutant: ONLY_SLASHES }), await played(1, 1, { mutant: ONLY_SLASHES, paths: 'win32' })];
    expect([here.map(isGood), there.map(isGood)]).toEqual([[sep === '/'], [false]]);
  });
});
