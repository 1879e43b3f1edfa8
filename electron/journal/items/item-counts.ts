import type { CompanyId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { type Counts, NO_COUNTS } from '#shared/domain/standing.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { IS_ASKING, IS_RESOLVED, IS_UNPROVEN } from './item-columns.ts';

/** Items of a removed company need nobody and are not counted. */
const COUNTS = 'company_id NOT IN (SELECT id FROM companies WHERE removed_at IS NOT NULL)';

/** The counts that are cached; the few unanswered and unproven items are counted on demand. */
type Counted = Exclude<keyof Counts, 'noAnswer' | 'unproven'>;

export type ItemCounts = {
  readonly recount: () => void;
  readonly count: (item: Item, what: Counted, by: number) => void;
  readonly counts: () => Counts;
};

/** The cached counts, without removed companies. */
export function itemCounts(base: JournalContext): ItemCounts {
  const { database } = base;
  const kinds = database.prepare(`SELECT kind, count(*) AS count FROM items WHERE ${COUNTS} GROUP BY kind`);
  // These are few. `asks > 0` is redundant, but SQLite uses their partial index only for a query that repeats its condition word for word.
  const asking = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_ASKING} AND asks > 0 AND ${COUNTS}`);
  const unproven = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_UNPROVEN} AND asks > 0 AND ${COUNTS}`);
  const settled = database.prepare(`SELECT count(*) AS count FROM items WHERE ${IS_RESOLVED} AND asks > 0 AND ${COUNTS}`);
  const anyRemoved = database.prepare('SELECT 1 FROM companies WHERE removed_at IS NOT NULL LIMIT 1');
  const removed = database.prepare('SELECT 1 FROM companies WHERE id = ? AND removed_at IS NOT NULL');
  let counted: Record<Counted, number> | null = null;
  let isNone: boolean | null = null;
  const recount = (): void => {
    counted = null;
    isNone = null;
  };
  base.onRollback(recount);
  const isRemoved = (companyId: CompanyId): boolean => {
    isNone ??= anyRemoved.get() === undefined;
    return !isNone && removed.get(companyId) !== undefined;
  };
  return {
    recount,
    count: ({ companyId }, what, by) => {
      if (by !== 0 && counted !== null && !isRemoved(companyId)) counted[what] += by;
    },
    counts: () => {
      if (counted === null) {
        const fresh = { ...NO_COUNTS, settled: Number(settled.get()?.['count'] ?? 0) };
        for (const row of kinds.all()) fresh[row['kind'] as ItemStateKind] = Number(row['count']);
        counted = fresh;
      }
      return { ...counted, noAnswer: Number(asking.get()?.['count'] ?? 0), unproven: Number(unproven.get()?.['count'] ?? 0) };
    },
  };
}
