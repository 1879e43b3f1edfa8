import { DOCUMENT_STATES, EVENT_TYPES } from '#shared/contract/events.ts';
import { JSON_TYPE } from '#shared/contract/routes.ts';
import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS, MINUTE_MS, plus } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type Core, iso } from '../core.ts';
import { EXTRA_MEMBERS } from '../faults/broken-answer.ts';
import type { Decision, DocumentRow } from '../store/document-rows.ts';

/** Records the result of a document as a DocumentStatus event. Call it in the transaction of the decision. */
export function documentStatusEvent(core: Core, document: DocumentRow, decision: Decision): EventId {
  const refused = decision.state === DOCUMENT_STATES.refused;
  return keepEvent(core, {
    type: EVENT_TYPES.documentStatus,
    integrationId: document.integrationId,
    documentId: document.id,
    data: {
      integrationId: core.switches.now().nullIntegrationId ? null : document.integrationId,
      documentId: document.id,
      externalReference: document.reference,
      documentState: decision.state,
      rejectedDatetime: refused ? rejectedDate(core) : null,
      rejectionReason: refused ? decision.rejectionReason : null,
      metadata: null,
    },
    metadata: document.metadata,
  });
}

/** The date of a refusal, by the switch of the same name. */
function rejectedDate({ clock, switches }: Core): string | null {
  const now = clock.wallMs();
  const at = (ms: number): string => iso(plus(now, ms));
  const { rejectedDateAs } = switches.now();
  switch (rejectedDateAs) {
    case 'now':
      return iso(now);
    case 'earlier':
      return at(-MINUTE_MS);
    case 'tomorrow':
      return at(DAY_MS - MINUTE_MS);
    case 'next-year':
      return at(365 * DAY_MS);
    case 'last-century':
      return '1970-01-01T00:00:00Z';
    case 'day-alone':
      return iso(now).slice(0, 10);
    case 'unreadable':
      return 'hier à midi';
    case 'absent':
      return null;
    default:
      return unreachable(rejectedDateAs);
  }
}

/** Records a Revocation event. Call it in the transaction of the revocation. */
export function revocationEvent(core: Core, integrationId: IntegrationId): EventId {
  return keepEvent(core, { type: EVENT_TYPES.revocation, integrationId, documentId: null, data: { integrationId } });
}

export type EventOf = {
  readonly type: string;
  readonly integrationId: IntegrationId | null;
  /** A document that is recorded here. */
  readonly documentId: DocumentId | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** JSON for the member `metadata`, which must be null and the last member of `data`. */
  readonly metadata?: string | null;
  /** Members of the envelope, which replace or complete the normal ones. */
  readonly envelope?: Readonly<Record<string, unknown>>;
};

/** Records any event. Its body is serialised once: every delivery sends these very bytes. */
export function keepEvent(core: Core, of: EventOf): EventId {
  const now = core.clock.wallMs();
  const { webhooksOff, duplicateDeliveries, eventDelayMs, reorderWithinMs, extraMembers } = core.switches.now();
  const id = core.random.uuid() as EventId;
  const extra = extraMembers ? EXTRA_MEMBERS : {};
  const envelope = {
    specversion: '1.0',
    id,
    source: core.issuer,
    type: of.type,
    datacontenttype: JSON_TYPE,
    time: iso(now),
    ...extra,
    ...of.envelope,
    data: { ...extra, ...of.data },
  };
  const event = { id, type: of.type, integrationId: of.integrationId, documentId: of.documentId };
  const dueAt = Array.from({ length: webhooksOff ? 0 : 1 + duplicateDeliveries }, () => {
    // Random numbers are only drawn where needed: a seed must give the same faults with and without this switch.
    const heldMs = reorderWithinMs === 0 ? 0 : Math.floor(core.switches.fraction() * reorderWithinMs);
    return now + eventDelayMs + heldMs;
  });
  core.store.deliveries.put({ ...event, body: withMetadata(JSON.stringify(envelope), of.metadata ?? null) }, dueAt, now);
  return id;
}

const NO_METADATA = 'null}}';

/** Metadata is returned as the very text that was received: parsing and serialising would change a large number. */
function withMetadata(body: string, metadata: string | null): string {
  return metadata === null ? body : `${body.slice(0, -NO_METADATA.length)}${metadata}}}`;
}
