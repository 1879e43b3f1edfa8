import { type BigIntStats, lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isWindowsName } from '#shared/lib/file-names.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, FileRead, ReadOptions } from '#shared/ports/files.ts';
import { isUnder, textOf, toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fileStat, localDevice } from './file-stat.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { hashLarge } from './hash-large.ts';
import { type Placeholders, systemPlaceholders } from '../cloud/placeholders.ts';
import { openByPool, type OpenFile, openHere } from './open-file.ts';
import type { realPath } from './real-path.ts';

/** Intray's own codes, besides the platform's. */
const NOT_A_FILE = 'NOT_A_FILE';
const CHANGED = 'CHANGED';
const OUTSIDE = 'OUTSIDE';

type ReadHow = ReadOptions & {
  readonly goesOn?: (() => void) | undefined;
  /** Where the bytes are to be, if not in memory of their own. */
  readonly room?: ((bytes: number) => Uint8Array) | undefined;
  readonly platform?: NodeJS.Platform;
  /** Replaces the system's call in tests. */
  readonly realPath?: typeof realPath | undefined;
};

/** An open file that was checked to be the expected one. Reading it needs no further right to open files. */
export type OpenedToRead = {
  /** Reads all of it, from the beginning. */
  read(room?: (bytes: number) => Uint8Array): Promise<Result<FileRead, FileFault>>;
  close(): Promise<void>;
};

/**
 * Reads one regular file that is really under `root`, once; `bytes` is null if it exceeds `bytesMax`. A file that changes during the read is
 * `busy`: a mixture of old and new content is not a document.
 */
export async function readFile(
  path: string,
  options: ReadHow,
  placeholders: Pick<Placeholders, 'isOne'> = systemPlaceholders,
): Promise<Result<FileRead, FileFault>> {
  const opened = await openToRead(path, options, placeholders);
  if (!opened.ok) return opened;
  try {
    return await opened.value.read();
  } finally {
    await opened.value.close();
  }
}

/** Opens one regular file that is really under `root`. */
export async function openToRead(
  path: string,
  options: ReadHow,
  placeholders: Pick<Placeholders, 'isOne'> = systemPlaceholders,
): Promise<Result<OpenedToRead, FileFault>> {
  const place = toDisk(path);
  // Such a path leads into another file or to a device, so it is not even opened.
  if (!areNames(path.slice(options.root.length), options.platform)) return fail({ kind: 'escaped', code: OUTSIDE });
  let file: OpenFile | null = null;
  let opened: BigIntStats;
  const refused = async (fault: FileFault): Promise<Result<OpenedToRead, FileFault>> => {
    await closed(file);
    return fail(fault);
  };
  try {
    // Checked before opening as well: opening a device may already have an effect.
    const device = await localDevice(options.root);
    const before = device === null ? await lstat(place, { bigint: true }) : lstatSync(place, { bigint: true });
    if (before.isSymbolicLink()) return fail({ kind: 'escaped', code: OUTSIDE });
    if (!before.isFile()) return fail({ kind: 'other', code: NOT_A_FILE });
    if (options.fetch !== true && (await placeholders.isOne(path, fileStat(before)))) return fail({ kind: 'in-cloud', code: IN_CLOUD });
    // Another disk, mounted below the folder, may hang.
    file = before.dev === device ? openHere(place) : await openByPool(place);
    opened = await file.stat();
    if (!opened.isFile()) return await refused({ kind: 'other', code: NOT_A_FILE });
    if (opened.dev !== before.dev || opened.ino !== before.ino) return await refused({ kind: 'busy', code: CHANGED });
    const realOf = options.realPath === undefined ? file.realpath : textOf(options.realPath);
    if (!(await isUnder(place, toDisk(options.root), realOf))) return await refused({ kind: 'escaped', code: OUTSIDE });
  } catch (error) {
    return refused(fileFault(error));
  }
  const found = { file, opened };
  return ok({ read: (room) => readOpened(found, { ...options, room }), close: () => closed(found.file) });
}

type Found = { readonly file: OpenFile; readonly opened: BigIntStats };

async function readOpened({ file, opened }: Found, options: ReadHow): Promise<Result<FileRead, FileFault>> {
  try {
    const stat = fileStat(opened);
    const isLarge = stat.bytes > options.bytesMax;
    if (isLarge && stat.bytes > (options.hashMax ?? 0)) return ok({ stat, bytes: null });
    const read = isLarge ? await hashLarge(file, stat.bytes, options) : await readWhole(file, stat.bytes, options);
    const after = await file.stat();
    if (read === null || after.size !== opened.size || after.mtimeNs !== opened.mtimeNs) return fail({ kind: 'busy', code: CHANGED });
    return ok(read instanceof Uint8Array ? { stat, bytes: read } : { stat, bytes: null, large: read });
  } catch (error) {
    return fail(fileFault(error));
  }
}

function areNames(below: string, platform = process.platform): boolean {
  return platform !== 'win32' || below.split(/[\\/]/).every(isWindowsName);
}

async function closed(file: OpenFile | null): Promise<void> {
  try {
    await file?.close();
  } catch {
    // It was only read, so a failed close loses nothing.
  }
}

/** Piece size for a slow share that must report progress: a tenth of a second on a bad line. */
const PIECE_BYTES = 65_536;

/** Null if there are more or fewer bytes than `size`. */
async function readWhole(file: OpenFile, size: number, { goesOn, room: roomFor }: ReadHow): Promise<Uint8Array | null> {
  // Reading one byte more than expected reveals a file that has grown.
  const room = roomFor?.(size + 1) ?? new Uint8Array(size + 1);
  let read = 0;
  while (read < room.byteLength) {
    const piece = goesOn === undefined ? room : room.subarray(0, read + PIECE_BYTES);
    const bytesRead = await file.read(piece, read);
    if (bytesRead === 0) break;
    goesOn?.();
    read += bytesRead;
  }
  return read === size ? room.subarray(0, size) : null;
}
