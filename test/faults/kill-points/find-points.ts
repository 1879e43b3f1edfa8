import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Point, pointsOf, TRACED } from './points.ts';
import type { Stage } from './stage.ts';
import { sendUnder } from './strace.ts';
import { removeFolder, scratchFolder } from '#test/support/scratch-folder.ts';

/** Runs one undisturbed life under strace, and returns the points at which such a life can be killed. */
export async function findPoints(stage: Stage): Promise<readonly Point[]> {
  const folder = scratchFolder('trace');
  const trace = join(folder, 'trace');
  try {
    const file = stage.begin('a life that nobody disturbs');
    const life = await sendUnder(['-y', '--seccomp-bpf', '-o', trace, '-e', `trace=${TRACED.join(',')}`], { profile: stage.profile, file });
    if (life.code !== 0) throw new Error(`the traced life did not end well: ${life.stderr}`);
    return pointsOf(readFileSync(trace, 'utf8'), [stage.profile]);
  } finally {
    removeFolder(folder);
  }
}
