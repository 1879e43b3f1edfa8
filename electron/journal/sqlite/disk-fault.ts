import type { DiskFault } from '#shared/domain/disk.ts';
import type { FileFault } from '#shared/ports/files.ts';

/** What a disk says to a program that begins: `gone` is said of files that were open. */
export type StartDiskFault = Exclude<DiskFault, 'gone'>;

/** Extended result codes of SQLite carry their primary one in the lower byte. */
const PRIMARY = 256;
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, by their primary codes. */
const OF_SQLITE: Readonly<Record<number, StartDiskFault>> = { 8: 'read-only', 10: 'broken', 13: 'full', 14: 'broken' };
/** Of node:fs, where it says something about the disk and not about the path. */
const OF_SYSTEM: Readonly<Record<string, StartDiskFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  // On Windows: another program has the file open, and for longer than a scanner (ADR-54).
  EBUSY: 'held',
  EIO: 'broken',
  ESTALE: 'broken',
  ENODEV: 'broken',
  ENXIO: 'broken',
  ETIMEDOUT: 'broken',
  EMFILE: 'broken',
  ENFILE: 'broken',
};

/** The primary code of an error of SQLite's; null for any other error. */
export function sqliteCodeOf(error: unknown): number | null {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) % PRIMARY : null;
}

/** What an error of SQLite's or of the system's says about the disk; null where it says nothing about it. */
export function diskFaultOf(error: unknown): StartDiskFault | null {
  const code = sqliteCodeOf(error);
  if (code !== null) return OF_SQLITE[code] ?? null;
  const name = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof name === 'string' ? diskFaultOfCode(name) : null;
}

/** The same of a code of node:fs alone. */
export function diskFaultOfCode(code: string): StartDiskFault | null {
  return OF_SYSTEM[code] ?? null;
}

/** The same of what the port of files answered; null for a fault of the path. */
export function diskFaultOfFile({ kind, code }: FileFault): StartDiskFault | null {
  switch (kind) {
    case 'full':
      return 'full';
    case 'denied':
      return 'read-only';
    case 'gone':
    case 'escaped':
      return null;
    case 'busy':
      return 'held';
    case 'unreachable':
    case 'silent':
    case 'in-cloud':
      return 'broken';
    case 'other':
    default:
      return diskFaultOfCode(code);
  }
}
