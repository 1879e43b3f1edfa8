import { join } from 'node:path';
import { stubOf } from '#shared/domain/stub-of.ts';
import type { FileEntry, FileStat, Special } from '#shared/ports/files.ts';
import { leadsToFolder } from './leads-to-folder.ts';
import type { Placeholders } from './placeholders.ts';

type Told = { readonly name: string; readonly stat: FileStat };

export type SpecialsBy = {
  readonly placeholders: Pick<Placeholders, 'among'>;
  /** Whether the target of this link may be asked right here; by default every one may. */
  readonly mayFollow?: ((link: string) => Promise<boolean>) | undefined;
};

/** The entries of one folder, with what they are besides what their stat says. Nothing is opened, and nothing is fetched. */
export async function specials(
  folder: string,
  entries: readonly Told[],
  { placeholders, mayFollow }: SpecialsBy,
): Promise<readonly FileEntry[]> {
  const candidates = entries.filter(({ stat }) => stat.noBlocks);
  const inCloud = candidates.length === 0 ? NONE : await placeholders.among(folder, candidates);
  const all: FileEntry[] = [];
  for (const { name, stat } of entries) {
    const link = stat.kind === 'link' ? join(folder, name) : null;
    const isFolderLink = link !== null && (await mayFollow?.(link)) !== false && (await leadsToFolder(link, stat.changedAt));
    all.push({ name, stat, special: isFolderLink ? 'folder-link' : cloudOf(name, stat, inCloud) });
  }
  return all;
}

const NONE: ReadonlySet<string> = new Set();

function cloudOf(name: string, { kind, bytes }: FileStat, inCloud: ReadonlySet<string>): Special | null {
  if (kind !== 'file') return null;
  if (inCloud.has(name)) return 'placeholder';
  return stubOf(name, bytes) === null ? null : 'stub';
}
