import { dirname, isAbsolute, normalize, relative, sep } from 'node:path';
import type { FolderFault } from '#shared/app-api/faults.ts';
import type { FolderListing } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder.ts';
import { samePlace } from '#shared/domain/same-place.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, Files, FileStat } from '#shared/ports/files.ts';

/** Folders of one level that are shown to choose from; the person can type a longer path. */
const LISTED_MAX = 1_000;

/** The path as it is kept, when it is a folder that can be watched beside those that are. */
export async function checkFolder(
  path: string,
  by: { readonly files: Files; readonly watched: () => readonly Folder[]; readonly profile: string },
): Promise<Result<string, FolderFault>> {
  const clean = cleanPath(path);
  if (clean === null) return fail({ kind: 'not-there' });
  const stat = await folderStat(by.files, clean);
  if (!stat.ok) return stat;
  // Our own files are no scans: neither may lie in the other.
  if (clean === by.profile || liesIn(clean, by.profile) || liesIn(by.profile, clean)) return fail({ kind: 'overlaps' });
  // Asked after the wait: another one may have been added meanwhile.
  for (const folder of by.watched()) {
    const seen = folder.identity;
    const { identity } = stat.value;
    // The disk knows it under any spelling: another case, a link, a second mount.
    const same = seen !== null && samePlace(seen, identity);
    if (same || folder.path === clean) return fail({ kind: 'already-added' });
    if (liesIn(clean, folder.path) || liesIn(folder.path, clean)) return fail({ kind: 'overlaps' });
  }
  return ok(clean);
}

/** The folders in a folder, by name, hidden ones left out. */
export async function browse(files: Files, path: string): Promise<Result<FolderListing, FolderFault>> {
  const clean = cleanPath(path);
  if (clean === null) return fail({ kind: 'not-there' });
  const stat = await folderStat(files, clean);
  if (!stat.ok) return stat;
  const listed = await files.list(clean);
  if (!listed.ok) return fail(folderFault(listed.failure));
  const folders = listed.value.filter(({ name, stat: { kind } }) => kind === 'folder' && !name.startsWith('.')).map(({ name }) => name);
  const parent = dirname(clean);
  return ok({
    path: clean,
    parent: parent === clean ? null : parent,
    folders: folders.sort((a, b) => a.localeCompare(b)).slice(0, LISTED_MAX),
  });
}

export async function folderStat(files: Files, path: string): Promise<Result<FileStat, FolderFault>> {
  const stat = await files.stat(path);
  if (!stat.ok) return fail(folderFault(stat.failure));
  return stat.value.kind === 'folder' ? ok(stat.value) : fail({ kind: 'not-a-folder' });
}

export function folderFault(fault: FileFault): FolderFault {
  return { kind: fault.kind === 'denied' ? 'denied' : 'not-there' };
}

/** Absolute, without `..`, and without a separator at its end. */
export function cleanPath(path: string): string | null {
  if (!isAbsolute(path) || path.includes('\0')) return null;
  const clean = normalize(path);
  return clean.length > 1 && clean.endsWith(sep) && dirname(clean) !== clean ? clean.slice(0, -1) : clean;
}

export function liesIn(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
