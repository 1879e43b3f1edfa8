import type { z } from 'zod';
import type { EventId } from '#shared/contract/ids.ts';
import type { Core } from '../core.ts';
import { keepEvent } from '../webhooks/events.ts';
import type { eventSchema } from './schemas.ts';

/** Creates an event by hand. It is signed and delivered like any other. */
export function emitEvent(core: Core, wanted: z.output<typeof eventSchema>): EventId {
  const document = wanted.documentId === null ? null : core.store.documents.get(wanted.documentId);
  const known =
    document === null
      ? {}
      : { integrationId: document.integrationId, documentId: document.id, externalReference: document.reference, metadata: null };
  const eventId = core.store.transaction(() =>
    keepEvent(core, {
      type: wanted.type,
      integrationId: wanted.integrationId ?? document?.integrationId ?? null,
      documentId: document?.id ?? null,
      data: { ...known, ...wanted.data },
      envelope: wanted.envelope,
    }),
  );
  core.ring();
  return eventId;
}
