import type { Job } from './pool.ts';
import type { SeedReport } from './run-seed.ts';
import { FAULT_NAMES, type Limits } from './world/chance.ts';

/** Plays a run; returns whether it still breaks an invariant, and what it consisted of. */
export type Play = (job: Job) => Promise<{ readonly bad: boolean; readonly report: SeedReport | null }>;

/**
 * Finds a small set of faults and deeds that still breaks: leaves out halves, then quarters, at last single ones, as long as it still breaks,
 * and then reduces how often each remaining fault strikes. Bounded: each pass tries each part once.
 */
export async function shrink(whole: Job, play: Play, tell: (line: string) => void): Promise<Job> {
  const first = await play(whole);
  if (!first.bad || first.report === null) return whole;
  const { report } = first;
  const faults = FAULT_NAMES.filter((fault) => report.struck[fault] > 0);
  let job = whole;
  const parts = [...report.actions, ...report.switches, ...faults.map((fault) => `fault ${fault}`), 'deaf'];
  for (let size = Math.ceil(parts.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < parts.length; ) {
      const tried = leaving(job, parts.slice(at, at + size));
      if ((await play(tried)).bad) {
        job = tried;
        parts.splice(at, size);
        tell(`left out ${size}, ${parts.length} remain`);
      } else at += size;
    }
  }
  return withRareFaults(job, play, { report, faults: faults.filter((fault) => parts.includes(`fault ${fault}`)) });
}

function leaving(job: Job, parts: readonly string[]): Job {
  const limits: Record<string, number | undefined> = { ...job.limits };
  for (const part of parts) if (part.startsWith('fault ')) limits[part.slice('fault '.length)] = 0;
  return { ...job, limits, without: [...job.without, ...parts.filter((part) => !part.startsWith('fault '))] };
}

async function withRareFaults(
  job: Job,
  play: Play,
  of: { report: SeedReport; faults: readonly (keyof SeedReport['struck'])[] },
): Promise<Job> {
  let least = job;
  for (const fault of of.faults) {
    let [low, high] = [1, of.report.struck[fault]];
    // A binary search. A run that breaks after n strikes may not break after more, so the result is small, but not always the smallest.
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const limits: Limits = { ...least.limits, [fault]: middle };
      if ((await play({ ...least, limits })).bad) high = middle;
      else low = middle + 1;
    }
    const limits: Limits = { ...least.limits, [fault]: high };
    if ((await play({ ...least, limits })).bad) least = { ...least, limits };
  }
  return least;
}
