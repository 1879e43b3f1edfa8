import { type FileIdentity, compareBirths, isBirthProven, sameInode, sameFolder, seenAgain } from '#shared/domain/folder/same-folder.ts';

export type FolderSeen = {
  /** Identity when it was last seen; null before it was first seen. */
  readonly recorded: FileIdentity | null;
  readonly found: FileIdentity;
  /** The disk has stayed mounted since the previous look of this run. */
  readonly sameMount: boolean;
  readonly known: number;
  readonly unchanged: number;
};

/**
 * Whether the folder is the chosen one (C41). Its birth time decides if both looks have seen it. Device numbers change with a restart, and on
 * network shares and memory sticks inodes do too; so if at least half of the known files are unchanged in their places, that is proof as
 * well. A folder that keeps its inode on a renumbered disk is accepted if no files are known that could be missing. The absence of all known
 * files counts against it only where neither birth time nor mount proves it, since people do file away all scans at once.
 */
export function judgeFolder({ recorded, found, sameMount, known, unchanged }: FolderSeen): 'present' | 'swapped' {
  if (recorded === null) return 'present';
  const births = compareBirths(recorded.inode, found.inode);
  if (births === 'other') return 'swapped';
  const isProven = births === 'same' || sameMount;
  if (sameFolder(recorded, found) && (isProven || known === 0 || unchanged > 0)) return 'present';
  if (unchanged > 0 && unchanged * 2 >= known) return 'present';
  return known === 0 && sameInode(recorded.inode, found.inode) ? 'present' : 'swapped';
}

/** Device and inode numbers may change with a restart. A birth time is proven by the first look at which it differs from all the other times. */
export function newestOf(recorded: FileIdentity | null, found: FileIdentity): FileIdentity {
  if (recorded === null) return found;
  return isBirthProven(recorded.inode) && !isBirthProven(found.inode)
    ? recorded
    : { ...found, inode: seenAgain(recorded.inode, found.inode) };
}
