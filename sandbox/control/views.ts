import type { MediaType } from '#shared/contract/media-types.ts';
import type { Core } from '../core.ts';
import { iso } from '../iso.ts';
import { decodedSchema } from '../decoding/decoded.ts';
import type { DeliveryRow } from '../store/delivery-rows.ts';
import type { DocumentRow } from '../store/document-rows.ts';
import type { IntegrationRow } from '../store/integration-rows.ts';

/** What the control API shows, which is never a secret. */
export function documentView(document: DocumentRow, mediaType: MediaType | null) {
  return {
    documentId: document.id,
    integrationId: document.integrationId,
    importType: document.importType,
    externalReference: document.reference,
    filename: document.filename,
    sha256: document.sha256,
    bytes: document.bytes,
    /** The media type of `GET /documents/{id}/file`; null if the file is not kept (any more). */
    fileKept: mediaType,
    userEmail: document.userEmail,
    comment: document.comment,
    entryLines: document.entryLines,
    organization: document.organization === null ? null : (JSON.parse(document.organization) as unknown),
    metadata: document.metadata === null ? null : (JSON.parse(document.metadata) as unknown),
    /** What the decoder found in the file; null if it was not asked. */
    decoded: document.decoded === null ? null : decodedSchema.parse(JSON.parse(document.decoded)),
    receivedAt: iso(document.receivedAt),
    documentState: document.state,
    decidedAt: document.decidedAt === null ? null : iso(document.decidedAt),
    rejectionReason: document.rejectionReason,
  };
}

export function integrationView(integration: IntegrationRow) {
  return {
    integrationId: integration.id,
    state: integration.revokedAt === null ? 'active' : 'revoked',
    closedAs: integration.closedAs,
    revokedAt: integration.revokedAt === null ? null : iso(integration.revokedAt),
    revokedAs: integration.revokedAs,
  };
}

export function deliveryView(core: Core, delivery: DeliveryRow) {
  const attempts = core.store.deliveries.attempts(delivery.id);
  return {
    deliveryId: delivery.id,
    eventId: delivery.eventId,
    type: delivery.type,
    event: JSON.parse(delivery.body) as unknown,
    state: delivery.state,
    nextAt: delivery.state === 'pending' ? iso(delivery.nextAt) : null,
    attempts: attempts.map(({ at, status, code }) => ({ at: iso(at), status, code })),
  };
}

/** The sandbox's own time, and how far it is ahead of the machine's. */
export function clockView(core: Core) {
  return { now: iso(core.clock.wallMs()), aheadMs: core.clock.aheadMs() };
}
