import type { DiskFault } from '#shared/domain/disk.ts';
import type { FileFault } from '#shared/ports/files.ts';

/** Disk faults that a starting program can meet; `gone` applies only to files that were open. */
export type StartDiskFault = Exclude<DiskFault, 'gone'>;

/** An extended result code of SQLite has its primary code in the lower byte. */
const PRIMARY = 256;
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, by their primary codes. */
const OF_SQLITE: Readonly<Record<number, StartDiskFault>> = { 8: 'read-only', 10: 'broken', 13: 'full', 14: 'broken' };
/** Codes of node:fs that concern the disk, not the path. */
const OF_SYSTEM: Readonly<Record<string, StartDiskFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  // On Windows: another program has the file open, and for longer than a scanner would (ADR-34).
  EBUSY: 'held',
  EIO: 'broken',
  ESTALE: 'broken',
  ENODEV: 'broken',
  ENXIO: 'broken',
  ETIMEDOUT: 'broken',
  EMFILE: 'broken',
  ENFILE: 'broken',
};

/** The primary code of an SQLite error; null for any other error. */
export function sqliteCodeOf(error: unknown): number | null {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) % PRIMARY : null;
}

/** The disk fault that an error of SQLite or of the system indicates; null if it indicates none. */
export function diskFaultOf(error: unknown): StartDiskFault | null {
  const code = sqliteCodeOf(error);
  if (code !== null) return OF_SQLITE[code] ?? null;
  const name = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof name === 'string' ? diskFaultOfCode(name) : null;
}

/** The same for a bare code of node:fs. */
export function diskFaultOfCode(code: string): StartDiskFault | null {
  return OF_SYSTEM[code] ?? null;
}

/** The same for a failure of the files port; null for a fault of the path. */
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
