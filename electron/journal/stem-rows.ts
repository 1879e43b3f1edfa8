import type { DatabaseSync } from 'node:sqlite';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { type InvoiceType, invoiceTypeSchema } from '#shared/contract/import-types.ts';
import { type ItemId, itemIdSchema } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item.ts';
import { referenceStem, type ReferenceStem } from '#shared/domain/reference.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { Base } from './base.ts';

export type StemOwner = { readonly itemId: ItemId; readonly integrationId: IntegrationId };

/** Under which references the documents that are known here may have been sent, by this computer or another (C10, C22). */
export type StemRows = {
  /** A new item: one stem for each integration of its company, current and former. One whose content was never read has none. */
  addItem(itemId: ItemId): void;
  /** An integration that its company did not have before: one stem for each of its items. */
  addIntegration(integrationId: IntegrationId): void;
  /** Whose stem it is. */
  ownerOf(stem: ReferenceStem): StemOwner | null;
  /** The stems of the same content, as this import type: under the company's integrations, current and former. */
  stemsOf(item: Pick<Item, 'companyId' | 'sha256'>, importType: InvoiceType): readonly ReferenceStem[];
};

/** Lends `reference_stem` to the statements of a journal, for as long as it is open. */
export function lendReferenceStem(database: DatabaseSync): void {
  database.function('reference_stem', { deterministic: true }, (integrationId, importType, sha256) =>
    referenceStem(nodeSha256, {
      integrationId: integrationIdSchema.parse(integrationId),
      importType: invoiceTypeSchema.parse(importType),
      contentSha256: String(sha256),
    }),
  );
}

const INSERT = `INSERT OR IGNORE INTO reference_stems (stem, n, integration_id)
  SELECT reference_stem(g.id, i.import_type, i.sha256), i.n, g.id FROM items i JOIN integrations g ON g.company_id = i.company_id
  WHERE i.sha256 IS NOT NULL`;

export function stemRows({ database }: Base): StemRows {
  const addItem = database.prepare(`${INSERT} AND i.id = ?`);
  const addIntegration = database.prepare(`${INSERT} AND g.id = ?`);
  const owner = database.prepare('SELECT i.id, s.integration_id FROM reference_stems s JOIN items i ON i.n = s.n WHERE s.stem = ?');
  const integrations = database.prepare('SELECT id FROM integrations WHERE company_id = ?');
  return {
    addItem: (itemId) => {
      addItem.run(itemId);
    },
    addIntegration: (integrationId) => {
      addIntegration.run(integrationId);
    },
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
