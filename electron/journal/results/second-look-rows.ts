import type { CommittedPage, Doubt, SecondLookStore, UnprovenStore, UnverifiedEvent } from '#electron/results/store.ts';
import { type DocumentId, documentIdSchema, type EventId, integrationIdSchema } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';
import type { EventMatch } from './event-match.ts';

/** Applies a verified event as if it had just arrived; the result rows implement this. */
export type TakeVerified = (event: Omit<UnverifiedEvent, 'n'>, at: ReturnType<JournalContext['clock']['wallMs']>) => CommittedPage;

const TURN_MAX = 100;
const CLAIMED_MAX = 500;
const PRUNED_MAX = 500;

const UNANSWERED = `SELECT n, document_id, state_since FROM items WHERE kind = 'awaiting' AND integration_id = :integrationId
  AND document_id IS NOT NULL AND (state_since <= :before OR state_since > :now) AND n > :after ORDER BY n LIMIT ${CLAIMED_MAX}`;

type SecondLookDeps = {
  readonly takeVerified: TakeVerified;
  readonly unproven: UnprovenStore;
  readonly events: Pick<EventMatch, 'rematchAll'>;
};

/** What is looked at a second time: events whose signature did not hold, unanswered documents, and the bytes of old results. */
export function secondLookRows(base: JournalContext, { takeVerified, events, unproven }: SecondLookDeps): SecondLookStore {
  const { database } = base;
  const unverified = (of: string) =>
    database.prepare(`SELECT n, event_id, integration_id, epoch, seq, received_at, jwt, body, doubt FROM events
      WHERE ${of} AND n > ? ORDER BY n LIMIT ${TURN_MAX}`);
  const [any, unknownKey] = [unverified('verified = 0'), unverified("doubt = 'unknown-key'")];
  const forget = database.prepare('DELETE FROM events WHERE n = ? AND verified = 0 RETURNING doubt');
  const doubted = database.prepare('UPDATE events SET doubt = ? WHERE n = ? AND verified = 0');
  const counted = database.prepare('UPDATE cursors SET forged = max(0, forged + ?) WHERE integration_id = ?');
  const unanswered = database.prepare(UNANSWERED);
  return {
    awaited: (event) => unproven.awaited(event),
    offer: (told) => unproven.offer(told),
    unverified: (after, doubt) => (doubt === undefined ? any : unknownKey).all(after).map(unverifiedOf),
    doubted: (event, doubt) =>
      base.transact(() => {
        doubted.run(doubt, event.n);
        const change = Number(doubt === 'forged') - Number(isForged(event.doubt));
        if (change !== 0) counted.run(change, event.integrationId);
      }),
    verified: (event) =>
      base.transact(() => {
        // Removes the doubted event, so that the verified one can take its place.
        if (isForged(forget.get(event.n)?.['doubt'])) counted.run(-1, event.integrationId);
        return takeVerified(event, base.clock.wallMs());
      }),
    told: ({ integrationId, epoch, events: told }) =>
      base.transact(() => {
        const taken = told.map((event) => takeVerified({ ...event, integrationId, epoch }, base.clock.wallMs()));
        return {
          effects: taken.flatMap(({ effects }) => effects),
          revocations: taken.flatMap(({ revocations }) => revocations),
          missing: 0,
        };
      }),
    unanswered: (integrationId, { before, now, after }) => {
      const rows = unanswered.all({ integrationId, before, now, after });
      return {
        documentIds: rows.map((row): DocumentId => documentIdSchema.parse(row['document_id'])),
        youngest: rows.length === 0 ? null : wallMs(Math.max(...rows.map((row) => Number(row['state_since'])))),
        next: rows.length < CLAIMED_MAX ? 0 : Number(rows.at(-1)?.['n']),
      };
    },
    rematch: (after) => events.rematchAll(after, base.clock.wallMs()),
    prune: pruning(base),
  };
}

function pruning(base: JournalContext): SecondLookStore['prune'] {
  const { database } = base;
  const whole = "item_id IS NOT NULL AND jwt <> ''";
  const newest = database.prepare(
    `SELECT received_at FROM events WHERE ${whole} AND received_at >= 0 ORDER BY received_at DESC LIMIT 1 OFFSET ?`,
  );
  const prune = database.prepare(`UPDATE events SET jwt = '', body = x'' WHERE n IN (SELECT n FROM events
    WHERE ${whole} AND received_at < ? ORDER BY received_at LIMIT ${PRUNED_MAX})`);
  return (before, most) => {
    const oldest = newest.get(most - 1)?.['received_at'];
    return base.transact(() => Number(prune.run(typeof oldest === 'number' ? Math.max(before, oldest) : before).changes));
  };
}

function unverifiedOf(row: Row): UnverifiedEvent {
  const body = row['body'];
  return {
    n: Number(row['n']),
    integrationId: integrationIdSchema.parse(row['integration_id']),
    epoch: String(row['epoch']),
    seq: Number(row['seq']),
    eventId: String(row['event_id']) as EventId,
    receivedAt: wallMs(Number(row['received_at'])),
    jwt: String(row['jwt']),
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    envelope: null,
    doubt: doubtOf(row['doubt']),
  };
}

/** An event from before the two kinds were distinguished was counted as a forgery. */
function isForged(doubt: unknown): boolean {
  return doubt !== 'unknown-key';
}

function doubtOf(word: unknown): Doubt | null {
  return word === 'unknown-key' || word === 'forged' ? word : null;
}
