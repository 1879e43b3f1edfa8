import type { BigIntStats, Stats } from 'node:fs';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { FileIdentity, FileStat } from '#shared/ports/files.ts';

/** What the port says of one place on the disk, from exact numbers. */
export function fileStat(stats: BigIntStats): FileStat {
  // As node:fs itself makes milliseconds of it, so that both ways of asking give the same.
  const modifiedMs = Number(stats.mtimeNs / SECOND_NS) * 1e3 + Number(stats.mtimeNs % SECOND_NS) / 1e6;
  return new DiskStat({ mode: Number(stats.mode), size: Number(stats.size), modifiedMs, dev: stats.dev, ino: stats.ino });
}

/** The same from plain numbers, which are three times as fast; null where a number of 64 bits does not fit into them. */
export function fastStat(stats: Stats): FileStat | null {
  const { mode, size, mtimeMs, dev, ino } = stats;
  return Number.isSafeInteger(ino) && Number.isSafeInteger(dev) ? new DiskStat({ mode, size, modifiedMs: mtimeMs, dev, ino }) : null;
}

const SECOND_NS = 1_000_000_000n;
const TYPE_BITS = 0o17_0000;
const KINDS: Readonly<Record<number, FileStat['kind']>> = { 0o10_0000: 'file', 0o04_0000: 'folder', 0o12_0000: 'link' };

type Numbers = {
  readonly mode: number;
  readonly size: number;
  readonly modifiedMs: number;
  readonly dev: number | bigint;
  readonly ino: number | bigint;
};

/** A sweep makes a hundred thousand of these and asks hardly one for its identity, so its texts are made when they are read. */
class DiskStat implements FileStat {
  readonly kind: FileStat['kind'];
  readonly bytes: number;
  readonly modifiedAt: WallMs;
  readonly #volume: number | bigint;
  readonly #inode: number | bigint;

  constructor({ mode, size, modifiedMs, dev, ino }: Numbers) {
    this.kind = KINDS[mode & TYPE_BITS] ?? 'other';
    this.bytes = size;
    // Whole milliseconds: what is compared has to survive a database column of integers.
    this.modifiedAt = wallMs(Math.floor(modifiedMs));
    this.#volume = dev;
    this.#inode = ino;
  }

  get identity(): FileIdentity {
    return { volume: String(this.#volume), inode: String(this.#inode) };
  }
}
