import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The process that `unshare` or `nsenter` started, which is not the wrapper itself. Null: not started yet, or already ended. */
export function childOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !existsSync(file)) return null;
  const [first = ''] = readFileSync(file, 'utf8').split(' ');
  return first === '' ? null : Number(first);
}
