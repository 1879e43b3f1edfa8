import type { DatabaseSync } from 'node:sqlite';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { type ImportType, importTypeSchema } from '#shared/contract/import-types.ts';
import { type CompanyId, type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { referenceStem, type ReferenceStem } from '#shared/domain/item/reference.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';

export type StemOwner = { readonly itemId: ItemId; readonly integrationId: IntegrationId };

export type StemsOfIntegration = { readonly companyId: CompanyId; readonly integrationId: IntegrationId };

/** Documents whose stems are added in one transaction: some 30 ms on a slow processor. */
export const STEMS_PAGE = 500;

/** The references under which the documents known here may have been sent, by this computer or another (C10, C22). */
export type ReferenceStemRows = {
  /** For a new item: adds one stem per integration of its company, current and former. An item whose content was never read has none. */
  addItem(itemId: ItemId): void;
  /** For a document whose file was never seen: the one stem that its result names. */
  addUnseen(itemId: ItemId, of: { readonly stem: ReferenceStem; readonly integrationId: IntegrationId }): void;
  /** For an integration that is new to its company: adds one stem per item, except those that `addPage` has added already. */
  addIntegration(of: StemsOfIntegration): void;
  /**
   * The same for the next page of items, before the integration belongs to the company. Returns false, and writes nothing, if less than a
   * page is left.
   */
  addPage(of: StemsOfIntegration): boolean;
  /** The item and integration of this stem; null if it is unknown. */
  ownerOf(stem: ReferenceStem): StemOwner | null;
  /** The stems of this content as this import type, under the company's integrations, current and former. */
  stemsOf(item: Pick<Item, 'companyId' | 'sha256'>, importType: ImportType): readonly ReferenceStem[];
};

/** Provides `reference_stem` to the statements of a journal, for as long as it is open. */
export function defineReferenceStem(database: DatabaseSync): void {
  database.function('reference_stem', { deterministic: true }, (integrationId, importType, sha256) =>
    referenceStem(nodeSha256, {
      integrationId: integrationIdSchema.parse(integrationId),
      importType: importTypeSchema.parse(importType),
      contentSha256: String(sha256),
    }),
  );
}

export function referenceStemRows(base: JournalContext): ReferenceStemRows {
  const { database } = base;
  const addItem = database.prepare(`INSERT OR IGNORE INTO reference_stems (stem, n, integration_id)
    SELECT reference_stem(g.id, i.import_type, i.sha256), i.n, g.id FROM items i JOIN integrations g ON g.company_id = i.company_id
    WHERE i.sha256 IS NOT NULL AND i.id = ?`);
  const owner = database.prepare('SELECT i.id, s.integration_id FROM reference_stems s JOIN items i ON i.n = s.n WHERE s.stem = ?');
  const integrations = database.prepare('SELECT id FROM integrations WHERE company_id = ?');
  const addUnseen = database.prepare(
    'INSERT OR IGNORE INTO reference_stems (stem, n, integration_id) SELECT ?1, n, ?3 FROM items WHERE id = ?2',
  );
  return {
    addItem: (itemId) => {
      addItem.run(itemId);
    },
    addUnseen: (itemId, { stem, integrationId }) => {
      addUnseen.run(stem, itemId, integrationId);
    },
    ...integrationStems(base),
    ownerOf: (stem) => {
      const row = owner.get(stem);
      if (row === undefined) return null;
      return { itemId: itemIdSchema.parse(row['id']), integrationId: integrationIdSchema.parse(row['integration_id']) };
    },
    stemsOf: ({ companyId, sha256 }, importType) => {
      if (sha256 === null) return [];
      const ids = integrations.all(companyId).map((row) => integrationIdSchema.parse(row['id']));
      return ids.map((integrationId) => referenceStem(nodeSha256, { integrationId, importType, contentSha256: sha256 }));
    },
  };
}

function integrationStems(base: JournalContext): Pick<ReferenceStemRows, 'addIntegration' | 'addPage'> {
  const endOfPage = base.database.prepare(`SELECT n FROM items WHERE company_id = ? AND n > ? ORDER BY n LIMIT 1 OFFSET ${STEMS_PAGE - 1}`);
  const add = base.database.prepare(`INSERT OR IGNORE INTO reference_stems (stem, n, integration_id)
    SELECT reference_stem(?1, import_type, sha256), n, ?1 FROM items WHERE company_id = ?2 AND n > ?3 AND n <= ?4 AND sha256 IS NOT NULL`);
  // The last item that `addPage` covered: items are never deleted, and new ones have higher numbers. A restart begins anew, which does no harm.
  const addedTo = new Map<string, number>();
  return {
    addIntegration: (of) => {
      add.run(of.integrationId, of.companyId, addedTo.get(keyOf(of)) ?? 0, Number.MAX_SAFE_INTEGER);
    },
    addPage: (of) => {
      const after = addedTo.get(keyOf(of)) ?? 0;
      const end = endOfPage.get(of.companyId, after)?.['n'];
      if (end === undefined) return false;
      const upTo = Number(end);
      base.transact(() => add.run(of.integrationId, of.companyId, after, upTo));
      addedTo.set(keyOf(of), upTo);
      return true;
    },
  };
}

function keyOf({ companyId, integrationId }: StemsOfIntegration): string {
  return `${companyId} ${integrationId}`;
}
