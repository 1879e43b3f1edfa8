import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';
import { flushFolder } from '#shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE, type RenameAndRemove } from '#shared/node/files/retry-while-locked.ts';

const OWNER_ONLY = 0o600;
/** Never opens an existing file or link. */
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
/** Distinguishes temporary files, since two writers of one path in one process must not share one. */
let writes = 0;

/** Writes a temporary file, flushes it, renames it and flushes the folder: after a power cut there is the old file or the new one. */
export async function writeDurably(
  path: string,
  bytes: Uint8Array,
  names: RenameAndRemove = RENAME_AND_REMOVE,
): Promise<Result<null, FileFault>> {
  writes += 1;
  const beside = `${path}.${process.pid}-${writes}.part`;
  try {
    await writeFlushed(beside, bytes, names);
    await names.rename(beside, path);
    await flushFolder(dirname(path));
    return ok(null);
  } catch (error) {
    // The owner of the folder sweeps up leftover temporary files; the first failure is the one to report.
    await names.removeIfThere(beside).catch(() => undefined);
    return fail(fileFault(error));
  }
}

async function writeFlushed(path: string, bytes: Uint8Array, names: RenameAndRemove): Promise<void> {
  const file = await created(path, names);
  try {
    for (let at = 0; at < bytes.byteLength; ) at += (await file.write(bytes, at, bytes.byteLength - at, at)).bytesWritten;
    await file.sync();
  } finally {
    await file.close();
  }
}

async function created(path: string, names: RenameAndRemove): Promise<FileHandle> {
  try {
    return await open(path, FLAGS, OWNER_ONLY);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // A leftover of a killed predecessor.
    await names.removeIfThere(path);
    return open(path, FLAGS, OWNER_ONLY);
  }
}
