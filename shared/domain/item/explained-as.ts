import type { Failure } from './failure.ts';

/** By what name a failure is explained: a disk that changes a copy is neither full nor protected. */
export function explainedAs(failure: Failure): Failure['kind'] | 'copy' {
  return failure.kind === 'spool' && OF_THE_COPY.includes(failure.code) ? 'copy' : failure.kind;
}

/** Our own codes of `spool`, beside the platform's: a copy was written, but cannot be read; its file ends before it does, or contains other bytes. */
export const COPY_LOST = 'COPY_LOST';
export const COPY_CUT = 'CUT_SHORT';
export const COPY_CHANGED = 'COPY_CHANGED';
const OF_THE_COPY: readonly string[] = [COPY_LOST, COPY_CUT, COPY_CHANGED];
