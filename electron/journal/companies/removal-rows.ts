import type { Leaving, Removal } from '#electron/companies/store.ts';
import type { RemovalView } from '#shared/app-api/views.ts';
import { integrationIdSchema, type IntegrationId } from '#shared/contract/ids.ts';
import type { Happening } from '#shared/domain/item/advance.ts';
import { companyIdSchema, type CompanyId, type ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { inPages, type JournalContext } from '../sqlite/journal-context.ts';
import { itemOf } from '../items/item-columns.ts';
import type { ItemRows } from '../items/item-rows.ts';

export type RemovalRows = {
  view(companyId: CompanyId): RemovalView;
  /** Part of the caller's transaction, as is `back`. Returns the items that were put aside. */
  remove(companyId: CompanyId, at: WallMs, how: Removal): readonly ItemId[];
  back(companyId: CompanyId): void;
  /** Puts aside what an upload or a sweep that was under way left waiting in a removed company. */
  putAway(): void;
  leavings(): readonly Leaving[];
  left(integrationId: IntegrationId, what: 'secret' | 'relay' | 'forget'): void;
};

/** Companies that a user removed; all of their history is kept. */
export function removalRows(base: JournalContext, items: ItemRows): RemovalRows {
  const statements = prepared(base.database);
  /** Changed rows leave the query's result. Pages continue after the last `n`, so none is skipped. */
  const happen = (from: 'unsent' | 'aside', companyId: CompanyId, happening: Happening): readonly ItemId[] => {
    const now = base.clock.wallMs();
    const changed: ItemId[] = [];
    inPages(statements[from], [companyId], (row) => {
      const item = itemOf(row);
      if (items.apply(item, happening, now).item !== item) changed.push(item.id);
    });
    return changed;
  };
  const putAside = (companyId: CompanyId): readonly ItemId[] => happen('unsent', companyId, { kind: 'company-removed' });
  return {
    view: (companyId) => {
      const row = statements.view.get(companyId);
      return { folders: Number(row?.['folders']), unsent: Number(row?.['unsent']), unanswered: Number(row?.['unanswered']) };
    },
    remove: (companyId, at, { forget }) => {
      statements.remove.run(at, companyId);
      statements.folders.run(at, companyId);
      statements.leave.run(forget ? 1 : 0, companyId);
      const aside = putAside(companyId);
      items.recount();
      return aside;
    },
    back: (companyId) => {
      // Items that were under way when the company was removed are asked about like the rest.
      putAside(companyId);
      statements.back.run(companyId);
      statements.stay.run(companyId);
      items.recount();
      happen('aside', companyId, { kind: 'company-back' });
    },
    putAway: () => {
      for (const row of statements.removed.all()) putAside(companyIdSchema.parse(row['id']));
    },
    leavings: () => statements.leavings.all().map(leavingOf),
    left: (integrationId, what) =>
      base.transact(() => {
        statements[what].run(integrationId);
        statements.done.run();
      }),
  };
}

function leavingOf(row: Readonly<Record<string, unknown>>): Leaving {
  return {
    integrationId: integrationIdSchema.parse(row['integration_id']),
    secret: row['secret'] === 1,
    relay: row['relay'] === 1,
    forget: row['forget'] === 1,
  };
}

function prepared(database: JournalContext['database']) {
  const unsent = "kind IN ('waiting', 'held')";
  return {
    view: database.prepare(`SELECT (SELECT count(*) FROM folders WHERE company_id = ?1 AND removed_at IS NULL) AS folders,
      (SELECT count(*) FROM items WHERE company_id = ?1 AND ${unsent}) AS unsent,
      (SELECT count(*) FROM items WHERE company_id = ?1 AND kind IN ('uploading', 'awaiting')) AS unanswered`),
    remove: database.prepare('UPDATE companies SET removed_at = ? WHERE id = ?'),
    back: database.prepare('UPDATE companies SET removed_at = NULL WHERE id = ?'),
    removed: database.prepare('SELECT id FROM companies WHERE removed_at IS NOT NULL'),
    folders: database.prepare('UPDATE folders SET removed_at = ? WHERE company_id = ? AND removed_at IS NULL'),
    unsent: database.prepare(`SELECT * FROM items WHERE company_id = ? AND ${unsent} AND n > ? ORDER BY n LIMIT ?`),
    aside: database.prepare("SELECT * FROM items WHERE company_id = ? AND kind = 'aside' AND n > ? ORDER BY n LIMIT ?"),
    leave: database.prepare(`INSERT INTO leavings (integration_id, forget) SELECT id, ? FROM integrations WHERE company_id = ?
      ON CONFLICT DO UPDATE SET secret = 1, relay = 1, forget = excluded.forget`),
    stay: database.prepare('DELETE FROM leavings WHERE integration_id IN (SELECT id FROM integrations WHERE company_id = ?)'),
    leavings: database.prepare('SELECT * FROM leavings ORDER BY rowid'),
    secret: database.prepare('UPDATE leavings SET secret = 0 WHERE integration_id = ?'),
    relay: database.prepare('UPDATE leavings SET relay = 0 WHERE integration_id = ?'),
    forget: database.prepare('UPDATE leavings SET forget = 0 WHERE integration_id = ?'),
    done: database.prepare('DELETE FROM leavings WHERE secret = 0 AND relay = 0'),
  };
}
