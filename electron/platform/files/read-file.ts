import { type BigIntStats, lstatSync } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { isWindowsName } from '#shared/lib/file-names.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, FileRead, LargeFile, ReadOptions } from '#shared/ports/files.ts';
import { isUnder, textOf, toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fileStat, localDevice } from './file-stat.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { type Placeholders, systemPlaceholders } from '../cloud/placeholders.ts';
import { openByPool, type OpenFile, openHere } from './open-file.ts';
import type { realPath } from './real-path.ts';
import { createHash } from 'node:crypto';

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

/** Enough to distinguish all formats. */
const HEAD_BYTES = 8_192;
const HASHED_BYTES = 1_048_576;

type HashHow = Pick<ReadOptions, 'copyLarge'> & { readonly goesOn?: (() => void) | undefined };

/** Hashes a file, and copies it if that is asked for, without holding it in memory. Null if there are more or fewer bytes than `size`. */
async function hashLarge(file: OpenFile, size: number, { goesOn, copyLarge: to }: HashHow): Promise<LargeFile | null> {
  const copy = to === undefined ? null : await copyWriter(to.path, to.head);
  let fault: FileFault | null = null;
  let hashed: LargeFile | null;
  try {
    hashed = await hashPieces(file, size, async (piece) => {
      await copy?.write(piece);
      goesOn?.();
    });
  } finally {
    fault = (await copy?.end()) ?? null;
  }
  return hashed === null || copy === null ? hashed : { ...hashed, copyFault: fault };
}

async function hashPieces(file: OpenFile, size: number, onPiece: (piece: Uint8Array) => Promise<void>): Promise<LargeFile | null> {
  const hash = createHash('sha256');
  const piece = new Uint8Array(Math.min(HASHED_BYTES, size + 1));
  let head = new Uint8Array(0);
  for (let from = 0; ; ) {
    const bytes = await file.read(piece, 0, from);
    if (bytes === 0) return from === size ? { hash: new Uint8Array(hash.digest()), head } : null;
    const part = piece.subarray(0, bytes);
    hash.update(part);
    if (from === 0) head = part.slice(0, HEAD_BYTES);
    from += bytes;
    if (from > size) return null;
    await onPiece(part);
  }
}

/** A file that is written piece by piece. After a fault nothing more is written. */
type CopyWriter = {
  readonly write: (piece: Uint8Array) => Promise<void>;
  /** Null if all of it was written. */
  readonly end: () => Promise<FileFault | null>;
};

const OWNER_ONLY = 0o600;

/** Begins a file of our own, for this user alone, over whatever is there. It is not flushed: what it holds is read at once, and then removed. */
async function copyWriter(path: string, head: Uint8Array): Promise<CopyWriter> {
  let fault: FileFault | null = null;
  const tried = async <T>(act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act();
    } catch (error) {
      fault ??= fileFault(error);
      return null;
    }
  };
  const file = await tried(() => open(path, 'w', OWNER_ONLY));
  const write = async (piece: Uint8Array): Promise<void> => {
    if (file !== null && fault === null) await tried(() => file.writeFile(piece));
  };
  await write(head);
  return {
    write,
    end: async () => {
      if (file !== null) await tried(() => file.close());
      return fault;
    },
  };
}
