import { dirname } from 'node:path';
import { type FileIdentity, sameFolder } from '#shared/domain/folder/same-folder.ts';
import type { Files } from '#shared/ports/files.ts';
import { isSamePath, isWithin, type System } from '#shared/node/is-inside.ts';

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
export function isAround(outer: DiskPlace, inner: DiskPlace, system?: System): boolean {
  return !isOneFolder(outer, inner, system) && (isWithin(inner.path, outer.path, system) || holds(outer, inner));
}

function holds(outer: DiskPlace, inner: DiskPlace): boolean {
  const [itself] = outer.chain;
  return itself !== undefined && inner.chain.some((above) => sameFolder(itself, above));
}
