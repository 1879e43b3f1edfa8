import { closeSync, constants, fdatasync, open, writev } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '#shared/node/code-of.ts';
import { retryWhileLocked, type LockRetry } from '#shared/node/files/retry-while-locked.ts';
import { flushFolder } from '#shared/node/files/flush-folder.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/rename-and-remove.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';

const OWNER_ONLY = 0o600;
/** Never follows a link; Windows has no such flag. */
const THERE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

const [opened, flushed] = [promisify(open), promisify(fdatasync)];

/** The call that another program may block on Windows; replaced in tests. */
export type WriteOverDeps = { readonly opened: typeof opened; readonly locks?: LockRetry };

/**
 * Overwrites a file in place and flushes it. If the file was at least as long before, only its bytes are flushed, and no metadata changes.
 * For a new file the name is flushed too; an incomplete new file is removed.
 */
export async function writeOver(
  path: string,
  parts: readonly Uint8Array[],
  by: WriteOverDeps = { opened },
): Promise<Result<null, FileFault>> {
  let isNew = false;
  try {
    const there = await retryWhileLocked(() => openedThere(path, by), by.locks);
    isNew = there === null;
    await writeFlushed(there ?? (await opened(path, NEW, OWNER_ONLY)), parts);
    if (isNew) await flushFolder(dirname(path));
    return ok(null);
  } catch (error) {
    // The first failure is the one to report.
    if (isNew) await RENAME_AND_REMOVE.removeIfThere(path).catch(() => undefined);
    return fail(fileFault(error));
  }
}

async function openedThere(path: string, by: WriteOverDeps): Promise<number | null> {
  try {
    return await by.opened(path, THERE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function writeFlushed(file: number, parts: readonly Uint8Array[]): Promise<void> {
  try {
    let [left, at] = [parts, 0];
    while (left.length > 0) {
      const written = await writtenAt(file, left, at);
      at += written;
      left = without(left, written);
    }
    await flushed(file);
  } finally {
    closeSync(file);
  }
}

function writtenAt(file: number, parts: readonly Uint8Array[], at: number): Promise<number> {
  return new Promise((resolve, reject) => {
    writev(file, parts, at, (error, written) => (error === null ? resolve(written) : reject(error)));
  });
}

/** The parts without the bytes already written: a disk that fills up writes a part, and reports the fault at the next call. */
function without(parts: readonly Uint8Array[], bytes: number): readonly Uint8Array[] {
  let skip = bytes;
  return parts.flatMap((part) => {
    const skipped = Math.min(skip, part.byteLength);
    skip -= skipped;
    return skipped === part.byteLength ? [] : [part.subarray(skipped)];
  });
}
