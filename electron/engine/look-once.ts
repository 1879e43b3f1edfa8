import type { Folder, FolderState } from '#shared/domain/folder/folder.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { compareBirths } from '#shared/domain/folder/same-folder.ts';
import type { Files } from '#shared/ports/files.ts';
import { folderStat } from '../folders/folder-rules.ts';
import type { Parts } from './parts.ts';

export type FolderStates = ReadonlyMap<FolderId, FolderState>;

/** `noHost` is true until the engine is started. */
export type Looked = { readonly noHost: boolean; readonly folderStates: FolderStates };

type Inside = Pick<Parts, 'journal' | 'results' | 'vault'>;

/** Remembers what one-time looks found; `end` forgets it when the loops begin, which know better. */
export function createLooks(parts: Inside, files: Files): { seen(): Looked; once(): Promise<void>; end(): void } {
  let looked: Looked = { noHost: true, folderStates: new Map() };
  return {
    seen: () => looked,
    once: async () => {
      looked = { ...looked, folderStates: await lookOnce(parts, files) };
    },
    end: () => {
      looked = { noHost: false, folderStates: new Map() };
    },
  };
}

/**
 * Takes one look each at vault, relay and folders, for a command that opens the engine without starting its loops. Nothing is taken up,
 * sent, or read into the journal.
 */
async function lookOnce({ journal, results, vault }: Inside, files: Files): Promise<FolderStates> {
  await vault.look();
  await results.askOnce();
  // All at once: a folder whose disk does not answer takes until its time-out.
  const states = await Promise.all(journal.folders.folders().map(async (folder) => [folder.id, await stateNow(folder, files)] as const));
  return new Map(states);
}

/** Only a sweep can tell for certain whether it is the right folder; here its birth time alone may prove that it is not. */
async function stateNow({ path, state, identity }: Folder, files: Files): Promise<FolderState> {
  const stat = await folderStat(files, path);
  if (!stat.ok) return stat.failure.kind === 'denied' || stat.failure.kind === 'silent' ? stat.failure.kind : 'missing';
  const isOther = identity !== null && compareBirths(identity.inode, stat.value.identity.inode) === 'other';
  return isOther || state === 'swapped' ? 'swapped' : 'present';
}
