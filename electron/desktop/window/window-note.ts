import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** Where the window was when it was last moved; its size is the one it has when it is not maximised. */
export type WindowNote = z.infer<typeof noteSchema>;

/** No screen is larger; what says so was not written by us. */
const PX_MAX = 100_000;
const px = z.number().int().min(-PX_MAX).max(PX_MAX);
const noteSchema = z.object({
  bounds: z.object({ x: px, y: px, width: px.positive(), height: px.positive() }),
  isMaximized: z.boolean(),
});

/** Null where there is none yet, or what is there cannot be one. */
export function readWindowNote(path: string): WindowNote | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return null;
  }
}

/** A profile that cannot be written to keeps nobody from working: the window only opens where it used to. */
export function writeWindowNote(path: string, note: WindowNote): void {
  try {
    writeFileSync(path, JSON.stringify(note));
  } catch {
    // The engine says what is the matter with the disk.
  }
}
