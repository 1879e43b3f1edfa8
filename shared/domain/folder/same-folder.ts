/** A folder's identity on one disk, which survives renames: it tells whether a folder is still the one that the user chose. */
export type FileIdentity = { readonly volume: string; readonly inode: string };

/** Whether two looks at the disk found the same folder; `one` is the earlier look. */
export function sameFolder(one: FileIdentity, other: FileIdentity): boolean {
  return one.volume === other.volume && sameInode(one.inode, other.inode);
}

/** Whether the numbers are the same, and no birth time contradicts that. */
export function sameInode(one: string, other: string): boolean {
  return partsOf(one).number === partsOf(other).number && compareBirths(one, other) !== 'other';
}

/**
 * Formats: `n@t` is inode n of a folder created at t; numbers are reused for new folders and for the root of every disk.
 * `n~t` is one that was last changed at t, and may have been created then: a file system without birth times shows another time instead.
 * `n^t` is one that was last read at t, which some file systems show as the birth, and others only write at the birth. `n` alone has none
 * of them. A record with a birth time matches only that one (C41).
 */
export function compareBirths(recorded: string, found: string): 'same' | 'other' | 'unknown' {
  const [one, other] = [partsOf(recorded), partsOf(found)];
  if (one.at !== undefined && one.at === other.at) return 'same';
  if (one.isProven) return 'other';
  return one.at !== undefined && other.isProven ? 'other' : 'unknown';
}

/** Whether this look found the folder's birth time. */
export function isBirthProven(inode: string): boolean {
  return partsOf(inode).isProven;
}

/** A folder's times in milliseconds since 1970, 0 if unknown: birth, last change of any kind, last write, last read. */
export type FolderTimes = { readonly birthMs: number; readonly changeMs: number; readonly writtenMs: number; readonly readMs: number };

/**
 * Encodes an inode together with the times of one look. Wine shows the last write as the birth, and Samba, for a folder that was not created
 * through it, the earliest of the three other times.
 */
export function inodeWithBirth(inode: string | number | bigint, { birthMs, changeMs, writtenMs, readMs }: FolderTimes): string {
  if (birthMs <= 0) return String(inode);
  if (birthMs === changeMs || birthMs === writtenMs) return `${inode}~${birthMs}`;
  return birthMs === readMs ? `${inode}^${birthMs}` : `${inode}@${birthMs}`;
}

/** For a second look: Intray has read the folder in between, so an unchanged time is not that of the last read. */
export function seenAgain(recorded: string, found: string): string {
  return recorded === found ? found.replace('^', '@') : found;
}

function partsOf(inode: string): { readonly number: string; readonly at: string | undefined; readonly isProven: boolean } {
  const [number = inode, at] = inode.split(/[@~^]/);
  return { number, at, isProven: inode.includes('@') };
}
