import type { MonthFigures } from '#shared/app-api/months.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { IS_RESOLVED } from './item-rows.ts';

export type MonthRows = {
  /** What became of the company's documents that were found from `from` on and earlier than `before`. */
  figures(of: { readonly companyId: CompanyId; readonly from: WallMs; readonly before: WallMs }): MonthFigures;
  /** When the service received the last document that this computer knows of; null if none. */
  lastReceivedAt(): WallMs | null;
};

/** Reads only the indexes of migration "months", since they are asked after every change. */
export function monthRows({ database }: JournalContext): MonthRows {
  const byKind = database.prepare(`SELECT kind, ${IS_RESOLVED} AS resolved, count(*) AS count FROM items INDEXED BY items_months
    WHERE company_id = ? AND found_at >= ? AND found_at < ? GROUP BY kind, resolved`);
  const last = database.prepare('SELECT max(received_at) AS at FROM items INDEXED BY items_received WHERE received_at IS NOT NULL');
  return {
    figures: ({ companyId, from, before }) => {
      const figures = { companyId, accepted: 0, refused: 0, unresolved: 0, open: 0 };
      for (const { kind, resolved, count } of byKind.all(companyId, from, before)) {
        if (kind === 'aside') continue;
        const what = kind === 'accepted' || kind === 'refused' ? kind : 'open';
        figures[what] += Number(count);
        if (kind === 'refused' && resolved === 0) figures.unresolved += Number(count);
      }
      return figures;
    },
    lastReceivedAt: () => {
      const at = last.get()?.['at'];
      return typeof at === 'number' ? wallMs(at) : null;
    },
  };
}
