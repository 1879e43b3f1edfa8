import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = join(import.meta.dirname, '../../../docs/conversions/looked-at.tsv');

/** In place of a reader's name: a person saw that what was made shows the page, though it differs from every reader by more than the limits. */
export const SHOWN = '-';

/** Readers that show a page wrong, as a person saw, by hash and page: they are not asked about it. Or `SHOWN`. */
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

/** `reader`: its name, or `SHOWN`. `page`: from 1. */
export function isListed(
  list: LookedAt,
  { sha256, page, reader }: { readonly sha256: string; readonly page: number; readonly reader: string },
): boolean {
  return [`${page}`, '*'].some((which) => list.get(`${sha256} ${which}`)?.has(reader) === true);
}
