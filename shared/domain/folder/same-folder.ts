/** A place on one disk that survives renames: tells whether a folder is still the one the person chose. */
export type FileIdentity = { readonly volume: string; readonly inode: string };

/** Whether two looks at the disk met the same folder; `one` is the earlier look. */
export function sameFolder(one: FileIdentity, other: FileIdentity): boolean {
  return one.volume === other.volume && sameInode(one.inode, other.inode);
}

/** The same number, and no birth time that speaks against it. */
export function sameInode(one: string, other: string): boolean {
  return partsOf(one).number === partsOf(other).number && compareBirths(one, other) !== 'other';
}

/**
 * `n@t` is inode n of a folder that was made at t: numbers are used again, for a folder that is made anew and for the root of every disk.
 * `n~t` is one that was last changed at t, and may have been made then: a file system that keeps no birth time shows another time instead.
 * `n^t` is one that was last read at t, which some file systems show as the birth and others only write at the birth. `n` alone has none
 * of them. A record with a birth time matches only that one (C41).
 */
export function compareBirths(recorded: string, found: string): 'same' | 'other' | 'unknown' {
  const [one, other] = [partsOf(recorded), partsOf(found)];
  if (one.at !== undefined && one.at === other.at) return 'same';
  if (one.isProven) return 'other';
  return one.at !== undefined && other.isProven ? 'other' : 'unknown';
}

/** Whether this look has seen when the folder was made. */
export function isBirthProven(inode: string): boolean {
  return partsOf(inode).isProven;
}

/** The times of a folder in milliseconds since 1970, 0 where the system tells none: when it was made, last changed in any way, last written to, last read. */
export type FolderTimes = { readonly birthMs: number; readonly changeMs: number; readonly writtenMs: number; readonly readMs: number };

/**
 * How it is written where it is seen. Wine shows the last writing as the birth, and Samba, for a folder that was not made through it, the
 * earliest of the three other times.
 */
export function inodeWithBirth(inode: string | number | bigint, { birthMs, changeMs, writtenMs, readMs }: FolderTimes): string {
  if (birthMs <= 0) return String(inode);
  if (birthMs === changeMs || birthMs === writtenMs) return `${inode}~${birthMs}`;
  return birthMs === readMs ? `${inode}^${birthMs}` : `${inode}@${birthMs}`;
}

/** At a second look: Intray has read the folder in between, and a time that stayed was not that of the last reading. */
export function seenAgain(recorded: string, found: string): string {
  return recorded === found ? found.replace('^', '@') : found;
}

function partsOf(inode: string): { readonly number: string; readonly at: string | undefined; readonly isProven: boolean } {
  const [number = inode, at] = inode.split(/[@~^]/);
  return { number, at, isProven: inode.includes('@') };
}
