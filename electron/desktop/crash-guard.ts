import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** What Intray does about a bug that ended it: starts again, or, when that did not help, ends and says so. */
export type AfterCrash = 'start-again' | 'give-up';

/** More ends than this within the time are not mended by one more start. */
const CRASHES_MAX = 3;
const CRASHES_WITHIN_MS = 10 * MINUTE_MS;

const notesSchema = z.object({ crashes: z.array(z.number()), told: z.boolean() });
type Notes = z.infer<typeof notesSchema>;

/** Remembers in `folder` when Intray ended by a bug, so that it does not start itself for ever. Never throws: it runs in the worst moment. */
export function crashGuard(folder: string) {
  const path = join(folder, 'crashes.json');
  return {
    /** A bug has reached the outermost edge at `now` (wall clock, ms). */
    crashed(now: number): AfterCrash {
      // A clock that was set back would keep old ones for ever.
      const crashes = [...read(path).crashes.filter((at) => Math.abs(now - at) < CRASHES_WITHIN_MS), now];
      const again = crashes.length <= CRASHES_MAX;
      // Given up, the person starts it: those of before count no more.
      const kept = write(path, { crashes: again ? crashes : [], told: !again });
      // What cannot be counted could go round for ever.
      return again && kept ? 'start-again' : 'give-up';
    },
    /** Whether this start is one after a crash; the answer is yes once. */
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
    // None yet, or half of one.
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
