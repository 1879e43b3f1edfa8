import { accessSync, closeSync, constants, existsSync, lstatSync, openSync, readFileSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import process from 'node:process';
import { app, BrowserWindow, autoUpdater as squirrel } from 'electron/main';
import type { AppUpdater } from 'electron-updater';
import { z } from 'zod';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import { updaterFeed } from './updater-feed.ts';
import { startAgain } from '../start-fault.ts';
import { takenBackVersions, Updates, type UpdatesOptions } from './updates.ts';
import { triedUpdate } from './tried-update.ts';
import { type KeptWords, keptWords } from './kept-words.ts';
import { randomUUID } from 'node:crypto';
import type { UpdateObstacle } from '#shared/app-api/updates.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { RENAME_AND_REMOVE } from '#shared/node/files/retry-while-locked.ts';

export type OpenUpdatesOptions = {
  /** Folder of the app itself, with its package.json. */
  readonly root: string;
  /** Where Electron looks for resources packaged beside it; undefined outside a package. */
  readonly resources: string | undefined;
  /** Stores which release keys were withdrawn and which releases were taken back. */
  readonly folder: string;
  /** Schema version of this version's journal. */
  readonly journal: number;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  readonly quiet: UpdatesOptions['quiet'];
};

const keySchema = z.string().min(1);
const manifestSchema = z.object({ updateKeys: z.tuple([keySchema]).or(z.tuple([keySchema, keySchema])) });

/** Null if this build has no feed, or no key to verify our releases: then no server is ever asked, and the updater is not even loaded. */
export async function openUpdates({ root, resources, folder, journal, ...rest }: OpenUpdatesOptions): Promise<Updates | null> {
  if (resources === undefined || !existsSync(join(resources, 'app-update.yml'))) return null;
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  if (!manifest.success) return null;
  const { updater, atQuit, replaced } = await ownUpdater();
  const { clock, log } = rest;
  const feed = updaterFeed({
    updater,
    squirrel: process.platform === 'darwin' ? squirrel : null,
    obstacle: () => obstacleOf(replaced),
    keys: manifest.data.updateKeys,
    withdrawn: withdrawnKeys(folder),
    takenBack: takenBackVersions(folder),
    journal,
    clock,
    log,
    atQuit,
  });
  const tried = triedUpdate(folder, { from: app.getVersion(), now: () => clock.wallMs() });
  return new Updates({ ...rest, feed, tried, alone: atQuit, quit: () => app.quit(), again: asStarted });
}

function asStarted({ hidden }: { readonly hidden: boolean }): void {
  startAgain({ argv: process.argv, hidden });
}

type OwnUpdater = { readonly updater: AppUpdater; readonly atQuit: boolean; readonly replaced: Replaced };

/** The updater for this installation's kind of package. A Debian package needs an administrator, so it is never installed unasked. */
async function ownUpdater(): Promise<OwnUpdater> {
  const { autoUpdater, AppImageUpdater, DebUpdater, NsisUpdater } = await import('electron-updater');
  const program = app.getPath('exe');
  if (autoUpdater instanceof DebUpdater) {
    const { CheckedDebUpdater } = await import('./checked-deb-updater.ts');
    const updater = new CheckedDebUpdater();
    return { updater, atQuit: false, replaced: { kind: 'package', programs: updater.programs } };
  }
  if (autoUpdater instanceof AppImageUpdater) {
    const { KeptAppImageUpdater } = await import('./kept-app-image-updater.ts');
    return { updater: new KeptAppImageUpdater(), atQuit: true, replaced: { kind: 'image', file: process.env['APPIMAGE'] } };
  }
  if (autoUpdater instanceof NsisUpdater) {
    const { UseralNsisUpdater } = await import('./personal-nsis-updater.ts');
    return { updater: new UseralNsisUpdater(), atQuit: true, replaced: { kind: 'folder', path: dirname(program) } };
  }
  // Intray.app/Contents/MacOS/Intray
  return { updater: autoUpdater, atQuit: true, replaced: { kind: 'bundle', path: resolve(program, '..', '..', '..') } };
}

/** Whether one of our windows is visible and not minimised. */
export function isWindowShown(): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized());
}

/** Release keys that must not be trusted any longer, stored in `folder`. */
export function withdrawnKeys(folder: string): KeptWords {
  return keptWords(join(folder, 'withdrawn-keys.json'), 'withdrawn');
}

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
