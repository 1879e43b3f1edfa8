import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { tempFolder } from '../folders.ts';
import type { WhySkipped } from '../why-skipped.ts';

/** `ext4-noatime`: access times never change, so they stay equal to the birth time. */
export type DiskType = 'tmpfs' | 'ext4' | 'ext4-noatime';

const BYTES = 8_000_000;
const TRIES = 500;
const DAY_S = 86_400;
let madeAt = 1_700_000_000;

/** Why real disks cannot be mounted here; null if they can. It actually tries, so call it only where the answer decides about a test. */
export function noMounts(type: DiskType): WhySkipped {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only the root of Linux mounts disks';
  const folder = mkdtempSync(join(tmpdir(), 'intray-mount-'));
  try {
    const what = mountable(type, join(folder, 'image'), BYTES);
    if (what === null) return `no file system of type ${type} can be made here`;
    const point = join(folder, 'point');
    mkdirSync(point);
    if (spawnSync('mount', [...what, point]).status !== 0) return `this machine mounts no ${type}`;
    spawnSync('umount', [point]);
    return null;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type RealDisk = {
  mountAt(point: string): boolean;
  /** Not a disk of its own: `folder` is visible at `point` too. */
  bindAt(folder: string, point: string): boolean;
  /** Makes it read-only, or writable again. */
  readOnly(is: boolean): boolean;
  unmount(): void;
};

/** A small, empty disk; each one is different. Null if the machine has no program that makes one. */
export function newDisk(type: DiskType, bytes = BYTES): RealDisk | null {
  const image = join(tempFolder(), 'image');
  const what = mountable(type, image, bytes);
  if (what === null) return null;
  let at: string | null = null;
  const unmount = (): void => {
    // Lazy, so that it is gone at once for every caller, even while a program still has a file on it open.
    if (at !== null) spawnSync('umount', ['--lazy', at]);
    at = null;
    // The kernel releases the image a moment later; only then is its device number free for the next disk.
    for (let tries = 0; tries < TRIES && isAttached(image); tries += 1) spawnSync('sleep', ['0.01']);
  };
  onTestFinished(unmount);
  const mount = (args: readonly string[], point: string): boolean => {
    mkdirSync(point, { recursive: true });
    const isMounted = spawnSync('mount', [...args, point]).status === 0;
    at = isMounted ? point : null;
    return isMounted;
  };
  return {
    mountAt: (point) => mount(what, point),
    bindAt: (folder, point) => mount(['--bind', folder], point),
    readOnly: (is) => at !== null && spawnSync('mount', ['-o', `remount,${is ? 'ro' : 'rw'}`, at]).status === 0,
    unmount,
  };
}

function isAttached(image: string): boolean {
  return spawnSync('losetup', ['--associated', image], { encoding: 'utf8' }).stdout.trim() !== '';
}

/** The arguments for `mount`; null if no such disk can be made. */
function mountable(type: DiskType, image: string, bytes: number): readonly string[] | null {
  if (type === 'tmpfs') return ['-t', 'tmpfs', '-o', `size=${bytes}`, 'none'];
  writeFileSync(image, '');
  truncateSync(image, bytes);
  // No blocks are reserved for root. The root folder's birth time is the disk's own, in whole seconds. Disks of a real office were never
  // made in the same second, so each gets another day.
  madeAt += DAY_S;
  const env = { ...process.env, E2FSPROGS_FAKE_TIME: String(madeAt) };
  if (spawnSync('/sbin/mkfs.ext4', ['-q', '-F', '-m', '0', image], { env }).status !== 0) return null;
  return ['-o', type === 'ext4' ? 'loop' : 'loop,noatime', image];
}
