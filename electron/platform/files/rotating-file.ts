import { closeSync, existsSync, mkdirSync, openSync, renameSync, statSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export type RotatingFileOptions = {
  readonly path: string;
  /** A line that would make the file longer begins a new one. */
  readonly bytesMax: number;
  /** Earlier files that are kept beside it, as `.1` (the newest) and on. */
  readonly keep: number;
  /** The system's own call, which Windows refuses while another program has the file open. */
  readonly rename?: (from: string, to: string) => void;
};

/** So many times as long does a file get that another program keeps from being moved; then its lines give way to new ones. */
const HELD_TIMES = 2;

/**
 * Lines in a file that never grows without end, private to its owner. Synchronous, so that the last line before a crash is written.
 * Never throws: a log that cannot be written (a full disk) must not end the program that it is about. Nor does it wait for a virus scanner that
 * has the file open: the line goes into the file that is there, and the next one tries to move it again.
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

/** Whether the file has given its name up. Those before it move on only as far as there is a gap, so that one that is tried again drops nothing. */
function moveOn({ path, keep, rename = renameSync }: RotatingFileOptions): boolean {
  const named = (at: number): string => (at === 0 ? path : `${path}.${at}`);
  let gap = 1;
  while (gap < keep && existsSync(named(gap))) gap += 1;
  try {
    for (let at = gap - 1; at >= 0; at -= 1) rename(named(at), named(at + 1));
    return true;
  } catch {
    // Gone already, or held open. What stands in front of it must not be moved over it.
    return !existsSync(path);
  }
}

/** By its name: Windows does not let a file be emptied that is open for more lines only. */
function isEmptied(path: string): boolean {
  try {
    truncateSync(path);
    return true;
  } catch {
    return false;
  }
}
