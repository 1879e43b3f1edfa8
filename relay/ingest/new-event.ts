import { type Envelope, EVENT_TYPES } from '#shared/contract/events.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { NewEvent } from '../store/store.ts';

/** A type is one word; what is longer is cut here, and whole in the body. */
const TYPE_CHARACTERS_MAX = 200;

export type SignedRaw = Pick<NewEvent, 'jwt' | 'body' | 'receivedAt' | 'bodyDigest'>;

/** A verified event as the store takes it: its bytes, and of its members what they are found by. */
export function newEvent(envelope: Envelope, raw: SignedRaw): NewEvent {
  const documentId = documentIdSchema.safeParse(envelope.data['documentId']);
  return {
    jwt: raw.jwt,
    body: raw.body,
    receivedAt: raw.receivedAt,
    bodyDigest: raw.bodyDigest,
    eventId: envelope.id,
    integrationId: envelope.data.integrationId ?? null,
    documentId: documentId.success ? documentId.data : null,
    // PostgreSQL takes no NUL in a text; an event must not be lost for it.
    type: envelope.type.replaceAll('\0', '').slice(0, TYPE_CHARACTERS_MAX),
    ...(envelope.type === EVENT_TYPES.revocation ? { revokedAt: revokedAt(envelope, raw.receivedAt) } : {}),
  };
}

/** The service's own time of it, but never later than now: a date of next year would void every proof until then. */
function revokedAt(envelope: Envelope, receivedAt: number): number {
  const at = Date.parse(envelope.time);
  return Number.isNaN(at) ? receivedAt : Math.min(at, receivedAt);
}
