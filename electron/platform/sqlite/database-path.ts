import { type BigIntStats, statSync } from 'node:fs';
import { codeOf } from '../../../shared/node/code-of.ts';

/** `there`: both files are the ones that were opened · `no-log`: its log alone is not · `gone`: the database itself was deleted, moved or replaced. */
export type DatabasePath = 'there' | 'no-log' | 'gone';

/**
 * Looks whether an open database is still the one that its path leads to. SQLite goes on writing to files that were deleted
 * or moved under it, and what it writes there is lost at the end. A disk that does not answer says nothing. Two questions to the
 * system, a few microseconds.
 */
export function databasePath(file: string): () => DatabasePath {
  // Windows lets nobody delete or move a file that is open, and numbers files anew on some disks.
  if (file === ':memory:' || process.platform === 'win32') return () => 'there';
  const [main, log] = [sameFile(file), sameFile(`${file}-wal`)];
  return () => (main() ? (log() ? 'there' : 'no-log') : 'gone');
}

/** The log is there from the first transaction on, so a file that was not there yet is known by the first look that finds it. */
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

/** Null where nothing lies there; `unknown` where the disk does not say. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino }: BigIntStats = statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : 'unknown';
  }
}
