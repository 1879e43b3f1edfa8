import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** The window's last position and size; the size is the one it has when it is not maximised. */
export type WindowNote = z.infer<typeof noteSchema>;

/** No screen is larger; a note with larger values was not written by us. */
const PX_MAX = 100_000;
const px = z.number().int().min(-PX_MAX).max(PX_MAX);
const noteSchema = z.object({
  bounds: z.object({ x: px, y: px, width: px.positive(), height: px.positive() }),
  isMaximized: z.boolean(),
});

/** Null if there is no note yet, or it is not valid. */
export function readWindowNote(path: string): WindowNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** A profile that cannot be written to does not prevent work: the window only opens at an older position. */
export function writeWindowNote(path: string, note: WindowNote): void {
  try {
    writeFileSync(path, JSON.stringify(note));
  } catch {
    // The engine reports the state of the disk.
  }
}
