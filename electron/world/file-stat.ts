import type { BigIntStats, Stats } from 'node:fs';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { FileIdentity, FileStat } from '#shared/ports/files.ts';

/** What the port says of one place on the disk, from exact numbers. */
export function fileStat(stats: BigIntStats): FileStat {
  // As node:fs itself makes milliseconds of it, so that both ways of asking give the same.
  const modifiedMs = Number(stats.mtimeNs / SECOND_NS) * 1e3 + Number(stats.mtimeNs % SECOND_NS) / 1e6;
  const { dev, ino } = stats;
  const born = { birthMs: Number(stats.birthtimeMs), changeMs: Number(stats.ctimeMs) };
  return new DiskStat({ mode: Number(stats.mode), size: Number(stats.size), modifiedMs, dev, ino, ...born });
}

/** The same from plain numbers, which are three times as fast; null where a number of 64 bits does not fit into them. */
export function fastStat(stats: Stats): FileStat | null {
  const { mode, size, mtimeMs, dev, ino } = stats;
  if (!Number.isSafeInteger(ino) || !Number.isSafeInteger(dev)) return null;
  return new DiskStat({ mode, size, modifiedMs: mtimeMs, dev, ino, birthMs: stats.birthtimeMs, changeMs: stats.ctimeMs });
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
  readonly birthMs: number;
  readonly changeMs: number;
};

/** A sweep makes a hundred thousand of these and asks hardly one for its identity, so its texts are made when they are read. */
class DiskStat implements FileStat {
  readonly kind: FileStat['kind'];
  readonly bytes: number;
  readonly modifiedAt: WallMs;
  readonly #volume: number | bigint;
  readonly #inode: number | bigint;
  readonly #birthMs: number;

  constructor({ mode, size, modifiedMs, dev, ino, birthMs, changeMs }: Numbers) {
    this.kind = KINDS[mode & TYPE_BITS] ?? 'other';
    this.bytes = size;
    // Whole milliseconds: what is compared has to survive a database column of integers.
    this.modifiedAt = wallMs(Math.floor(modifiedMs));
    this.#volume = dev;
    this.#inode = ino;
    // Systems that do not know when it was made say nothing, or when it was changed.
    this.#birthMs = Math.floor(birthMs) === Math.floor(changeMs) ? 0 : Math.floor(birthMs);
  }

  get identity(): FileIdentity {
    const born = this.kind === 'folder' && this.#birthMs > 0 ? `@${this.#birthMs}` : '';
    return { volume: String(this.#volume), inode: `${this.#inode}${born}` };
  }
}
