import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export type RotatingFileOptions = {
  readonly path: string;
  /** A line that would exceed this size begins a new file. */
  readonly bytesMax: number;
  /** Number of earlier files kept beside it: `.1` (the newest) and so on. */
  readonly keep: number;
  /** The system's call by default, which Windows refuses while another program has the file open. */
  readonly rename?: (from: string, to: string) => void;
};

/** A file that another program keeps from being moved grows to this multiple of `bytesMax`; then it is emptied for new lines. */
const HELD_TIMES = 2;

/**
 * Writes lines to a file of bounded size, private to its owner. Synchronous, so that the last line before a crash is written. Never throws: a
 * log that cannot be written (a full disk) must not end the program. Nor does it wait for a virus scanner that has the file open: the line
 * goes into the current file, and the next line tries to move it again.
 */
export function rotatingFile(options: RotatingFileOptions): { write(line: string): void } {
  const { path, bytesMax } = options;
  let file = open(path);
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    write: (line) => {
      const more = Buffer.byteLength(line);
      if (bytes > 0 && bytes + more > bytesMax) {
        if (file !== null) closeSync(file);
        const isMoved = moveOn(options);
        file = open(path);
        if (isMoved || (bytes + more > bytesMax * HELD_TIMES && isEmptied(path))) bytes = 0;
      }
      if (bytes > 0 && bytes + more > bytesMax * HELD_TIMES) return;
      file ??= open(path);
      if (file !== null && append(file, line)) bytes += more;
    },
  };
}

function open(path: string): number | null {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return openSync(path, 'a', 0o600);
  } catch {
    return null;
  }
}

function append(file: number, line: string): boolean {
  try {
    writeSync(file, line);
    return true;
  } catch {
    return false;
  }
}

/**
 * Moves the file to `.1` and the earlier ones on, and returns whether the name is free. Earlier files move only as far as the first gap, so
 * that a repeated attempt drops nothing.
 */
function moveOn({ path, keep, rename = renameSync }: RotatingFileOptions): boolean {
  const named = (at: number): string => (at === 0 ? path : `${path}.${at}`);
  let gap = 1;
  while (gap < keep && existsSync(named(gap))) gap += 1;
  try {
    for (let at = gap - 1; at >= 0; at -= 1) rename(named(at), named(at + 1));
    return true;
  } catch {
    // The file is gone already, or is held open. The file before it in the sequence must not be moved over it.
    return !existsSync(path);
  }
}

/** By path: Windows cannot truncate a file opened only for appending. */
function isEmptied(path: string): boolean {
  try {
    truncateSync(path);
    return true;
  } catch {
    return false;
  }
}
