import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach } from 'vitest';

/** Why a test cannot show anything on this machine, in words for the report; null where it can. */
export type WhySkipped = string | null;

const onWindows = process.platform === 'win32';

export const NO_MODES: WhySkipped = onWindows ? 'Windows keeps no modes of files: who may read them is up to the folder' : null;
export const NO_SIGNALS: WhySkipped = onWindows ? 'a signal ends a program of Windows at once: it has no way to hear one' : null;
export const NO_LINKS: WhySkipped = mayLink() ? null : 'this account lacks the right to make links';
export const NO_BLOCKS: WhySkipped = onWindows ? 'Wine does not say how much of a file is on the disk' : null;
export const NO_LINUX_PACKAGES: WhySkipped = onWindows ? 'AppImages and Debian packages are fetched and put in place on Linux alone' : null;

/** Skips every test of the block it is called in, or of the file, and gives the reason to the report. */
export function skipAll(why: WhySkipped): void {
  beforeEach(({ skip }) => skip(why !== null, why ?? ''));
}

function mayLink(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'intray-link-'));
  try {
    symlinkSync(folder, join(folder, 'link'), 'dir');
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
