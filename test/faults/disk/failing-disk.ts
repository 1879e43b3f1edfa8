import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';
import { INHERITED, preloadLibrary } from '#test/support/disks/hanging-disk.ts';

/** A call of the program, as bad-disk.c names it, on every path that contains `part`; `$` matches a path's end. The first `skip` calls succeed. */
export type Fault = {
  readonly call: 'open' | 'write' | 'flush' | 'truncate' | 'rename' | 'remove' | 'make';
  readonly part: string;
  readonly error: 'ENOSPC' | 'EROFS' | 'EBUSY' | 'EIO';
  readonly skip?: number;
};

export type FailingDisk = {
  /** The environment that gives a program this disk. */
  readonly env: Readonly<Record<string, string>>;
  /** From now on, and until `mend`. */
  fail(fault: Fault): void;
  mend(): void;
  /** Calls that failed since the last `fail`. */
  struck(): number;
  close(): void;
};

/** Why there is no such disk here, or null. It is a small library that is compiled on the spot and preloaded. */
export function failingDiskMissing(): string | null {
  if (process.platform !== 'linux') return 'a disk that fails at chosen calls is made for Linux';
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    // Not installed, or not executable by us: either way it cannot be used.
    return 'a disk that fails at chosen calls needs a C compiler (on Debian: gcc)';
  }
}

export function failingDisk(): FailingDisk {
  const folder = scratchFolder('disk');
  const library = preloadLibrary(folder, 'test/faults/disk/bad-disk.c', INHERITED);
  const rule = join(folder, 'rule');
  writeFileSync(rule, '');
  let turn = 0;
  return {
    env: { LD_PRELOAD: library, BAD_DISK: rule },
    fail: ({ call, part, error, skip = 0 }) => {
      turn += 1;
      rmSync(`${rule}.hits`, { force: true });
      writeFileSync(rule, `${turn} ${call} ${part} ${constants.errno[error]} ${skip}\n`);
    },
    mend: () => writeFileSync(rule, ''),
    struck: () => (existsSync(`${rule}.hits`) ? readFileSync(`${rule}.hits`).length : 0),
    close: () => removeFolder(folder),
  };
}
