import type { OtherType } from '#shared/app-api/views.ts';
import { INVOICE_TYPES, type InvoiceType, isInvoiceType } from '#shared/contract/import-types.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { datedResult, shownSince } from '#shared/domain/results/weigh-results.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';
import type { JournalContext } from '../sqlite/journal-context.ts';
import { statusSchema } from '../results/event-status.ts';
import { itemOf } from './item-columns.ts';
import type { ReferenceStemRows } from '../results/reference-stem-rows.ts';

export type OtherTypeRows = {
  /**
   * The same bytes under the company's other type of invoice: our own item, else what the service reported of another computer's (C14). Of entries there
   * is none: no file can be an invoice as well.
   */
  of(item: Pick<Item, 'companyId' | 'importType' | 'sha256'>): OtherType | null;
};

export function otherTypeRows({ database }: JournalContext, stems: ReferenceStemRows): OtherTypeRows {
  // A part of a joined document goes out with it. A twin that is unfit, or that never left before it was put aside or its file was gone, is nothing to
  // confuse it with. The query names the type: with "any but this one" it would walk through all documents of the company, for each new file.
  const twin = database.prepare(`SELECT * FROM items WHERE company_id = ? AND import_type = ? AND sha256 = ?
    AND (json_extract(state, '$.why') = 'joined' OR (kind <> 'unfit' AND (kind <> 'aside' OR left_at IS NOT NULL OR resubmission > 0) AND json_extract(state, '$.unfit') IS NULL
    AND (json_extract(state, '$.question.kind') IS NOT 'gone' OR left_at IS NOT NULL OR resubmission > 0)))`);
  const told = database.prepare(`SELECT n, integration_id, document_id, reference, result, word, received_at FROM events
    WHERE reference BETWEEN ? AND ? AND document_id IS NOT NULL ORDER BY reference DESC, n DESC LIMIT 1`);
  const ofType = ({ companyId, sha256 }: Pick<Item, 'companyId' | 'sha256'>, importType: InvoiceType): OtherType | null => {
    const row = twin.get(companyId, importType, sha256);
    if (row !== undefined) {
      const item = itemOf(row);
      return { importType, itemId: item.id, kind: item.state.kind, at: shownSince(item) };
    }
    const event = stems
      .stemsOf({ companyId, sha256 }, importType)
      .map((stem) => told.get(`${stem}00`, `${stem}99`))
      .find((found) => found !== undefined);
    if (event === undefined) return null;
    const { result } = statusSchema.parse(event);
    const at = result === null ? wallMsSchema.parse(event['received_at']) : datedResult(result, null).at;
    return { importType, itemId: null, kind: result?.kind ?? 'awaiting', at };
  };
  return {
    of: (item) => {
      const { importType } = item;
      if (!isInvoiceType(importType)) return null;
      return INVOICE_TYPES.filter((type) => type !== importType).flatMap((type) => ofType(item, type) ?? [])[0] ?? null;
    },
  };
}
