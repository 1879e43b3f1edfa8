import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = join(import.meta.dirname, '../../../docs/conversions/looked-at.tsv');

/** Readers that show a page wrong, as a person saw, by hash and page: they are not asked about it. */
export type LookedAt = ReadonlyMap<string, ReadonlySet<string>>;

/** The list, or another text of its form: hash, page (from 1, or `*`), reader, and what the person saw. */
export function lookedAt(text: string = existsSync(LIST) ? readFileSync(LIST, 'utf8') : ''): LookedAt {
  const known = new Map<string, Set<string>>();
  for (const line of text.trimEnd().split('\n').slice(1)) {
    const [sha256 = '', page = '', reader = '', why = ''] = line.split('\t');
    if (!/^[\da-f]{64}$/.test(sha256) || why === '') throw new Error(`not a line of the list of pages that were looked at: ${line}`);
    const key = `${sha256} ${page}`;
    known.set(key, (known.get(key) ?? new Set()).add(reader));
  }
  return known;
}

/** `page`: from 1. */
export function isWrongReader(
  list: LookedAt,
  { sha256, page, reader }: { readonly sha256: string; readonly page: number; readonly reader: string },
): boolean {
  return [`${page}`, '*'].some((which) => list.get(`${sha256} ${which}`)?.has(reader) === true);
}
