import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';
import { JSON_TYPE } from '#shared/contract/headers.ts';
import type { EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { Core } from '../core.ts';
import { iso } from '../iso.ts';
import type { Decision, DocumentRow } from '../store/document-rows.ts';

/** Records the result of a document as a DocumentStatus event. Call it in the transaction of the decision. */
export function documentStatusEvent(core: Core, document: DocumentRow, decision: Decision): EventId {
  const refused = decision.state === DOCUMENT_STATES.refused;
  return keepEvent(core, {
    type: EVENT_TYPES.documentStatus,
    document,
    integrationId: document.integrationId,
    data: {
      integrationId: core.switches.now().nullIntegrationId ? null : document.integrationId,
      documentId: document.id,
      externalReference: document.reference,
      documentState: decision.state,
      rejectedDatetime: refused ? iso(core.clock.wallMs()) : null,
      rejectionReason: refused ? decision.rejectionReason : null,
      metadata: document.metadata === null ? null : (JSON.parse(document.metadata) as unknown),
    },
  });
}

/** Records a Revocation event. Call it in the transaction of the revocation. */
export function revocationEvent(core: Core, integrationId: IntegrationId): EventId {
  return keepEvent(core, { type: EVENT_TYPES.revocation, document: null, integrationId, data: { integrationId } });
}

type EventOf = {
  readonly type: string;
  readonly document: DocumentRow | null;
  readonly integrationId: IntegrationId;
  readonly data: object;
};

/** The body is written once: every delivery sends these very bytes. */
function keepEvent(core: Core, of: EventOf): EventId {
  const now = core.clock.wallMs();
  const id = core.random.uuid() as EventId;
  const body = JSON.stringify({
    specversion: '1.0',
    id,
    source: core.issuer,
    type: of.type,
    datacontenttype: JSON_TYPE,
    time: iso(now),
    data: of.data,
  });
  const event = { id, type: of.type, integrationId: of.integrationId, documentId: of.document?.id ?? null, body };
  core.store.deliveries.put(event, 1 + core.switches.now().duplicateDeliveries, now);
  return id;
}
