import { join } from 'node:path';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { numberedName, shownName } from '#shared/lib/file-names.ts';
import { isInside } from '#shared/node/is-inside.ts';
import type { Files } from '#shared/ports/files.ts';
import { misplacedFiles, misplacedParents, notIgnored } from './misplaced-files.ts';
import type { IntakeStore } from '../store.ts';

/** How many were moved; `stay`: names of the files that could not be, and are still where they were. */
export type TakenMisplacedFiles = { readonly moved: number; readonly stay: readonly string[] };

export type TakeMisplacedFilesDeps = {
  readonly files: Pick<Files, 'list' | 'read' | 'moveWithoutReplacing'>;
  readonly folders: readonly Folder[];
  readonly home: string;
  readonly store: Pick<IntakeStore, 'ignoredMisplaced'>;
};

/** Limit for one press of the button; the person can press again for the rest. */
const MOVED_MAX = 500;
/** Limit of numbered variants of one name in one folder. */
const NUMBERS_MAX = 99;

/**
 * Moves the files beside the watched folders into the one that the person chose, only at their request: never over another file, and only
 * with bytes that were just read, and none that the person ignores. Null when `path` is no longer such a parent, or the chosen folder is not below it or not present.
 */
export async function takeMisplacedFiles(path: string, folder: Folder, by: TakeMisplacedFilesDeps): Promise<TakenMisplacedFiles | null> {
  const parent = misplacedParents(by.folders, by.home).find((one) => one.path === path);
  if (parent === undefined || folder.state !== 'present' || !isInside(folder.path, path)) return null;
  const names = notIgnored(await misplacedFiles(parent, by.files), by.store.ignoredMisplaced(path)).slice(0, MOVED_MAX);
  const stay: string[] = [];
  for (const name of names) if (!(await isMoved(path, name, folder, by.files))) stay.push(shownName(name));
  return { moved: names.length - stay.length, stay };
}

async function isMoved(root: string, name: string, folder: Folder, files: TakeMisplacedFilesDeps['files']): Promise<boolean> {
  const from = join(root, name);
  const read = await files.read(from, { root, bytesMax: FILE_BYTES_MAX });
  // A file too large to read could not be sent either.
  if (!read.ok || read.value.bytes === null) return false;
  const { bytes } = read.value;
  for (let number = 1; number <= NUMBERS_MAX; number += 1) {
    const to = join(folder.path, numberedName(name, number));
    const moved = await files.moveWithoutReplacing({ root, from, to, bytes, resumed: false });
    if (!moved.ok || moved.value === 'changed') return false;
    if (moved.value === 'moved') return true;
  }
  return false;
}
