import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new empty folder, by its path without links, for what outlives one test: a fixture, a program, a measurement. `purpose` stands in its name. Whoever
 * made it removes it; `tempFolder` is the one that a test's end removes.
 */
export function scratchFolder(purpose: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `intray-${purpose}-`)));
}

/** Windows lets go of a file a moment after the program that had it open has ended. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
