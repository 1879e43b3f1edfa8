import type { BigIntStats } from 'node:fs';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { FileIdentity, FileStat } from '#shared/ports/files.ts';

/** What the port says of one place on the disk. Numbers of disks and inodes have 64 bits on some, hence BigInt. */
export function fileStat(stats: BigIntStats): FileStat {
  return new DiskStat(stats);
}

/** A sweep makes a hundred thousand of these and asks hardly one for its identity, so its texts are made when they are read. */
class DiskStat implements FileStat {
  readonly kind: FileStat['kind'];
  readonly bytes: number;
  readonly modifiedAt: WallMs;
  readonly #volume: bigint;
  readonly #inode: bigint;

  constructor(stats: BigIntStats) {
    this.kind = kindOf(stats);
    this.bytes = Number(stats.size);
    // Whole milliseconds: what is compared has to survive a database column of integers.
    this.modifiedAt = wallMs(Number(stats.mtimeMs));
    this.#volume = stats.dev;
    this.#inode = stats.ino;
  }

  get identity(): FileIdentity {
    return { volume: String(this.#volume), inode: String(this.#inode) };
  }
}

function kindOf(stats: BigIntStats): FileStat['kind'] {
  if (stats.isFile()) return 'file';
  if (stats.isDirectory()) return 'folder';
  return stats.isSymbolicLink() ? 'link' : 'other';
}
