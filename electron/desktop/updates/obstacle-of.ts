import { randomUUID } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, lstatSync, openSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import process from 'node:process';
import type { UpdateObstacle } from '#shared/app-api/updates.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/retry-while-locked.ts';

/** What an update replaces. */
export type Replaced =
  /** One file; undefined for an unpacked AppImage, which the updater does not support. */
  | { readonly kind: 'image'; readonly file: string | undefined }
  /** The contents of a folder. */
  | { readonly kind: 'folder'; readonly path: string }
  /** A whole folder, as an app on macOS. */
  | { readonly kind: 'bundle'; readonly path: string }
  /** Files that belong to root, replaced by these programs. */
  | { readonly kind: 'package'; readonly programs: readonly string[] };

/** Why it cannot be replaced at this moment; null if it can. Checked by trying; nothing is left behind. */
export function obstacleOf(replaced: Replaced, remove: Remove = unlinkSync): UpdateObstacle | null {
  switch (replaced.kind) {
    case 'image':
      return replaced.file === undefined ? null : ofImage(replaced.file, remove);
    case 'folder':
      return ofFolder(replaced.path, remove);
    case 'bundle':
      return ofBundle(replaced.path, remove);
    case 'package':
      return replaced.programs.every((program) => existsSync(program)) ? null : 'no-tools';
    default:
      return unreachable(replaced);
  }
}

/** The system's own call, without repetition. */
type Remove = (path: string) => void;

function ofImage(file: string, remove: Remove): UpdateObstacle | null {
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) return 'gone';
    accessSync(file, constants.W_OK);
    const folder = dirname(file);
    return isKeptByOthers(stat.uid, folder) ? 'no-right' : ofFolder(folder, remove);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : obstacleBy(code);
  }
}

/** In a shared (sticky) folder such as /tmp, nobody can remove another user's file. */
function isKeptByOthers(owner: number, folder: string): boolean {
  const uid = process.getuid?.() ?? 0;
  const shared = statSync(folder);
  return (shared.mode & STICKY) !== 0 && ![0, owner, shared.uid].includes(uid);
}

const STICKY = 0o1000;

function ofBundle(path: string, remove: Remove): UpdateObstacle | null {
  if (path.includes(`${sep}AppTranslocation${sep}`)) return 'not-moved-in';
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'gone' : obstacleBy(code);
  }
  return ofFolder(dirname(path), remove);
}

/** Permission bits do not tell everything: a mount, a FUSE file system and Windows have rules of their own. So a file is created and removed. */
function ofFolder(folder: string, remove: Remove): UpdateObstacle | null {
  const trial = join(folder, `.intray-${randomUUID()}`);
  try {
    closeSync(openSync(trial, 'wx', 0o600));
    takeAway(trial, remove);
    return null;
  } catch (error) {
    return obstacleBy(existsSync(folder) ? codeOf(error) : 'gone');
  }
}

/** A virus scanner opens new files. If it has the trial file open, that says nothing about the folder, and it closes the file soon. */
function takeAway(trial: string, remove: Remove): void {
  try {
    remove(trial);
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') throw error;
    RENAME_AND_REMOVE.removeIfThere(trial).catch(() => undefined);
  }
}

const OBSTACLES: Readonly<Record<string, UpdateObstacle | null>> = {
  gone: 'gone',
  EROFS: 'read-only',
  // Answers of AppImageLauncher's file system, and of other FUSE file systems.
  ENOSYS: 'foreign-place',
  ENOTSUP: 'foreign-place',
  EOPNOTSUPP: 'foreign-place',
  ENOENT: 'foreign-place',
  // Temporary, and says nothing about the place.
  ENOSPC: null,
  EDQUOT: null,
  EMFILE: null,
  ENFILE: null,
  EIO: null,
};

function obstacleBy(code: string): UpdateObstacle | null {
  const known = OBSTACLES[code];
  return known === undefined ? 'no-right' : known;
}
