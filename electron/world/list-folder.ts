import { lstatSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { FileEntry, FileStat } from '#shared/ports/files.ts';
import { fromDisk, isDoubtful, toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fastStat, fileStat } from './file-stat.ts';
import { isLocal } from './is-local.ts';

/** Entries asked at a stretch, about 2 ms: the event loop has other guests. */
const STRETCH = 512;
/** The thread pool has few threads and every folder shares them: a share that hangs must not take them all. */
const ASKED_AT_ONCE = 2;

/** One level of a folder, links not followed. What vanishes meanwhile, or may not be looked at, is left out. */
export async function listFolder(path: string): Promise<readonly FileEntry[]> {
  const names = await namesIn(path);
  return (await isLocal(path)) ? askedHere(path, names) : askedByPool(path, names);
}

/** Read as text, which is quicker; and once more as bytes where a name is none. */
async function namesIn(path: string): Promise<readonly string[]> {
  const names = await readdir(toDisk(path));
  return names.some(isDoubtful) ? (await readdir(toDisk(path), { encoding: 'buffer' })).map(fromDisk) : names;
}

async function askedHere(path: string, names: readonly string[]): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  const below = path.endsWith(sep) ? path : path + sep;
  let asked = 0;
  for (const name of names) {
    asked += 1;
    if (asked % STRETCH === 0) await new Promise((resolve) => setImmediate(resolve));
    const stat = askedNow(below + name);
    if (stat !== null) entries.push({ name, stat });
  }
  return entries;
}

function askedNow(place: string): FileStat | null {
  const path = toDisk(place);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const fast = fastStat(stats);
  if (fast !== null) return fast;
  const exact = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return exact === undefined ? null : fileStat(exact);
}

async function askedByPool(path: string, names: readonly string[]): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  const left = names.values();
  const ask = async (): Promise<void> => {
    for (const name of left) {
      try {
        entries.push({ name, stat: fileStat(await lstat(toDisk(join(path, name)), { bigint: true })) });
      } catch (error) {
        const { kind } = fileFault(error);
        if (kind === 'unreachable') throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, ask));
  return entries;
}
