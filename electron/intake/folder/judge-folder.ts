import { type FileIdentity, compareBirths, isBirthProven, sameInode, sameFolder, seenAgain } from '#shared/domain/folder/same-folder.ts';

export type FolderSeen = {
  /** What it had when it was last seen; null before it was first seen. */
  readonly recorded: FileIdentity | null;
  readonly found: FileIdentity;
  /** The disk has stayed mounted since the last look of this run. */
  readonly sameMount: boolean;
  readonly known: number;
  readonly unchanged: number;
};

/**
 * Whether the folder is the one that was chosen (C41). Its birth time decides where both looks have seen it. Numbers of disks change with
 * a restart, and on network shares and memory sticks those of folders do too, so that most of the known files, unchanged in their places,
 * prove it as well; and a folder that keeps its inode on a renumbered disk is believed where nothing is known that could be missing. That
 * none of the known files is there speaks against it only where neither birth nor mount prove it: people file away all scans at once.
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

/** Numbers may be others after a restart, and a birth time is proven by the first look at which it is none of the other times. */
export function newestOf(recorded: FileIdentity | null, found: FileIdentity): FileIdentity {
  if (recorded === null) return found;
  return isBirthProven(recorded.inode) && !isBirthProven(found.inode)
    ? recorded
    : { ...found, inode: seenAgain(recorded.inode, found.inode) };
}
