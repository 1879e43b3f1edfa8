import { type Envelope, EVENT_TYPES } from '#shared/contract/events.ts';
import { documentIdSchema } from '#shared/contract/ids.ts';
import type { NewEvent } from '../store/store.ts';

/** A type is one word; a longer one is cut here, and remains whole in the body. */
const TYPE_CHARACTERS_MAX = 200;

export type SignedRaw = Pick<NewEvent, 'jwt' | 'body' | 'receivedAt' | 'bodyDigest'>;

/** A verified event as the store takes it: its bytes, and the members by which it is found. */
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
    // PostgreSQL accepts no NUL in a text; an event must not be lost because of one.
    type: envelope.type.replaceAll('\0', '').slice(0, TYPE_CHARACTERS_MAX),
    ...(envelope.type === EVENT_TYPES.revocation ? { revokedAt: revokedAt(envelope, raw.receivedAt) } : {}),
  };
}

/** The service's time of the revocation, but never later than now: a date in the next year would void every proof until then. */
function revokedAt(envelope: Envelope, receivedAt: number): number {
  const at = Date.parse(envelope.time);
  return Number.isNaN(at) ? receivedAt : Math.min(at, receivedAt);
}
