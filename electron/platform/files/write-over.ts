import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '#shared/node/code-of.ts';
import { type LockRetry, RENAME_AND_REMOVE, retryWhileLocked } from '#shared/node/files/retry-while-locked.ts';
import { flushFolder } from '#shared/node/files/flush-folder.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';

const OWNER_ONLY = 0o600;
/** Never follows a link; Windows has no such flag. */
const THERE = constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/** The call that another program may block on Windows; replaced in tests. */
export type WriteOverDeps = { readonly opened: typeof open; readonly locks?: LockRetry };

const HERE: WriteOverDeps = { opened: open };

/**
 * Overwrites a file in place and flushes it. If the file was at least as long before, only its bytes are flushed, and no metadata changes.
 * For a new file the name is flushed too; an incomplete new file is removed.
 */
export async function writeOver(path: string, parts: readonly Uint8Array[], by = HERE): Promise<Result<null, FileFault>> {
  const opened = await openToWriteOver(path, by);
  if (!opened.ok) return opened;
  const written = await opened.value.write(parts);
  // The first failure is the one to report.
  if (!written.ok && opened.value.isNew) await RENAME_AND_REMOVE.removeIfThere(path).catch(() => undefined);
  return written;
}

/** A file that is open to be overwritten once. What writes it needs no right to open files any more. */
export type OpenedOver = {
  readonly isNew: boolean;
  /** Writes from the beginning, flushes and closes. */
  write(parts: readonly Uint8Array[]): Promise<Result<null, FileFault>>;
  /** For whoever does not write it after all; harmless after that. */
  close(): Promise<void>;
};

/** The name of a new file is flushed at once. Whoever opens one and does not write it has to remove it. */
export async function openToWriteOver(path: string, by = HERE): Promise<Result<OpenedOver, FileFault>> {
  let file: FileHandle | null = null;
  try {
    const there = await retryWhileLocked(() => openedThere(path, by), by.locks);
    const opened = there ?? (await open(path, NEW, OWNER_ONLY));
    file = opened;
    if (there === null) await flushFolder(dirname(path));
    return ok({ isNew: there === null, write: (parts) => writeFlushed(opened, parts), close: () => closed(opened) });
  } catch (error) {
    if (file !== null) await closed(file);
    return fail(fileFault(error));
  }
}

async function openedThere(path: string, deps: WriteOverDeps): Promise<FileHandle | null> {
  try {
    return await deps.opened(path, THERE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** By the handle: where Node's permission model is on, it flushes no file by its number. */
async function writeFlushed(file: FileHandle, parts: readonly Uint8Array[]): Promise<Result<null, FileFault>> {
  try {
    let [left, at] = [parts, 0];
    while (left.length > 0) {
      const { bytesWritten } = await file.writev(left, at);
      at += bytesWritten;
      left = without(left, bytesWritten);
    }
    await file.datasync();
    return ok(null);
  } catch (error) {
    return fail(fileFault(error));
  } finally {
    await closed(file);
  }
}

/** What was flushed is on the disk, and what was not is reported already. */
async function closed(file: FileHandle): Promise<void> {
  await file.close().catch(() => undefined);
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
