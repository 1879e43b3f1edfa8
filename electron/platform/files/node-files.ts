import { mkdirSync } from 'node:fs';
import { lstat, mkdir, statfs } from 'node:fs/promises';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/retry-while-locked.ts';
import { withStartedUmask } from '../make-private.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import { fromDisk, toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fileStat, localDevice } from './file-stat.ts';
import { listFolder, type ListFolderDeps } from './list-folder.ts';
import { findMount } from '../volumes/mount-table.ts';
import { moveFile, writeNewFile } from './move-file.ts';
import { readFile } from './read-file.ts';
import { realPath } from './real-path.ts';
import { watchFolder } from '../watch/watch-folder.ts';
import { writeDurably } from './write-durably.ts';
import { writeOver } from './write-over.ts';
import { dirname } from 'node:path';
import { openByPool, openHere } from './open-file.ts';

const OWNER_ONLY = 0o700;

/** The machine's disk. `placeholders` and `realPath` replace the system's in tests. */
export function nodeFiles(deps: ListFolderDeps & { readonly realPath?: typeof realPath } = {}): Files {
  const real = deps.realPath ?? realPath;
  return {
    stat: (path) => faults(async () => fileStat(await lstat(toDisk(path), { bigint: true }))),
    findMount: findMount,
    room: freeSpaceOn,
    realPath: (path) => faults(async () => fromDisk((await real(toDisk(path))).bytes)),
    list: (path) => faults(() => listFolder(path, deps)),
    read: (path, options) => readFile(path, { ...options, goesOn: deps.goesOn, realPath: deps.realPath }, deps.placeholders),
    writeDurably: (path, bytes) => writeDurably(path, bytes),
    writeOver: (path, parts) => writeOver(path, parts),
    readPart: (path, from, bytes) => faults(() => readPart(path, from, bytes)),
    remove: (path) =>
      faults(async () => {
        await RENAME_AND_REMOVE.removeIfThere(path);
        return null;
      }),
    makeFolder: (path, whose = 'ours') =>
      faults(async () => {
        if (whose === 'ours') await mkdir(path, { recursive: true, mode: OWNER_ONLY });
        else withStartedUmask(() => mkdirSync(path, { recursive: true }));
        return null;
      }),
    moveWithoutReplacing: (of) => moveFile(of),
    writeBeside: writeNewFile,
    watch: (path, ring) => watchFolder(path, ring, deps.others),
  };
}

async function faults<T>(act: () => Promise<T>): Promise<Result<T, FileFault>> {
  try {
    return ok(await act());
  } catch (error) {
    return fail(fileFault(error));
  }
}

/** Free bytes on the disk, excluding space reserved for the administrator or by a quota, where the system reports that. */
async function freeSpaceOn(path: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(toDisk(path));
    return bavail * bsize;
  } catch {
    // The path is missing, or the file system does not tell: then no one may count on free space.
    return null;
  }
}

/** Reads as many bytes of one of Intray's own files from `from` on, or all that are left if there are fewer; does not follow a link. */
async function readPart(path: string, from: number, bytes: number): Promise<Uint8Array> {
  const isHere = (await localDevice(dirname(path))) !== null;
  const file = isHere ? openHere(path) : await openByPool(path);
  try {
    // From V8, which then collects small garbage in time. Memory of Node's own kind makes it collect all of it, which blocks for up to 10 ms.
    const room = new Uint8Array(bytes);
    let read = 0;
    while (read < bytes) {
      const more = await file.read(room, read, from + read);
      if (more === 0) break;
      read += more;
    }
    return room.subarray(0, read);
  } finally {
    await file.close();
  }
}
