import { NOT_A_FILE } from './write-named-file.ts';
import { diskFaultOfCode } from '#electron/journal/sqlite/disk-fault.ts';

const WORDS = {
  full: 'the disk is full; make room on it',
  'read-only': 'the disk is read-only, or this user may not write there',
  held: 'another program holds the file; close that program',
  broken: 'the disk gives errors, or is away',
} as const;

/** Why something could not be written, from the system's code: words if a person can fix it, otherwise the code to look up. */
export function sayDiskCode(code: string): string {
  if (code === NOT_A_FILE) return 'something else than a file has this name; choose another one';
  const fault = diskFaultOfCode(code);
  return fault === null ? `the system says ${code}` : WORDS[fault];
}
