import type { KnownFile } from './store.ts';

/**
 * What speaks for another content in a known file of the same size and time. `settled`: the row is of a version that kept neither change
 * time nor inode, and the file was not touched since it was dealt with, so the row may learn both. `touched`: its change time differs;
 * or it was touched some time after that version had dealt with it. `renumbered`: the inode alone differs.
 */
export type FileFingerprint = 'none' | 'unchanged' | 'touched' | 'renumbered';

export function fingerprintOf(known: KnownFile, { changedAt, inode }: KnownFile): FileFingerprint {
  if (known.inode === null) return changedAt <= known.changedAt ? 'unchanged' : 'touched';
  if (known.changedAt !== changedAt) return 'touched';
  return known.inode === inode ? 'none' : 'renumbered';
}
