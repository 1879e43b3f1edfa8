import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { pause } from '../../../build/demo/pause.ts';
import { tempFolder } from '../temp-folder.ts';

/** The calls that hang: reading files, their metadata, listing folders. */
export type Hanging = 'read' | 'stat' | 'list';

export type HangingDisk = {
  /** The mount point, for the programs under test. A test that accesses it while it hangs hangs itself. */
  readonly point: string;
  /** The folder that it shows, which never hangs. */
  readonly folder: string;
  readonly hang: (...what: readonly Hanging[]) => void;
  readonly release: () => void;
  /** Whether a call was waiting for an answer. */
  readonly isHeld: () => boolean;
};

const TRIES = 200;
const EVERY_MS = 50;
/** The system's own Python, because Debian's package installs into that one. */
const PYTHON = '/usr/bin/python3';
const PROGRAM = `${import.meta.dirname}/hanging-disk.py`;

/** Why no such disk can be mounted here; null if it can. */
export function whyNoHangingDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only the root of Linux mounts disks';
  if (!existsSync('/dev/fuse')) return 'this machine has no FUSE';
  return spawnSync(PYTHON, ['-c', 'import fusepy']).status === 0 ? null : 'python3-fusepy is not here: apt-get install python3-fusepy';
}

/** A real disk whose calls hang in the kernel, so that not even a kill ends the caller. It is released at the end of the test. */
export async function hangingDisk(): Promise<HangingDisk> {
  const root = realpathSync(tempFolder());
  const [folder, point, order] = [join(root, 'shown'), join(root, 'mounted'), join(root, 'order')];
  mkdirSync(folder);
  mkdirSync(point);
  writeFileSync(order, '');
  const program = spawn(PYTHON, [PROGRAM, folder, point, order], { stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => {
    writeFileSync(order, '');
    spawnSync('umount', ['--lazy', point]);
    // Makes every call fail that still hangs.
    program.kill('SIGKILL');
  });
  for (let tries = 0; !isMounted(point); tries += 1) {
    if (tries === TRIES || program.exitCode !== null) throw new Error('the disk that hangs was not mounted');
    await pause(EVERY_MS);
  }
  return {
    point,
    folder,
    hang: (...what) => writeFileSync(order, what.join(' ')),
    release: () => writeFileSync(order, ''),
    isHeld: () => existsSync(`${order}.held`),
  };
}

function isMounted(point: string): boolean {
  return readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${point} `);
}
