import type { KnownFile } from './store.ts';

/**
 * Signs that a known file with the same size and modification time may have other content.
 * `settled`: the row is from a version that stored neither change time nor inode, and the file was not touched after it was dealt with, so
 * the row may learn both.
 * `touched`: the change time differs, or the file was touched after such a version had dealt with it.
 * `renumbered`: only the inode differs.
 */
export type FileFingerprint = 'none' | 'unchanged' | 'touched' | 'renumbered';

export function fingerprintOf(known: KnownFile, { changedAt, inode }: KnownFile): FileFingerprint {
  if (known.inode === null) return changedAt <= known.changedAt ? 'unchanged' : 'touched';
  if (known.changedAt !== changedAt) return 'touched';
  return known.inode === inode ? 'none' : 'renumbered';
}
