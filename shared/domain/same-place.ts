type Identity = { readonly volume: string; readonly inode: string };

/** Whether two looks at the disk met the same folder; `one` is the earlier look. */
export function samePlace(one: Identity, other: Identity): boolean {
  return one.volume === other.volume && sameInode(one.inode, other.inode);
}

/** The same number, and no birth time that speaks against it. */
export function sameInode(one: string, other: string): boolean {
  return partsOf(one).number === partsOf(other).number && compareBirths(one, other) !== 'other';
}

/**
 * `n@t` is inode n of a folder that was made at t: numbers are used again, for a folder that is made anew and for the root of every disk.
 * `n~t` is one that was last changed at t, and may have been made then: a file system that keeps no birth time shows the last change
 * instead. `n` alone has neither. A record with a birth time matches only that one (C41).
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

/** How it is written where it is seen. Times are milliseconds since 1970, 0 where the system tells none. */
export function inodeWithBirth(inode: string | number | bigint, { birthMs, changeMs }: { birthMs: number; changeMs: number }): string {
  if (birthMs <= 0) return String(inode);
  return birthMs === changeMs ? `${inode}~${birthMs}` : `${inode}@${birthMs}`;
}

function partsOf(inode: string): { readonly number: string; readonly at: string | undefined; readonly isProven: boolean } {
  const [number = inode, at] = inode.split(/[@~]/);
  return { number, at, isProven: inode.includes('@') };
}
