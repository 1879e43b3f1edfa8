import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new, empty folder, by its path without links, for what outlives one test: a fixture, a program, a measurement. `purpose` is part of its
 * name. The caller removes it; `tempFolder` makes one that is removed at the end of the test.
 */
export function scratchFolder(purpose: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `intray-${purpose}-`)));
}

/** Windows releases a file a moment after the program that had it open has ended. */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 });
}
