import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WhySkipped } from './why-skipped.ts';

/** In seconds, later than now: macOS takes an earlier time of change for the time of making too. */
const IN_2096 = 4_000_000_000;

/** Wine takes the time at which a folder was changed for the one at which it was made, by which Intray tells one folder from another. */
export const NO_BIRTH_TIMES: WhySkipped = changesWithTheFolder()
  ? 'here the time at which a folder was made changes with the folder'
  : null;

function changesWithTheFolder(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'intray-birth-'));
  try {
    const before = statSync(folder).birthtimeMs;
    utimesSync(folder, IN_2096, IN_2096);
    return statSync(folder).birthtimeMs !== before;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
