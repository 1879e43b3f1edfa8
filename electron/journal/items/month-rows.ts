import type { MonthFigures } from '#shared/app-api/list/register.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { ItemStateKind } from '#shared/domain/item/item-state.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { IS_OPEN } from './item-columns.ts';

export type MonthRows = {
  /** What became of the company's documents that were found from `from` on and earlier than `before`. */
  figures(of: { readonly companyId: CompanyId; readonly from: WallMs; readonly before: WallMs }): MonthFigures;
  /** When the service received the last document that this computer knows of; null if none. */
  lastReceivedAt(): WallMs | null;
};

/** Without a result yet. What was put aside is not to be sent. */
const OPEN = ['held', 'unfit', 'waiting', 'uploading', 'awaiting'] as const satisfies readonly ItemStateKind[];

/** Reads only the indexes of migration "months", since they are asked after every change. */
export function monthRows({ database }: JournalContext): MonthRows {
  // One kind at a time is one stretch of the index, which is counted without looking at what is in it.
  const found = 'FROM items INDEXED BY items_months WHERE company_id = ? AND kind = ? AND found_at >= ? AND found_at < ?';
  const ofKind = database.prepare(`SELECT count(*) AS count ${found}`);
  const unresolved = database.prepare(`SELECT count(*) AS count ${found} AND ${IS_OPEN}`);
  const last = database.prepare('SELECT max(received_at) AS at FROM items INDEXED BY items_received WHERE received_at IS NOT NULL');
  return {
    figures: ({ companyId, from, before }) => {
      const count = (kind: ItemStateKind, statement = ofKind): number =>
        Number(statement.get(companyId, kind, from, before)?.['count'] ?? 0);
      return {
        companyId,
        accepted: count('accepted'),
        refused: count('refused'),
        unresolved: count('refused', unresolved),
        open: OPEN.reduce((sum, kind) => sum + count(kind), 0),
      };
    },
    lastReceivedAt: () => {
      const at = last.get()?.['at'];
      return typeof at === 'number' ? wallMs(at) : null;
    },
  };
}
