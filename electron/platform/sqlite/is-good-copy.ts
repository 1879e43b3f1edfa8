import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { checkDatabase } from './check-database.ts';

/**
 * Whether a copy of a database that nobody writes to is consistent. It is opened as unchangeable, so that SQLite makes no log beside it, which would
 * be left there by a disk that fails, and played into the next database of that name. Throws what SQLite throws if it cannot even begin.
 */
export function isGoodCopy(file: string): boolean {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  const copy = new DatabaseSync(url, { readOnly: true });
  try {
    return checkDatabase(copy, 'full');
  } finally {
    copy.close();
  }
}
