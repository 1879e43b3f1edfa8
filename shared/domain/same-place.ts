type Identity = { readonly volume: string; readonly inode: string };

/** Whether two looks at the disk met the same folder. */
export function samePlace(one: Identity, other: Identity): boolean {
  return one.volume === other.volume && sameInode(one.inode, other.inode);
}

/**
 * `n@t` is inode n, made at t: numbers are used again, for a folder that is made anew and for the root of every disk. Not
 * every disk knows when it was made; then the number alone has to do.
 */
export function sameInode(one: string, other: string): boolean {
  const [number, born] = one.split('@');
  const [otherNumber, otherBorn] = other.split('@');
  return number === otherNumber && (born === undefined || otherBorn === undefined || born === otherBorn);
}
