import { type Item, itemSchema } from '#shared/domain/item/item.ts';

/** A document that the accountant refused. */
export function refusedItem(name: string, reason: string | null = null): Item {
  return itemSchema.parse({
    id: crypto.randomUUID(),
    companyId: crypto.randomUUID(),
    importType: 'purchase-invoices',
    sha256: 'a'.repeat(64),
    bytes: 1,
    mediaType: 'application/pdf',
    name,
    sentName: name,
    integrationId: null,
    reference: null,
    resubmission: 0,
    attempts: 1,
    sentElsewhere: false,
    foundAt: 0,
    receivedAt: 0,
    state: { kind: 'refused', documentId: crypto.randomUUID(), at: 0, reason, contradicted: false },
    stateSince: 0,
  });
}
