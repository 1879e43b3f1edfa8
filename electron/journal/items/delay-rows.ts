import type { Delay } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { itemStateSchema } from '#shared/domain/item/item-state.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

export type DelayRows = {
  /** What has been failing since `before` or longer, of these companies: how many items, and why the oldest of them fails. */
  delay(of: { readonly before: WallMs; readonly companyIds: readonly CompanyId[] }): Delay | null;
};

const FAILING_SINCE = "json_extract(state, '$.failingSince')";

/** Reads only the index of migration "failing", so items that do not fail cost nothing. */
export function delayRows(base: JournalContext): DelayRows {
  // With min(), SQLite returns the other columns of the row that has the minimum.
  const oldest = base.database.prepare(`SELECT count(*) AS count, min(${FAILING_SINCE}) AS since, state FROM items
    WHERE ${FAILING_SINCE} IS NOT NULL AND ${FAILING_SINCE} <= ? AND company_id IN (SELECT value FROM json_each(?))`);
  return {
    delay: ({ before, companyIds }) => {
      const row = oldest.get(before, JSON.stringify(companyIds));
      if (row === undefined || Number(row['count']) === 0) return null;
      const state = itemStateSchema.parse(JSON.parse(String(row['state'])));
      const failure = 'last' in state ? state.last : null;
      return failure === null ? null : { items: Number(row['count']), failure, since: wallMs(Number(row['since'])) };
    },
  };
}
