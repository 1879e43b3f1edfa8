import type { Attempt, KeptSending, ProofEvent, ProofKey, ProofStore } from '#electron/results/store.ts';
import { documentIdSchema, integrationIdSchema, referenceSchema } from '#shared/contract/ids.ts';
import { documentStatusSchema } from '#shared/contract/events.ts';
import type { SentFields } from '#shared/domain/item/sending/sent-name.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { rsaJwkSchema } from '#shared/relay-protocol/messages.ts';
import { z } from 'zod';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

/** Sendings of one document, and results of one sending, that a proof has; the service sends one, and two if it contradicts itself. */
const SENDINGS_MAX = 100;
const EVENTS_MAX = 20;
const KEYS_MAX = 20;

/** What the journal has to prove that a document was sent, and what became of it. */
export function proofRows({ database }: JournalContext): ProofStore {
  const statements = prepared(database);
  return {
    sendings: (itemId) => statements.sendings.all(itemId).map((row) => sendingOf(row, statements)),
    events: (itemId, of) => {
      const rows = of.flatMap(({ documentId, reference }) => [
        ...(documentId === null ? [] : statements.byDocument.all(documentId, itemId)),
        ...(reference === null ? [] : statements.byReference.all(reference, itemId)),
      ]);
      return Array.from(new Map(rows.map((row) => [Number(row['n']), eventOf(row)])))
        .toSorted(([one], [other]) => one - other)
        .map(([, event]) => event);
    },
    unproven: (documentId) =>
      statements.unknownKey
        .all()
        .map(eventOf)
        .filter((event) => isAbout(event, documentId))
        .slice(0, EVENTS_MAX),
    keys: (kid) => statements.keys.all(kid).map(keyOf),
  };
}

function prepared(database: JournalContext['database']) {
  const event = 'SELECT n, event_id, received_at, jwt, body, verified FROM events';
  return {
    sendings: database.prepare(`SELECT reference, integration_id, at, resubmission FROM intents WHERE item_id = ?
      ORDER BY at, resubmission LIMIT ${SENDINGS_MAX}`),
    attempts: database.prepare('SELECT * FROM attempts WHERE reference = ? ORDER BY n'),
    byDocument: database.prepare(`${event} WHERE document_id = ? AND item_id = ? ORDER BY n LIMIT ${EVENTS_MAX}`),
    byReference: database.prepare(`${event} WHERE reference = ? AND item_id = ? ORDER BY n LIMIT ${EVENTS_MAX}`),
    unknownKey: database.prepare(`${event} WHERE doubt = 'unknown-key' AND n > 0 ORDER BY n`),
    keys: database.prepare(`SELECT k.*, (SELECT min(at) FROM distrusted_keys d WHERE d.thumbprint = k.thumbprint) AS distrusted_at
      FROM seen_keys k WHERE kid = ? ORDER BY last_seen_at DESC LIMIT ${KEYS_MAX}`),
  };
}

function sendingOf(row: Row, { attempts }: ReturnType<typeof prepared>): KeptSending {
  const reference = referenceSchema.parse(row['reference']);
  return {
    reference,
    integrationId: integrationIdSchema.parse(row['integration_id']),
    resubmission: Number(row['resubmission']),
    at: wallMs(Number(row['at'])),
    attempts: attempts.all(reference).map(attemptOf),
  };
}

const text = z.string().optional();
const fieldsSchema = z.object({ filename: text, userEmail: text, comment: text, metadata: text });

function attemptOf(row: Row): Attempt {
  const { status, answer } = row;
  return {
    n: Number(row['n']),
    begunAt: wallMs(Number(row['begun_at'])),
    fields: fieldsSchema.parse(jsonOf(String(row['fields']))) as SentFields,
    sha256: String(row['sha256']),
    bytes: Number(row['bytes']),
    mediaType: String(row['media_type']),
    endedAt: moment(row['ended_at']),
    outcome: typeof row['outcome'] === 'string' ? row['outcome'] : null,
    answer: typeof status === 'number' ? { status, body: String(answer) } : null,
  };
}

function eventOf(row: Row): ProofEvent {
  const { jwt, body } = row;
  return {
    eventId: String(row['event_id']),
    receivedAt: wallMs(Number(row['received_at'])),
    jwt: String(jwt),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    isVerified: row['verified'] === 1,
  };
}

const bodySchema = z.object({ data: documentStatusSchema });

function isAbout({ body }: ProofEvent, documentId: string): boolean {
  const read = bodySchema.safeParse(jsonOf(body));
  return read.success && documentIdSchema.parse(read.data.data.documentId) === documentId;
}

function keyOf(row: Row): ProofKey {
  return {
    kid: String(row['kid']),
    thumbprint: String(row['thumbprint']),
    jwk: rsaJwkSchema.parse(jsonOf(String(row['jwk']))),
    jwksUrl: String(row['jwks_url']),
    firstSeenAt: wallMs(Number(row['first_seen_at'])),
    lastSeenAt: wallMs(Number(row['last_seen_at'])),
    distrustedAt: moment(row['distrusted_at']),
  };
}

function moment(at: unknown): WallMs | null {
  return typeof at === 'number' ? wallMs(at) : null;
}
