import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, FileRead } from '#shared/ports/files.ts';
import { fileFault } from './file-fault.ts';
import { fileStat } from './file-stat.ts';

/** Without O_NONBLOCK the opening of a pipe waits for a writer, for ever. Both flags are missing on Windows. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Ours, beside the platform's codes. */
const NOT_A_FILE = 'NOT_A_FILE';
const CHANGED = 'CHANGED';
const OUTSIDE = 'OUTSIDE';

/**
 * The whole of one regular file that really lies under `root`, read once; its bytes are null above `bytesMax`. A file
 * that changes while it is read is `busy`: half of the old and half of the new is nobody's document.
 */
export async function readFile(
  path: string,
  options: { readonly root: string; readonly bytesMax: number },
): Promise<Result<FileRead, FileFault>> {
  let handle: FileHandle | null = null;
  try {
    // Before the opening too: opening a device may already do something.
    const before = await lstat(path, { bigint: true });
    if (before.isSymbolicLink()) return fail({ kind: 'escaped', code: OUTSIDE });
    if (!before.isFile()) return fail({ kind: 'other', code: NOT_A_FILE });
    handle = await open(path, FLAGS);
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) return fail({ kind: 'other', code: NOT_A_FILE });
    if (opened.dev !== before.dev || opened.ino !== before.ino) return fail({ kind: 'busy', code: CHANGED });
    if (!(await isUnder(path, options.root))) return fail({ kind: 'escaped', code: OUTSIDE });
    const stat = fileStat(opened);
    if (stat.bytes > options.bytesMax) return ok({ stat, bytes: null });
    const bytes = await readWhole(handle, stat.bytes);
    const after = await handle.stat({ bigint: true });
    if (bytes === null || after.size !== opened.size || after.mtimeNs !== opened.mtimeNs) return fail({ kind: 'busy', code: CHANGED });
    return ok({ stat, bytes });
  } catch (error) {
    return fail(fileFault(error));
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

/** A junction or a link in the middle of the path leads elsewhere although the last part of it is a plain file. */
async function isUnder(path: string, root: string): Promise<boolean> {
  const [file, folder] = await Promise.all([realpath(path), realpath(root)]);
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Null when there are more or fewer bytes than were announced. */
async function readWhole(handle: FileHandle, size: number): Promise<Uint8Array | null> {
  // One byte more than announced shows a file that has grown.
  const room = new Uint8Array(size + 1);
  let read = 0;
  while (read < room.byteLength) {
    const { bytesRead } = await handle.read(room, read, room.byteLength - read, read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return read === size ? room.subarray(0, size) : null;
}
