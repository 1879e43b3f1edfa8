import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Mutant } from './mutants/mutate.ts';
import type { PlannedFaultName } from './plan/planned-faults.ts';
import type { SeedReport } from './run-seed.ts';
import type { Limits } from './world/chance.ts';
import { scratch } from './world/disk/scratch.ts';

export type Job = {
  readonly seed: number;
  readonly without: readonly string[];
  readonly limits: Limits;
  readonly calmMs?: number;
  /** Default: those that are on. */
  readonly faults?: ReadonlySet<PlannedFaultName>;
  /** Those of them that are part of it, whatever their odds. */
  readonly always?: ReadonlySet<PlannedFaultName>;
};
/** `broke`: the simulation itself threw. */
export type Done =
  | { readonly kind: 'played'; readonly report: SeedReport }
  | { readonly kind: 'broke'; readonly seed: number; readonly why: string };

export type PoolOf = {
  readonly jobs: Iterable<Job>;
  /** Called for every run, in the order in which they end. Returning false stops the pool. */
  readonly hear: (done: Done) => boolean;
  readonly threads?: number;
  readonly mutant?: Mutant | null;
  /** Whose path rules apply: this system's own, or those of Windows. */
  readonly paths?: Paths;
};

export type Paths = 'own' | 'win32';

/** V8's young generation: a run allocates much that dies at once, and this size halves the time spent on collecting it. */
const YOUNG_MB = 64;

/**
 * A new thread loads and compiles everything again, and takes some fifty runs to reach full speed. It keeps next to nothing of a run (the same
 * memory after 5 runs and after 20); the limit is there in case that changes.
 */
const RUNS_A_THREAD = 1_000;

const running = new Set<Worker>();
let isEnding = false;

/** Ends every thread before the program exits, so that none of them writes into the scratch folder any more. Runs in progress are dropped. */
export async function endThreads(): Promise<void> {
  isEnding = true;
  await Promise.all(Array.from(running, (worker) => worker.terminate()));
}

/** Plays runs on all cores, one at a time on each. */
export async function playAll({ jobs, hear, threads = availableParallelism(), mutant = null, paths = 'own' }: PoolOf): Promise<void> {
  // Called in the main thread too, not only in the workers: it removes what terminated threads leave behind when the program ends.
  scratch();
  const queue = jobs[Symbol.iterator]();
  const state = { open: true };
  const heard = (done: Done): void => {
    if (state.open && !hear(done)) state.open = false;
  };
  await Promise.all(
    Array.from({ length: threads }, async () => {
      // Ends with the queue, or when `hear` has returned false.
      for (let next = queue.next(); state.open && next.done !== true; next = queue.next()) {
        await playSome(next.value, { queue, heard, state, mutant, paths });
      }
    }),
  );
}

type Share = {
  readonly queue: Iterator<Job>;
  readonly heard: (done: Done) => void;
  readonly state: { readonly open: boolean };
  readonly mutant: Mutant | null;
  readonly paths: Paths;
};

/** Plays up to RUNS_A_THREAD runs on one thread. */
async function playSome(first: Job, { queue, heard, state, mutant, paths }: Share): Promise<void> {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { mutant, paths },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  running.add(worker);
  try {
    let job = first;
    for (let runs = 1; ; runs += 1) {
      heard(await play(worker, job));
      if (runs === RUNS_A_THREAD || !state.open) return;
      const next = queue.next();
      if (next.done === true) return;
      job = next.value;
    }
  } finally {
    await worker.terminate();
    running.delete(worker);
  }
}

function play(worker: Worker, job: Job): Promise<Done> {
  const { promise, resolve } = Promise.withResolvers<Done>();
  const broke = (error: Error): void => resolve({ kind: 'broke', seed: job.seed, why: `${error.name}: ${error.message}` });
  const ended = (): void => {
    if (!isEnding) resolve({ kind: 'broke', seed: job.seed, why: 'the thread ended' });
  };
  worker.once('message', resolve);
  worker.once('error', broke);
  worker.once('exit', ended);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  worker.postMessage(job);
  return promise.finally(() => {
    worker.off('message', resolve);
    worker.off('error', broke);
    worker.off('exit', ended);
  });
}

export function isGood(done: Done): boolean {
  return done.kind === 'played' && done.report.violations.length === 0 && done.report.unfinished.length === 0;
}

export function* seedsFrom(from: number, count: number, of: Pick<Job, 'faults' | 'always'> = {}): Generator<Job> {
  for (let seed = from; seed < from + count; seed += 1) yield { seed, without: [], limits: {}, ...of };
}
