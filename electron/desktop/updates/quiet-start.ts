import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** An installer is done by then; what starts later is a start of the person's. */
const WITHIN_MS = 10 * MINUTE_MS;

const noteSchema = z.object({ at: z.number() });

/**
 * An update that came by itself begins as quietly as it came: no installer hands our switch for that on to the new program, so a note
 * in `folder` does; `now` is the wall clock, in ms. Never throws: without the note the window is shown, which is no harm.
 */
export function quietStart(folder: string, now: () => number) {
  const path = join(folder, 'quiet-start.json');
  return {
    /** The next start is nobody's wish. */
    announce(): void {
      try {
        writeFileSync(path, JSON.stringify({ at: now() }));
      } catch {
        // Shown, then.
      }
    },
    /** It does not come, or a person knows of it. */
    forget(): void {
      try {
        rmSync(path, { force: true });
      } catch {
        // It counts for some minutes.
      }
    },
    /** Whether this start is that one; the answer is yes once. */
    isAnnounced(): boolean {
      try {
        const { at } = noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
        rmSync(path);
        return Math.abs(now() - at) < WITHIN_MS;
      } catch {
        return false;
      }
    },
  };
}
