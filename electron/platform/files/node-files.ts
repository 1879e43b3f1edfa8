import { mkdirSync } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/rename-and-remove.ts';
import { withStartedUmask } from '../private-umask.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';
import { fromDisk, toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fileStat } from './file-stat.ts';
import { type ListFolderDeps, listFolder } from './list-folder.ts';
import { findMount } from '../volumes/find-mount.ts';
import { moveFile, writeNewFile } from './move-file.ts';
import { readFile } from './read-file.ts';
import { readPart } from './read-part.ts';
import { realPath } from './real-path.ts';
import { freeSpaceOn } from '../volumes/free-space.ts';
import { watchFolder } from '../watch/watch-folder.ts';
import { writeDurably } from './write-durably.ts';
import { writeOver } from './write-over.ts';

const OWNER_ONLY = 0o700;

/** The machine's disk. `placeholders` and `realPath` replace the system's in tests. */
export function nodeFiles(by: ListFolderDeps & { readonly realPath?: typeof realPath } = {}): Files {
  const real = by.realPath ?? realPath;
  return {
    stat: (path) => faults(async () => fileStat(await lstat(toDisk(path), { bigint: true }))),
    findMount: findMount,
    room: freeSpaceOn,
    realPath: (path) => faults(async () => fromDisk((await real(toDisk(path))).bytes)),
    list: (path) => faults(() => listFolder(path, by)),
    read: (path, options) => readFile(path, { ...options, goesOn: by.goesOn, realPath: by.realPath }, by.placeholders),
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
    watch: (path, ring) => watchFolder(path, ring, by.others),
  };
}

async function faults<T>(act: () => Promise<T>): Promise<Result<T, FileFault>> {
  try {
    return ok(await act());
  } catch (error) {
    return fail(fileFault(error));
  }
}
