import { describe, expect, it } from 'vitest';
import { type Done, isGood, playAll, seedsFrom } from './pool.ts';

/** A thread of its own makes its first office in seconds; a machine that does much else gets minutes. */
const PATIENCE_MS = 600_000;

async function played(from: number, count: number): Promise<readonly Done[]> {
  const done: Done[] = [];
  await playAll({ jobs: seedsFrom(from, count), threads: 2, paths: 'win32', hear: (one) => done.push(one) > 0 });
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
});
