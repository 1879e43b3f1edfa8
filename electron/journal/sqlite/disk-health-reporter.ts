import type { DiskFault } from '#shared/domain/disk.ts';
import { diskFaultOf } from './disk-fault.ts';
import type { GroupCommit } from './group-commit.ts';

type Tell = (fault: DiskFault | null) => void;

/** SQLITE_READONLY_DBMOVED: the files were deleted, moved or replaced after they were opened. */
export const MOVED = 1_032;

/** Reports the disk's answer to every transaction. */
export class DiskHealthReporter {
  #tell: Tell | null = null;

  onChange(tell: Tell): void {
    this.#tell = tell;
  }

  good(): void {
    this.said(null);
  }

  said(fault: DiskFault | null): void {
    this.#tell?.(fault);
  }

  /** Errors that do not concern the disk are not reported. */
  bad(error: unknown): void {
    const isMoved = typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === MOVED;
    const fault = isMoved ? 'gone' : diskFaultOf(error);
    if (fault !== null) this.#tell?.(fault);
  }

  /** The same piece of work, with its failure reported. */
  at(member: GroupCommit): GroupCommit {
    const reject = (error: unknown): void => {
      this.bad(error);
      member.reject(error);
    };
    return { ...member, reject };
  }
}
