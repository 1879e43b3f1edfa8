import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export type RotatingFileOptions = {
  readonly path: string;
  /** A line that would make the file longer begins a new one. */
  readonly bytesMax: number;
  /** Earlier files that are kept beside it, as `.1` (the newest) and on. */
  readonly keep: number;
};

/**
 * Lines in a file that never grows without end, private to its owner. Synchronous, so that the last line before a crash is written.
 * Never throws: a log that cannot be written (a full disk) must not end the program that it is about.
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
        moveOn(options);
        file = open(path);
        bytes = 0;
      }
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

function moveOn({ path, keep }: RotatingFileOptions): void {
  for (let at = keep - 1; at >= 0; at -= 1) {
    try {
      renameSync(at === 0 ? path : `${path}.${at}`, `${path}.${at + 1}`);
    } catch {
      // Not there yet, or held open by a virus scanner: the line goes into the file that is there.
    }
  }
}
