import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DocumentId, EventId, IntegrationId } from '#shared/contract/ids.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';

/** `given-up`: after 48 hours. */
const DELIVERY_STATES = ['pending', 'delivered', 'given-up'] as const;

const row = z.object({
  id: z.number(),
  eventId: z.string(),
  type: z.string(),
  body: z.string(),
  state: z.enum(DELIVERY_STATES),
  nextAt: wallMsSchema,
  firstAttemptAt: wallMsSchema.nullable(),
  firstFailureAt: wallMsSchema.nullable(),
  failures: z.number(),
  /** The first signature, for a service that does not sign retries anew. */
  jwt: z.string().nullable(),
});

const rows = z.array(row);

export type DeliveryRow = Readonly<z.infer<typeof row>>;

const attempt = z.object({ deliveryId: z.number(), at: wallMsSchema, status: z.number().nullable(), code: z.string().nullable() });
const attemptRows = z.array(attempt);

export type AttemptRow = Readonly<z.infer<typeof attempt>>;

export type NewEvent = {
  readonly id: EventId;
  readonly type: string;
  readonly integrationId: IntegrationId | null;
  readonly documentId: DocumentId | null;
  readonly body: string;
};

export type DeliveryRows = ReturnType<typeof deliveryRows>;

const COLUMNS = `d.id, d.event_id AS eventId, e.type, e.body, d.state, d.next_at AS nextAt, d.first_attempt_at AS firstAttemptAt,
  d.first_failure_at AS firstFailureAt, d.failures, d.jwt`;
const FROM = 'FROM deliveries d JOIN events e ON e.id = d.event_id';

/** More than are ever in progress at once, so there is always an idle one among them. */
const PENDING_MAX = 100;
const LISTED_MAX = 10_000;

export function deliveryRows(database: DatabaseSync) {
  const putEvent = database.prepare('INSERT INTO events (id, type, integration_id, document_id, made_at, body) VALUES (?, ?, ?, ?, ?, ?)');
  const put = database.prepare("INSERT INTO deliveries (event_id, state, next_at) VALUES (?, 'pending', ?)");
  const pending = database.prepare(`SELECT ${COLUMNS} ${FROM} WHERE d.state = 'pending' ORDER BY d.next_at, d.id LIMIT ${PENDING_MAX}`);
  const ofEvent = database.prepare(`SELECT ${COLUMNS} ${FROM} WHERE d.state = 'pending' AND d.event_id = ? ORDER BY d.id`);
  const all = database.prepare(`SELECT ${COLUMNS} ${FROM} ORDER BY d.id DESC LIMIT ?`);
  const attempts = database.prepare(
    'SELECT delivery_id AS deliveryId, at, status, code FROM attempts WHERE delivery_id = ? ORDER BY rowid',
  );
  const keep = database.prepare(
    'UPDATE deliveries SET state = ?, next_at = ?, first_attempt_at = ?, first_failure_at = ?, failures = ?, jwt = ? WHERE id = ?',
  );
  const putAttempt = database.prepare('INSERT INTO attempts (delivery_id, at, status, code) VALUES (?, ?, ?, ?)');
  return {
    /** Records an event with one delivery for each moment in `dueAt`. */
    put(event: NewEvent, dueAt: readonly number[], now: number): void {
      putEvent.run(event.id, event.type, event.integrationId, event.documentId, now, event.body);
      for (const at of dueAt) put.run(event.id, at);
    },
    /** Earliest due first. */
    pending: (): readonly DeliveryRow[] => rows.parse(pending.all()),
    ofEvent: (id: EventId): readonly DeliveryRow[] => rows.parse(ofEvent.all(id)),
    /** The newest, up to the given number or the limit, oldest first. */
    all: (newest = LISTED_MAX): readonly DeliveryRow[] => rows.parse(all.all(Math.min(newest, LISTED_MAX))).toReversed(),
    attempts: (id: number): readonly AttemptRow[] => attemptRows.parse(attempts.all(id)),
    keep(delivery: DeliveryRow, made: AttemptRow): void {
      const { state, nextAt, firstAttemptAt, firstFailureAt, failures, jwt, id } = delivery;
      keep.run(state, nextAt, firstAttemptAt, firstFailureAt, failures, jwt, id);
      putAttempt.run(made.deliveryId, made.at, made.status, made.code);
    },
  };
}
