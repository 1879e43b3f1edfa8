import { lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isWindowsName } from '#shared/lib/is-windows-name.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { withHeadroom } from '#shared/node/sqlite/headroom.ts';
import type { FileFault, FileRead, ReadOptions } from '#shared/ports/files.ts';
import { toDisk } from './disk-path.ts';
import { fileFault } from './file-fault.ts';
import { fileStat } from './file-stat.ts';
import { IN_CLOUD } from '#shared/domain/folder/unreadable.ts';
import { isLocal } from '../volumes/is-local.ts';
import { isUnder, textOf } from './is-under.ts';
import { type Placeholders, systemPlaceholders } from '../cloud/placeholders.ts';
import { openByPool, type OpenFile, openHere } from './open-file.ts';
import type { realPath } from './real-path.ts';

/** Ours, beside the platform's codes. */
const NOT_A_FILE = 'NOT_A_FILE';
const CHANGED = 'CHANGED';
const OUTSIDE = 'OUTSIDE';

type ReadHow = ReadOptions & {
  readonly goesOn?: (() => void) | undefined;
  readonly platform?: NodeJS.Platform;
  /** In the place of the system's answer, for tests. */
  readonly realPath?: typeof realPath | undefined;
};

/**
 * The whole of one regular file that really lies under `root`, read once; its bytes are null above `bytesMax`. A file
 * that changes while it is read is `busy`: half of the old and half of the new is nobody's document.
 */
export async function readFile(
  path: string,
  options: ReadHow,
  placeholders: Pick<Placeholders, 'isOne'> = systemPlaceholders,
): Promise<Result<FileRead, FileFault>> {
  const place = toDisk(path);
  // Nothing of it is asked about: it leads into another file, or to a device.
  if (!areNames(path.slice(options.root.length), options.platform)) return fail({ kind: 'escaped', code: OUTSIDE });
  let file: OpenFile | null = null;
  try {
    // Before the opening too: opening a device may already do something.
    const device = await localDevice(options.root);
    const before = device === null ? await lstat(place, { bigint: true }) : lstatSync(place, { bigint: true });
    if (before.isSymbolicLink()) return fail({ kind: 'escaped', code: OUTSIDE });
    if (!before.isFile()) return fail({ kind: 'other', code: NOT_A_FILE });
    if (options.fetch !== true && (await placeholders.isOne(path, fileStat(before)))) return fail({ kind: 'in-cloud', code: IN_CLOUD });
    // Below a folder another disk may hang.
    file = before.dev === device ? openHere(place) : await openByPool(place);
    const opened = await file.stat();
    if (!opened.isFile()) return fail({ kind: 'other', code: NOT_A_FILE });
    if (opened.dev !== before.dev || opened.ino !== before.ino) return fail({ kind: 'busy', code: CHANGED });
    const realOf = options.realPath === undefined ? file.realpath : textOf(options.realPath);
    if (!(await isUnder(place, toDisk(options.root), realOf))) return fail({ kind: 'escaped', code: OUTSIDE });
    const stat = fileStat(opened);
    if (stat.bytes > options.bytesMax) return ok({ stat, bytes: null });
    const bytes = await readWhole(file, stat.bytes, options.goesOn);
    const after = await file.stat();
    if (bytes === null || after.size !== opened.size || after.mtimeNs !== opened.mtimeNs) return fail({ kind: 'busy', code: CHANGED });
    return ok({ stat, bytes });
  } catch (error) {
    return fail(fileFault(error));
  } finally {
    await closed(file);
  }
}

function areNames(below: string, platform = process.platform): boolean {
  return platform !== 'win32' || below.split(/[\\/]/).every(isWindowsName);
}

async function closed(file: OpenFile | null): Promise<void> {
  try {
    await file?.close();
  } catch {
    // It was only read.
  }
}

/** A person chooses a handful of folders; one that lies on another disk by now is asked about again before long. */
const ROOTS_MAX = 64;
const ROOT_TRUST_MS = 10_000;
const roots = new Map<string, { readonly device: bigint; readonly untilMs: number }>();

/** The device of a folder on a file system that answers at once; null of others. */
async function localDevice(root: string): Promise<bigint | null> {
  const known = roots.get(root);
  if (known !== undefined && performance.now() < known.untilMs) return known.device;
  roots.delete(root);
  if (roots.size >= ROOTS_MAX) roots.clear();
  if (!(await isLocal(root))) return null;
  const { dev } = await lstat(toDisk(root), { bigint: true });
  roots.set(root, { device: dev, untilMs: performance.now() + ROOT_TRUST_MS });
  return dev;
}

/** Of a share that is slow, and says from time to time that it goes on: a tenth of a second's worth of a bad line. */
const PIECE_BYTES = 65_536;

/** Null when there are more or fewer bytes than were announced. */
async function readWhole(file: OpenFile, size: number, goesOn?: () => void): Promise<Uint8Array | null> {
  // One byte more than announced shows a file that has grown.
  const room = withHeadroom(size + 1);
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
