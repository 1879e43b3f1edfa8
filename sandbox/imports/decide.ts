import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import type { EventId } from '#shared/contract/ids.ts';
import type { Core } from '../core.ts';
import type { Decision, DocumentRow } from '../store/document-rows.ts';
import { documentStatusEvent } from '../webhooks/events.ts';

/** The accounting tool's decision: the document's state and its event, in one transaction. */
export function decide(core: Core, document: DocumentRow, decision: Decision): EventId {
  const eventId = core.store.transaction(() => {
    core.store.documents.decide(document.id, decision, core.clock.wallMs());
    const released = decision.state === DOCUMENT_STATES.refused && core.switches.now().refusedReferenceReleased;
    if (released) core.store.documents.unbind(document.id);
    return documentStatusEvent(core, document, decision);
  });
  core.log.info('document decided', { documentId: document.id, state: decision.state });
  core.ring();
  return eventId;
}

/** The automatic decision of the accounting tool; the switch `autoDecide` says what it refuses. */
export function verdictOn(core: Core, document: Pick<DocumentRow, 'filename' | 'comment'>): Decision {
  const rules = core.switches.now().autoDecide?.refuseWhen ?? [];
  const seen = `${document.filename ?? ''}\n${document.comment ?? ''}`.normalize('NFC').toLowerCase();
  const rule = rules.find(({ contains }) => seen.includes(contains.normalize('NFC').toLowerCase()));
  if (rule === undefined) return { state: DOCUMENT_STATES.accepted, rejectionReason: null };
  return { state: DOCUMENT_STATES.refused, rejectionReason: rule.reason };
}

/** Decides the documents that are due. */
export function decideDue(core: Core): void {
  for (const document of core.store.documents.due(core.clock.wallMs())) {
    const { dueState, dueReason } = document;
    // Documents recorded before these columns existed have neither.
    decide(core, document, dueState === null ? verdictOn(core, document) : { state: dueState, rejectionReason: dueReason });
  }
}
