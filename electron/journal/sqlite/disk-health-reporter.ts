import type { DiskFault } from '#shared/domain/disk.ts';
import { diskFaultOf } from './disk-fault.ts';
import type { GroupCommit } from './group-commit.ts';

type Tell = (fault: DiskFault | null) => void;

/** SQLITE_READONLY_DBMOVED: the files were deleted, moved or replaced after they were opened. */
export const MOVED = 1_032;

/** Hears from every transaction what the disk said to it. */
export class DiskHealthReporter {
  #tell: Tell | null = null;

  onChange(tell: Tell): void {
    this.#tell = tell;
  }

  good(): void {
    this.#tell?.(null);
  }

  /** What is not about the disk is not told. */
  bad(error: unknown): void {
    const isMoved = typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === MOVED;
    const fault = isMoved ? 'gone' : diskFaultOf(error);
    if (fault !== null) this.#tell?.(fault);
  }

  /** The same piece of work, whose failure is heard. */
  at(member: GroupCommit): GroupCommit {
    const reject = (error: unknown): void => {
      this.bad(error);
      member.reject(error);
    };
    return { ...member, reject };
  }
}
