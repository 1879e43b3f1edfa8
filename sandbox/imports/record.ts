import type { DocumentId, IntegrationId } from '#shared/contract/ids.ts';
import type { ImportType } from '#shared/contract/import-types.ts';
import { plus } from '#shared/lib/duration.ts';
import type { Core } from '../core.ts';
import type { DocumentRow, NewDocument } from '../store/document-rows.ts';

/** What an import brings, checked. */
export type Imported = Pick<
  DocumentRow,
  'reference' | 'filename' | 'sha256' | 'bytes' | 'userEmail' | 'comment' | 'entryLines' | 'organization' | 'metadata'
>;

export type Recorded =
  | { readonly kind: 'recorded'; readonly documentId: DocumentId }
  | { readonly kind: 'known'; readonly as: DocumentRow };

/** Records a document, or finds the one that has its reference already: the database's unique index is the judge. */
export function record(core: Core, imported: Imported, as: { integrationId: IntegrationId; importType: ImportType }): Recorded {
  const receivedAt = core.clock.wallMs();
  const { autoDecide } = core.switches.now();
  const document: NewDocument = {
    ...imported,
    ...as,
    id: core.random.uuid() as DocumentId,
    receivedAt,
    decideAt: autoDecide === null ? null : plus(receivedAt, autoDecide.afterMs),
  };
  const known = core.store.documents.put(document);
  if (known !== null) return { kind: 'known', as: known };
  core.log.info('document recorded', { documentId: document.id, importType: as.importType, bytes: document.bytes });
  core.ring();
  return { kind: 'recorded', documentId: document.id };
}
