import type { FileIdentity } from '#shared/ports/files.ts';
import { sameInode, samePlace } from '#shared/domain/same-place.ts';

export type FolderSeen = {
  /** What it had when it was chosen; null before it was first seen. */
  readonly chosen: FileIdentity | null;
  readonly found: FileIdentity;
  readonly known: number;
  readonly unchanged: number;
};

/**
 * Whether the folder is the one that was chosen. Numbers of disks change with a restart, and on network shares and
 * memory sticks those of folders do too, so that most of the known files, unchanged in their places, prove it as well;
 * and a folder that keeps its inode on a renumbered disk is believed where nothing is known that could be missing.
 */
export function judgeFolder({ chosen, found, known, unchanged }: FolderSeen): 'present' | 'swapped' {
  if (chosen === null || samePlace(chosen, found)) return 'present';
  if (unchanged > 0 && unchanged * 2 >= known) return 'present';
  return known === 0 && sameInode(chosen.inode, found.inode) ? 'present' : 'swapped';
}
