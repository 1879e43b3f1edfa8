import type { Folder } from '#shared/domain/folder/folder.ts';
import { entriesEndingOf } from '#shared/domain/item/file-kinds.ts';
import type { Fresh } from './sweep.ts';

/**
 * New scans beside which a file of entries is new as well wait until that is read, in a folder that takes both together (C43): the journal then knows
 * both. What is in the cloud, or what a writer holds, is not waited for, since that may last.
 */
export function waitForEntries({ pairs }: Pick<Folder, 'pairs'>, fresh: readonly Fresh[]): readonly Fresh[] {
  if (pairs === 'no') return fresh;
  const awaited = new Set(fresh.filter(isReadSoon).map(({ relativePath }) => stemOf(relativePath)));
  if (awaited.size === 0) return fresh;
  return fresh.map((file) => (!isEntries(file) && awaited.has(stemOf(file.relativePath)) ? { ...file, awaitsEntries: true } : file));
}

/** Whether scans may wait for this file: the next sweep lets them go on. */
export function isAwaited({ pairs }: Pick<Folder, 'pairs'>, file: Pick<Fresh, 'relativePath'>): boolean {
  return pairs !== 'no' && isEntries(file);
}

function isReadSoon(file: Fresh): boolean {
  return isEntries(file) && file.special === null && !file.isHeld;
}

function isEntries({ relativePath }: Pick<Fresh, 'relativePath'>): boolean {
  return entriesEndingOf(relativePath.slice(relativePath.lastIndexOf('/') + 1)) !== null;
}

function stemOf(relativePath: string): string {
  return relativePath.replace(/\.[^./]*$/, '');
}
