import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { pause } from '../../../build/demo/pause.ts';
import { removeFolder, scratchFolder, tempFolder } from '../folders.ts';
import { watchFolder } from '#electron/platform/watch/watch-folder.ts';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import type { WhySkipped } from '../why-skipped.ts';

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

/** Hands the library on to the programs that a preloaded one starts with an environment of a few names. */
export const INHERITED = 'test/faults/disk/inherit-preload.c';

/** Compiles a library that a program loads before all others (`LD_PRELOAD`), into a folder of the test's; returns its path. The first source names it. */
export function preloadLibrary(into: string, ...sources: readonly [string, ...string[]]): string {
  const library = join(into, `${basename(sources[0], '.c')}.so`);
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, ...sources, '-ldl']);
  return library;
}

/** Started by a test on a system with few watches: prints each ring of the folder's watcher as a line of JSON. */
function printRings(folder: string): void {
  const watch = watchFolder(folder, (ring) => {
    console.log(JSON.stringify(ring));
    if (ring.kind === 'lost') {
      // Nobody hears this change; it must not crash the program either.
      writeFileSync(join(folder, 'after.pdf'), 'x');
      void watch.close();
    }
  });
}

// Only as a program: whoever imports this file would watch the whole project, and print each change in it.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) printRings(process.argv[2] ?? '.');

export const NO_LOCKS: WhySkipped = isHeldByUse() ? null : 'here a file that a program has open can be renamed and removed';

/** On Windows SQLite opens any file without sharing it for delete or rename, as a virus scanner does; Node itself shares it. */
const HOLDING = `
  const { DatabaseSync } = await import('node:sqlite');
  const held = new DatabaseSync(process.argv[1]);
  try { held.prepare('PRAGMA user_version').get(); } catch {}
  process.once('message', () => { held.close(); process.send('free', () => process.disconnect()); });
  process.send('held');
`;

/** Another program that has this file open until `letGo`. Call it inside a test. */
export async function holdFile(path: string): Promise<{ letGo(): Promise<void> }> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLDING, path], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill());
  await once(child, 'message');
  return {
    letGo: async () => {
      const free = once(child, 'message');
      child.send('let go');
      await free;
    },
  };
}

function isHeldByUse(): boolean {
  const folder = scratchFolder('lock');
  const database = new DatabaseSync(join(folder, 'open'));
  try {
    database.exec('CREATE TABLE a (b)');
    renameSync(join(folder, 'open'), join(folder, 'moved'));
    return false;
  } catch {
    return true;
  } finally {
    database.close();
    removeFolder(folder);
  }
}
