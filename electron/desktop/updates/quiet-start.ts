import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** An installer is done by then; a later start is the user's. */
const WITHIN_MS = 10 * MINUTE_MS;

const noteSchema = z.object({ at: z.number() });

/**
 * An update that was installed unasked starts without showing the window. Installers do not pass our switch for that on to the new program, so a
 * note in `folder` does; `now` is the wall clock, in ms. Never throws: without the note the window is shown, which does no harm.
 */
export function quietStart(folder: string, now: () => number) {
  const path = join(folder, 'quiet-start.json');
  return {
    /** The next start is not requested by a user. */
    announce(): void {
      try {
        writeFileSync(path, JSON.stringify({ at: now() }));
      } catch {
        // The window is shown, then.
      }
    },
    /** The announced start does not come, or a user requested it after all. */
    forget(): void {
      try {
        rmSync(path, { force: true });
      } catch {
        // The note expires after some minutes.
      }
    },
    /** Whether this start was announced. Returns true only once. */
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
