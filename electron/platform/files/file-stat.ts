import type { BigIntStats, Stats } from 'node:fs';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { type FileIdentity, inodeWithBirth } from '#shared/domain/folder/same-folder.ts';
import type { FileStat } from '#shared/ports/files.ts';

/** What the port says of one place on the disk, from exact numbers. */
export function fileStat(stats: BigIntStats): FileStat {
  const { dev, ino, mtimeNs, ctimeNs, atimeNs, birthtimeNs } = stats;
  const times = { modifiedMs: msOf(mtimeNs), changeMs: msOf(ctimeNs), readMs: msOf(atimeNs), birthMs: msOf(birthtimeNs) };
  return new DiskStat({ mode: Number(stats.mode), size: Number(stats.size), blocks: Number(stats.blocks), dev, ino, ...times });
}

/** As node:fs itself makes milliseconds of it, so that both ways of asking give the same. */
function msOf(ns: bigint): number {
  return Number(ns / SECOND_NS) * 1e3 + Number(ns % SECOND_NS) / 1e6;
}

/** The same from plain numbers, which are three times as fast; null where a number of 64 bits does not fit into them. */
export function fastStat(stats: Stats): FileStat | null {
  const { mode, size, blocks, dev, ino, mtimeMs, ctimeMs, atimeMs, birthtimeMs } = stats;
  if (!Number.isSafeInteger(ino) || !Number.isSafeInteger(dev)) return null;
  const times = { modifiedMs: mtimeMs, changeMs: ctimeMs, readMs: atimeMs, birthMs: birthtimeMs };
  return new DiskStat({ mode, size, blocks, dev, ino, ...times });
}

const SECOND_NS = 1_000_000_000n;
/** Whole numbers of so many bits are exact. */
const FOLDED_BITS = 53;
const TYPE_BITS = 0o17_0000;
const KINDS: Readonly<Record<number, FileStat['kind']>> = { 0o10_0000: 'file', 0o04_0000: 'folder', 0o12_0000: 'link' };

type Numbers = {
  readonly mode: number;
  readonly size: number;
  /** Of 512 bytes. Windows gives the room that is taken as such blocks too. */
  readonly blocks: number;
  readonly modifiedMs: number;
  readonly dev: number | bigint;
  readonly ino: number | bigint;
  readonly birthMs: number;
  readonly changeMs: number;
  readonly readMs: number;
};

/** A sweep makes a hundred thousand of these and asks hardly one for its identity, so its texts are made when they are read. */
class DiskStat implements FileStat {
  readonly kind: FileStat['kind'];
  readonly bytes: number;
  readonly modifiedAt: WallMs;
  readonly changedAt: WallMs;
  readonly noBlocks: boolean;
  readonly inode: number;
  readonly #volume: number | bigint;
  readonly #inode: number | bigint;
  readonly #birthMs: number;
  readonly #readMs: number;

  constructor({ mode, size, blocks, modifiedMs, dev, ino, birthMs, changeMs, readMs }: Numbers) {
    this.kind = KINDS[mode & TYPE_BITS] ?? 'other';
    this.bytes = size;
    // Whole milliseconds: what is compared has to survive a database column of integers.
    this.modifiedAt = wallMs(Math.floor(modifiedMs));
    this.changedAt = wallMs(Math.floor(changeMs));
    this.noBlocks = blocks === 0 && size > 0 && this.kind === 'file';
    this.inode = typeof ino === 'number' ? ino : folded(ino);
    this.#volume = dev;
    this.#inode = ino;
    this.#birthMs = Math.floor(birthMs);
    this.#readMs = Math.floor(readMs);
  }

  get identity(): FileIdentity {
    const birthMs = this.kind === 'folder' ? this.#birthMs : 0;
    const times = { birthMs, changeMs: this.changedAt, writtenMs: this.modifiedAt, readMs: this.#readMs };
    return { volume: String(this.#volume), inode: inodeWithBirth(this.#inode, times) };
  }
}

/** NTFS counts in the upper bits how often a record was used, and few records have numbers of more than 40 bits: so both stay in it. */
function folded(inode: bigint): number {
  return Number(BigInt.asUintN(FOLDED_BITS, inode) ^ (inode >> BigInt(FOLDED_BITS)));
}
