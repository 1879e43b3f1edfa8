import { join } from 'node:path';
import { stubOf } from '#shared/domain/folder/stub-of.ts';
import type { FileEntry, Special } from '#shared/ports/files.ts';
import { leadsToFolder } from './leads-to-folder.ts';
import type { Placeholders } from '../cloud/placeholders.ts';

export type SpecialsDeps = {
  readonly placeholders: Pick<Placeholders, 'among'>;
  /** Whether the target of this link may be called from this process; by default every target may. */
  readonly mayFollow?: ((link: string) => Promise<boolean>) | undefined;
};

/** Adds to the entries of a folder what their stat does not show: placeholders, stubs, and links to folders. Opens and fetches nothing. */
export async function specials(
  folder: string,
  entries: readonly FileEntry[],
  { placeholders, mayFollow }: SpecialsDeps,
): Promise<readonly FileEntry[]> {
  const candidates = entries.filter(({ stat }) => stat.noBlocks);
  const inCloud = candidates.length === 0 ? NONE : await placeholders.among(folder, candidates);
  const found = new Map<FileEntry, Special>();
  for (const entry of entries) {
    const special = entry.stat.kind === 'link' ? await readLink(folder, entry, mayFollow) : cloudOf(entry, inCloud);
    if (special !== null) found.set(entry, special);
  }
  // Special entries are rare, so a list without any is returned unchanged.
  return found.size === 0 ? entries : entries.map((entry) => ({ ...entry, special: found.get(entry) ?? null }));
}

const NONE: ReadonlySet<string> = new Set();

async function readLink(folder: string, { name, stat }: FileEntry, mayFollow: SpecialsDeps['mayFollow']): Promise<Special | null> {
  const link = join(folder, name);
  return (await mayFollow?.(link)) !== false && (await leadsToFolder(link, stat.changedAt)) ? 'folder-link' : null;
}

function cloudOf({ name, stat: { kind, bytes } }: FileEntry, inCloud: ReadonlySet<string>): Special | null {
  if (kind !== 'file') return null;
  if (inCloud.has(name)) return 'placeholder';
  return stubOf(name, bytes) === null ? null : 'stub';
}
