import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pause } from './pause.ts';
import type { Sample } from './sample.ts';
import type { Stage } from './stage.ts';

/** One sample that was dropped into its folder; times by the monotonic clock. */
export type Drop = { readonly sample: Sample; readonly at: number; endedAt: number | null };

export type Dropping = {
  readonly folders: Stage['folders'];
  /** By path; filled as the samples are dropped. */
  readonly drops: Map<string, Drop>;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
};

/** Lets a user watch the list fill up, and makes a copy arrive visibly after its original. */
const BETWEEN_DROPS_MS = 400;

export async function dropSamples(samples: readonly Sample[], { folders, drops, say, stop }: Dropping): Promise<void> {
  for (const sample of samples) {
    if (stop.aborted) return;
    const folder = folders[sample.importType];
    const path = join(folder, sample.name);
    copyFileSync(sample.from, path);
    drops.set(path, { sample, at: performance.now(), endedAt: null });
    say(`${sample.name}  dropped into ${basename(folder)}`);
    await pause(BETWEEN_DROPS_MS, stop);
  }
}
