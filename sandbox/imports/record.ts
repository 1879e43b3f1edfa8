import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import type { ImportType } from '#shared/contract/import-types.ts';
import { plus, type WallMs } from '#shared/lib/duration.ts';
import type { Core } from '../core.ts';
import type { Decision, DocumentRow, NewDocument } from '../store/document-rows.ts';
import type { FileRow, ReceivedText } from '../store/file-rows.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import { documentStatusEvent } from '../webhooks/events.ts';

/** The contents of an import, checked. */
export type Imported = Pick<
  DocumentRow,
  'reference' | 'filename' | 'sha256' | 'bytes' | 'userEmail' | 'comment' | 'entryLines' | 'organization' | 'metadata' | 'decoded'
> & {
  readonly file: FileRow | null;
  /** Null without entries. */
  readonly received: ReceivedText | null;
};

export type Recorded =
  | { readonly kind: 'recorded'; readonly documentId: DocumentId }
  | { readonly kind: 'known'; readonly as: DocumentRow };

/**
 * Records a document, or finds the one that already has its reference: the database's unique index decides. The
 * switch `referenceCheck` can open a gap between check and recording, in which two concurrent imports are both recorded.
 */
export async function record(
  core: Core,
  { file, received, ...imported }: Imported,
  as: { integrationId: IntegrationId; importType: ImportType },
): Promise<Recorded> {
  const { referenceCheck } = core.switches.now();
  const atomic = referenceCheck === 'atomic';
  if (!atomic) {
    const earlier = core.store.documents.named({ ...as, reference: imported.reference });
    if (earlier !== null) return { kind: 'known', as: earlier };
    await core.clock.sleep(referenceCheck.windowMs, core.stop);
  }
  const receivedAt = core.clock.wallMs();
  const document: NewDocument = {
    ...imported,
    ...as,
    id: core.random.uuid() as DocumentId,
    receivedAt,
    ...dueOf(core, imported, receivedAt),
  };
  const known = core.store.transaction(() => {
    const earlier = core.store.documents.put(document, { checked: atomic });
    if (earlier !== null) return earlier;
    if (file !== null) core.store.files.put(document.id, file, receivedAt);
    if (received !== null) core.store.received.put(document.id, received);
    return null;
  });
  if (known !== null) return { kind: 'known', as: known };
  core.log.info('document recorded', { documentId: document.id, importType: as.importType, bytes: document.bytes });
  // A document that nobody decides makes nothing due.
  if (document.decideAt !== null) core.ring();
  return { kind: 'recorded', documentId: document.id };
}

/** When and how it is decided automatically: stored with the document, so that a restart changes nothing. */
function dueOf(core: Core, imported: Pick<Imported, 'filename' | 'comment'>, receivedAt: WallMs): Due {
  const { autoDecide } = core.switches.now();
  if (autoDecide === null) return { decideAt: null, dueState: null, dueReason: null };
  const { state, rejectionReason } = verdictOn(core, imported);
  return { decideAt: plus(receivedAt, autoDecide.afterMs), dueState: state, dueReason: rejectionReason };
}

type Due = Pick<NewDocument, 'decideAt' | 'dueState' | 'dueReason'>;

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
