import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** What `unshare` and `nsenter` start is a process of its own, since they only go in front of it. Null: not yet, or no more. */
export function childOf({ pid }: ChildProcess): number | null {
  const file = `/proc/${pid}/task/${pid}/children`;
  if (pid === undefined || !existsSync(file)) return null;
  const [first = ''] = readFileSync(file, 'utf8').split(' ');
  return first === '' ? null : Number(first);
}
