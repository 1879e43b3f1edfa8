import { type BigIntStats, statSync } from 'node:fs';
import { codeOf } from '../../../shared/node/code-of.ts';

/**
 * `there`: both files are the ones that were opened · `no-log`: only the log is not · `gone`: the database itself was deleted, moved or
 * replaced.
 */
export type DatabasePath = 'there' | 'no-log' | 'gone';

/**
 * Checks whether an open database is still the one at its path. SQLite keeps writing to files that were deleted or moved, and those writes
 * are lost in the end. A disk that does not answer counts as `there`. Costs two system calls, a few microseconds.
 */
export function databasePath(file: string): () => DatabasePath {
  // Windows does not allow an open file to be deleted or moved, and on some disks it renumbers files.
  if (file === ':memory:' || process.platform === 'win32') return () => 'there';
  const [main, log] = [sameFile(file), sameFile(`${file}-wal`)];
  return () => (main() ? (log() ? 'there' : 'no-log') : 'gone');
}

/** The log exists from the first transaction on, so a missing file is recorded by the first check that finds it. */
function sameFile(path: string): () => boolean {
  let known: string | null = null;
  const look = (): boolean => {
    const found = identityOf(path);
    if (found === 'unknown') return true;
    if (found === null) return known === null;
    known ??= found;
    return known === found;
  };
  look();
  return look;
}

/** Null if nothing is there; `unknown` if the disk does not say. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino }: BigIntStats = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : 'unknown';
  }
}
