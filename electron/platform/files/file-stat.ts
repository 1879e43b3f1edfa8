import type { BigIntStats, Stats } from 'node:fs';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { type FileIdentity, inodeWithBirth } from '#shared/domain/folder/same-folder.ts';
import type { FileStat } from '#shared/ports/files.ts';
import { lstat } from 'node:fs/promises';
import { toDisk } from './disk-path.ts';
import { isLocal } from '../volumes/mount-table.ts';

/** The port's stat of one path, from exact numbers. */
export function fileStat(stats: BigIntStats): FileStat {
  const { dev, ino, mtimeNs, ctimeNs, atimeNs, birthtimeNs } = stats;
  const times = { modifiedMs: msOf(mtimeNs), changeMs: msOf(ctimeNs), readMs: msOf(atimeNs), birthMs: msOf(birthtimeNs) };
  return new DiskStat({ mode: Number(stats.mode), size: Number(stats.size), blocks: Number(stats.blocks), dev, ino, ...times });
}

/** Converts to milliseconds as node:fs does, so that both kinds of stat give the same. */
function msOf(ns: bigint): number {
  return Number(ns / SECOND_NS) * 1e3 + Number(ns % SECOND_NS) / 1e6;
}

/** The same from plain numbers, which is three times as fast; null if a 64-bit number does not fit. */
export function fastStat(stats: Stats): FileStat | null {
  const { mode, size, blocks, dev, ino, mtimeMs, ctimeMs, atimeMs, birthtimeMs } = stats;
  if (!Number.isSafeInteger(ino) || !Number.isSafeInteger(dev)) return null;
  const times = { modifiedMs: mtimeMs, changeMs: ctimeMs, readMs: atimeMs, birthMs: birthtimeMs };
  return new DiskStat({ mode, size, blocks, dev, ino, ...times });
}

const SECOND_NS = 1_000_000_000n;
/** Integers of up to this many bits are exact. */
const FOLDED_BITS = 53;
const TYPE_BITS = 0o17_0000;
const KINDS: Readonly<Record<number, FileStat['kind']>> = { 0o10_0000: 'file', 0o04_0000: 'folder', 0o12_0000: 'link' };

type Numbers = {
  readonly mode: number;
  readonly size: number;
  /** Blocks of 512 bytes. On Windows, too, the allocated size is given in such blocks. */
  readonly blocks: number;
  readonly modifiedMs: number;
  readonly dev: number | bigint;
  readonly ino: number | bigint;
  readonly birthMs: number;
  readonly changeMs: number;
  readonly readMs: number;
};

/** A sweep creates a hundred thousand of these and asks hardly any for its identity, so the strings are built on access. */
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
    // Whole milliseconds, because compared values must survive an integer database column.
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

/** The upper bits of an NTFS file id count how often a record was reused, and few record numbers exceed 40 bits: so folding keeps both. */
function folded(inode: bigint): number {
  return Number(BigInt.asUintN(FOLDED_BITS, inode) ^ (inode >> BigInt(FOLDED_BITS)));
}

/** Enough for a handful of chosen folders. The entries expire, since a folder may be on another disk by then. */
const ROOTS_MAX = 64;
const ROOT_TRUST_MS = 10_000;
const roots = new Map<string, { readonly device: bigint; readonly untilMs: number }>();

/** The device of a folder on a file system that answers at once; null for others. */
export async function localDevice(root: string): Promise<bigint | null> {
  const known = roots.get(root);
  if (known !== undefined && performance.now() < known.untilMs) return known.device;
  roots.delete(root);
  if (roots.size >= ROOTS_MAX) roots.clear();
  if (!(await isLocal(root))) return null;
  const { dev } = await lstat(toDisk(root), { bigint: true });
  roots.set(root, { device: dev, untilMs: performance.now() + ROOT_TRUST_MS });
  return dev;
}
