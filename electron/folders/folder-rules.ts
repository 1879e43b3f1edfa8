import type { FolderFault } from '#shared/app-api/faults.ts';
import type { FolderListing } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, Files, FileStat } from '#shared/ports/files.ts';
import { dirname } from 'node:path';
import { type FileIdentity, sameFolder } from '#shared/domain/folder/same-folder.ts';
import { isSamePath, isWithin, type System } from '#shared/node/is-inside.ts';

/** Folders shown at one level; the user can type a path to any other. */
const LISTED_MAX = 1_000;

/** The path as it is stored, if it is a folder that can be watched in addition to the current ones. `clean`: a path from CleanPlaces. */
export async function checkFolder(
  clean: string,
  deps: { readonly files: Files; readonly watched: () => readonly Folder[]; readonly profile: string },
): Promise<Result<string, FolderFault>> {
  const stat = await folderStat(deps.files, clean);
  if (!stat.ok) return stat;
  const own = await ownFilesFault(deps.files, clean, deps.profile);
  if (own !== null) return fail(own);
  const place = await readPlace(deps.files, clean);
  const known = new Map<FolderId, DiskPlace>();
  for (const folder of deps.watched()) known.set(folder.id, await knownPlace(deps.files, folder));
  // Read again after the awaits: another folder may have been added meanwhile.
  for (const folder of deps.watched()) {
    const other = known.get(folder.id) ?? recordedPlace(folder);
    if (isOneFolder(place, other)) return fail({ kind: 'already-added' });
    if (doOverlap(place, other)) return fail({ kind: 'overlaps' });
  }
  return ok(clean);
}

/** Our own files are not scans: neither folder may contain the other. */
export async function ownFilesFault(files: Files, clean: string, profile: string): Promise<FolderFault | null> {
  const [place, own] = [await readPlace(files, clean), await readPlace(files, profile)];
  if (isAround(place, own)) return { kind: 'profile-around' };
  return doOverlap(place, own) ? { kind: 'own-files' } : null;
}

/** Asks the disk only if it answered the last sweep. */
async function knownPlace(files: Files, folder: Folder): Promise<DiskPlace> {
  return folder.state === 'present' ? readPlace(files, folder.path) : recordedPlace(folder);
}

function recordedPlace({ path, identity }: Folder): DiskPlace {
  return { path, chain: identity === null ? [] : [identity] };
}

/** The visible sub-folders of a folder, by name. `parent`: the folder that contains it. */
export async function browse(files: Files, clean: string, parent: string | null): Promise<Result<FolderListing, FolderFault>> {
  const stat = await folderStat(files, clean);
  if (!stat.ok) return stat;
  const listed = await files.list(clean);
  if (!listed.ok) return fail(folderFault(listed.failure));
  const folders = listed.value.filter(({ name, stat: { kind } }) => kind === 'folder' && !name.startsWith('.')).map(({ name }) => name);
  return ok({
    path: clean,
    parent,
    folders: folders.sort((a, b) => a.localeCompare(b)).slice(0, LISTED_MAX),
  });
}

export async function folderStat(files: Files, path: string): Promise<Result<FileStat, FolderFault>> {
  const stat = await files.stat(path);
  if (!stat.ok) return fail(folderFault(stat.failure));
  return stat.value.kind === 'folder' ? ok(stat.value) : fail({ kind: 'not-a-folder' });
}

export function folderFault({ kind }: FileFault): FolderFault {
  return { kind: kind === 'denied' || kind === 'silent' ? kind : 'not-there' };
}

/** A folder and its ancestors, as the disk identifies them. `path` has its links resolved; `chain` begins with the folder itself. */
export type DiskPlace = { readonly path: string; readonly chain: readonly FileIdentity[] };

/** Resolves the links of the path. The chain is empty if the path does not exist. */
export async function readPlace(files: Files, path: string): Promise<DiskPlace> {
  const real = await files.realPath(path);
  if (!real.ok) return { path, chain: [] };
  const chain: FileIdentity[] = [];
  for (let at = real.value, above = ''; at !== above; above = at, at = dirname(at)) {
    const stat = await files.stat(at);
    if (stat.ok) chain.push(stat.value.identity);
  }
  return { path: real.value, chain };
}

/** Whether both are the same folder, however they are spelt. */
export function isOneFolder({ path, chain: [itself] }: DiskPlace, other: DiskPlace, system?: System): boolean {
  const [itselfThere] = other.chain;
  return isSamePath(path, other.path, system) || (itself !== undefined && itselfThere !== undefined && sameFolder(itselfThere, itself));
}

/** Whether one is the other or is inside it, also through links, on a second mount or in another letter case. */
export function doOverlap(one: DiskPlace, other: DiskPlace, system?: System): boolean {
  return isOneFolder(one, other, system) || isAround(one, other, system) || isAround(other, one, system);
}

/** Whether the second is inside the first, and not the same. */
function isAround(outer: DiskPlace, inner: DiskPlace, system?: System): boolean {
  return !isOneFolder(outer, inner, system) && (isWithin(inner.path, outer.path, system) || holds(outer, inner));
}

function holds(outer: DiskPlace, inner: DiskPlace): boolean {
  const [itself] = outer.chain;
  return itself !== undefined && inner.chain.some((above) => sameFolder(itself, above));
}
