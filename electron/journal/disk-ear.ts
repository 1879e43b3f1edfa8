import type { DiskFault } from '#shared/domain/disk.ts';
import type { Joined } from './joined-transaction.ts';

type Tell = (fault: DiskFault | null) => void;

/** SQLITE_READONLY_DBMOVED: the files were deleted, moved or replaced after they were opened. */
export const MOVED = 1_032;
/** SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN, by their primary codes. */
const DISK_FAULTS: Readonly<Record<number, DiskFault>> = { 8: 'read-only', 10: 'broken', 13: 'full', 14: 'broken' };
const PRIMARY = 256;

/** Hears from every transaction what the disk said to it. */
export class DiskEar {
  #tell: Tell | null = null;

  hear(tell: Tell): void {
    this.#tell = tell;
  }

  good(): void {
    this.#tell?.(null);
  }

  /** What is not about the disk is not told. */
  bad(error: unknown): void {
    const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0;
    const fault = code === MOVED ? 'gone' : DISK_FAULTS[code % PRIMARY];
    if (fault !== undefined) this.#tell?.(fault);
  }

  /** The same piece of work, whose failure is heard. */
  at(member: Joined): Joined {
    const reject = (error: unknown): void => {
      this.bad(error);
      member.reject(error);
    };
    return { ...member, reject };
  }
}
