import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { type Mutant, mutate } from './mutants/mutate.ts';
import type { Job, Done } from './pool.ts';
import { takeWindowsPaths } from './windows-paths.ts';

/** A thread that plays seeds. It imports them late, because a mutant changes the source while it is loaded. */
const { mutant, paths } = z.object({ mutant: z.custom<Mutant>().nullable(), paths: z.enum(['own', 'win32']) }).parse(workerData);
if (paths === 'win32') takeWindowsPaths();
if (mutant !== null) mutate(mutant);
// Stack traces cost more than many a seed, and nobody reads them in a thousand runs.
Error.stackTraceLimit = 0;
const { runSeed } = await import('./run-seed.ts');

parentPort?.on('message', (job: Job) => void play(job));

async function play(job: Job): Promise<void> {
  const without = new Set(job.without);
  const answer: Done = await runSeed(job.seed, { ...job, without }).then(
    (report) => ({ kind: 'played', report }),
    (error: unknown) => ({ kind: 'broke', seed: job.seed, why: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown' }),
  );
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(answer);
}
