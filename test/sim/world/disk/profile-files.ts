import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { liesBelow } from '#test/support/disks/path-map.ts';
import type { SimDisk } from './sim-disk.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Life } from '../life.ts';

/** Copies a profile, at one moment, while a program may hold it open: its journal, on a real disk, and its own files, on the simulated one. */
export function copyProfile(disk: SimDisk, from: string, to: string): void {
  copyJournal(from, to);
  disk.addFolder(to);
  for (const path of Array.from(disk.folders.keys())) if (liesBelow(path, from)) disk.addFolder(to + path.slice(from.length));
  for (const [path, file] of Array.from(disk.files)) if (liesBelow(path, from)) disk.files.set(to + path.slice(from.length), file);
}

/** Copies only the files on the real disk. The shared memory beside a write-ahead log is left out: SQLite rebuilds it from the log. */
export function copyJournal(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const file of realFiles(from)) if (!file.endsWith('-shm')) copyFileSync(join(from, file), join(to, file));
}

/** Size of the files on both disks. */
export function profileBytes(disk: SimDisk, profile: string): number {
  let bytes = 0;
  for (const file of realFiles(profile)) bytes += statSync(join(profile, file)).size;
  for (const [path, file] of disk.files) if (liesBelow(path, profile)) bytes += file.bytes.byteLength;
  return bytes;
}

function realFiles(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Any byte that begins no header of a copy. */
const FREE = 0x21;

/** Overwrites a file of the private copies as soon as it belongs to no document: whoever still reads it sends this. */
export function overwriteFree({
  disk,
  clock,
  life,
}: {
  readonly disk: SimDisk;
  readonly clock: Clock;
  readonly life: Life;
}): (path: string) => void {
  return (path) => {
    const bytes = disk.files.get(path)?.bytes.byteLength;
    if (life.alive && bytes !== undefined) disk.put(path, new Uint8Array(bytes).fill(FREE), clock.wallMs());
  };
}
