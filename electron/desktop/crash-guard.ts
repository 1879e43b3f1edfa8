import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** What Intray does after a bug ended it: starts again, or, if that did not help, reports it and ends. */
export type AfterCrash = 'start-again' | 'give-up';

/** With more crashes than this within the time, another start will not help. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

const notesSchema = z.object({ crashes: z.array(z.number()), told: z.boolean() });
type Notes = z.infer<typeof notesSchema>;

/** Records in `folder` when Intray ended over a bug, so that it does not restart for ever. Never throws: it runs at the worst moment. */
export function crashGuard(folder: string) {
  const path = join(folder, 'crashes.json');
  return {
    /** A bug has reached the outermost handler at `now` (wall clock, ms). */
    crashed(now: number): AfterCrash {
      // Absolute: after the clock was set back, earlier crashes would otherwise count for ever.
      const crashes = [...read(path).crashes.filter((at) => Math.abs(now - at) < CRASHES_WITHIN_MS), now];
      const again = crashes.length <= CRASHES_MAX;
      // After giving up, the next start is the person's, so earlier crashes no longer count.
      const kept = write(path, { crashes: again ? crashes : [], told: !again });
      // Without a saved count, Intray could restart for ever.
      return again && kept ? 'start-again' : 'give-up';
    },
    /** Whether this start follows a crash. Returns true only once per crash. */
    wasCrash(): boolean {
      const notes = read(path);
      if (notes.told) return false;
      write(path, { ...notes, told: true });
      return true;
    },
  };
}

function read(path: string): Notes {
  try {
    return notesSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // No file yet, or a damaged one.
    return { crashes: [], told: true };
  }
}

function write(path: string, notes: Notes): boolean {
  try {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, JSON.stringify(notes));
    return true;
  } catch {
    return false;
  }
}
