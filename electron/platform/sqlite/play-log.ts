import type { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { codeOf } from '#shared/node/code-of.ts';

/** Moves the write-ahead log into the database and empties it. False if the disk does not allow it now, or inside a transaction. */
export function playLog(database: DatabaseSync): boolean {
  if (database.isTransaction) return false;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return true;
  } catch {
    return false;
  }
}

/** Sizes of the format's parts, in bytes (sqlite.org/fileformat2.html, “WAL Header Format” and “WAL Frame Format”). */
const HEADER = 32;
const FRAME_HEADER = 24;
/** The last bit of this magic number says in which byte order the checksums were computed. */
const MAGIC = 0x37_7f_06_82;
/** Offsets within the header and within a frame's header. */
const AT = { pageBytes: 8, salts: 16, headerSum: 24, pagesAfterCommit: 4, frameSalts: 8, frameSum: 16 } as const;

type Sum = readonly [number, number];

/**
 * Whether the first so many bytes of a write-ahead log are what was written, up to their last frame, which has to end a commit. They are read from the
 * system, which may have dropped what a failed flush left unwritten, and then returns older bytes or none. Behind them may be what was undone.
 */
export function isLogWhole(file: string, bytes: number): boolean {
  const log = readLog(file);
  return log !== null && log.length >= bytes && (bytes === 0 || isWhole(log.subarray(0, bytes)));
}

function isWhole(log: Buffer): boolean {
  if (log.length < HEADER) return false;
  const magic = log.readUInt32BE(0);
  if ((magic & ~1) !== MAGIC) return false;
  const read = (magic & 1) === 1 ? (at: number) => log.readUInt32BE(at) : (at: number) => log.readUInt32LE(at);
  const [size, salts] = [FRAME_HEADER + log.readUInt32BE(AT.pageBytes), log.subarray(AT.salts, AT.headerSum)];
  let sum = summed([0, 0], read, 0, AT.headerSum);
  if (!isSum(log, AT.headerSum, sum) || (log.length - HEADER) % size !== 0) return false;
  let endsCommit = true;
  for (let at = HEADER; at < log.length; at += size) {
    if (!log.subarray(at + AT.frameSalts, at + AT.frameSum).equals(salts)) return false;
    sum = summed(summed(sum, read, at, at + AT.frameSalts), read, at + FRAME_HEADER, at + size);
    if (!isSum(log, at + AT.frameSum, sum)) return false;
    endsCommit = log.readUInt32BE(at + AT.pagesAfterCommit) > 0;
  }
  return endsCommit;
}

/** The format's checksum: two running sums over pairs of 32-bit words. */
function summed([before1, before2]: Sum, read: (at: number) => number, from: number, to: number): Sum {
  let [one, two] = [before1, before2];
  for (let at = from; at < to; at += 8) {
    one = (one + read(at) + two) >>> 0;
    two = (two + read(at + 4) + one) >>> 0;
  }
  return [one, two];
}

function isSum(log: Buffer, at: number, [one, two]: Sum): boolean {
  return log.readUInt32BE(at) === one && log.readUInt32BE(at + 4) === two;
}

/** Null if it cannot be read. A log that is not there is empty. */
function readLog(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? Buffer.alloc(0) : null;
  }
}
