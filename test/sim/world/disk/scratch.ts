import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { onDrive } from '../../windows-paths.ts';

/** Real SQLite flushes at every commit, which a simulated power cut does not need. So the files are in memory, if the system has such a folder. */
const FOLDERS = onDrive(existsSync('/dev/shm') ? '/dev/shm' : tmpdir());
const OF_PROGRAM = /^intray-sim-(\d+)$/;

let made = false;

/**
 * The one folder of this program and all its threads, for journals and stores. It is removed when the program ends; the folder of a killed
 * program is removed when the next one starts.
 */
export function scratch(): string {
  const own = join(FOLDERS, `intray-sim-${process.pid}`);
  if (made) return own;
  made = true;
  mkdirSync(own, { recursive: true });
  if (!isMainThread) return own;
  for (const name of readdirSync(FOLDERS)) {
    const pid = Number(OF_PROGRAM.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(FOLDERS, name), { recursive: true, force: true });
  }
  process.once('exit', () => rmSync(own, { recursive: true, force: true }));
  return own;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
