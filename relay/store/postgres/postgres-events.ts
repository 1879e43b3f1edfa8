import type { Kysely } from 'kysely';
import { Client, type Pool } from 'pg';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import type { Seal } from '../seal.ts';
import type { Appended, NewEvent, NodeDoorbell, Store, StoreRing } from '../store.ts';
import type { Tables } from '../tables.ts';
import { conflictSealedFor } from '../conflict-rows.ts';
import { z } from 'zod';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { PostgresAddress } from './postgres-address.ts';

/** If another node stores one of the ids between our look and our insert, the batch is tried again, and then finds it known. */
const RACES_MAX = 5;
const UNIQUE_VIOLATION = '23505';
const SERIALIZATION = new Set([UNIQUE_VIOLATION, '40P01', '40001']);

/**
 * A batch as one statement, which is its own transaction: it assigns places and writes rows in one round trip and with one
 * flush. Repetitions are sorted out afterwards, when the answer to them can no longer change.
 */
export function postgresAppend(pool: Pool, tables: Kysely<Tables>, seal: Seal): Pick<Store, 'append'> {
  const insert = inserter(pool, seal);
  return {
    async append(events) {
      // Of repetitions within the batch the first is stored, and the others find it known.
      const firsts = new Map<string, NewEvent>();
      for (const event of events) if (!firsts.has(event.eventId)) firsts.set(event.eventId, event);
      const placed = await raced(() => insert([...firsts.values()]));
      const appended: Appended[] = [];
      for (const event of events) {
        const place = firsts.get(event.eventId) === event ? placed.get(event.eventId) : undefined;
        appended.push(place ?? (await repetition(tables, event, seal)));
      }
      return appended;
    },
  };
}

type PlacedRow = {
  readonly event_id: string;
  readonly integration_id: IntegrationId | null;
  readonly seq: number | null;
  readonly proven_at: number | null;
};

/**
 * Counters are locked in the order of their ids, and ids are inserted in order: two nodes never deadlock.
 */
const APPEND = `
  WITH incoming AS (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bytea[], $9::text[], $10::text[]
    ) WITH ORDINALITY
      AS t (event_id, integration_id, document_id, type, received_at, revoked_at, jwt, body, body_key, body_digest, place)
  ), fresh AS (
    SELECT * FROM incoming WHERE NOT EXISTS (SELECT FROM events WHERE events.event_id = incoming.event_id)
  ), counted AS (
    SELECT integration_id, count(*) AS events, max(revoked_at) AS revoked_at,
      max(received_at) FILTER (WHERE revoked_at IS NOT NULL) AS revoked_seen_at
    FROM fresh WHERE integration_id IS NOT NULL GROUP BY integration_id
  ), counters AS (
    INSERT INTO integrations (integration_id, seq, revoked_at, revoked_seen_at)
    SELECT integration_id, events, revoked_at, revoked_seen_at FROM counted ORDER BY integration_id
    ON CONFLICT (integration_id) DO UPDATE SET
      seq = integrations.seq + excluded.seq,
      revoked_seen_at = CASE WHEN excluded.revoked_at > coalesce(integrations.revoked_at, 0)
        THEN excluded.revoked_seen_at ELSE integrations.revoked_seen_at END,
      revoked_at = greatest(integrations.revoked_at, excluded.revoked_at)
    RETURNING integration_id, seq, proven_at
  ), placed AS (
    SELECT fresh.*, counters.proven_at,
      counters.seq - counted.events + row_number() OVER (PARTITION BY fresh.integration_id ORDER BY fresh.place) AS seq
    FROM fresh LEFT JOIN counted USING (integration_id) LEFT JOIN counters USING (integration_id)
  ), written AS (
    INSERT INTO events (event_id, integration_id, seq, document_id, type, received_at, jwt, body, body_key, body_digest)
    SELECT event_id, integration_id, seq, document_id, type, received_at, jwt, body, body_key, body_digest FROM placed ORDER BY event_id
  )
  SELECT event_id, integration_id, seq, proven_at FROM placed`;

function inserter(pool: Pool, seal: Seal): (events: readonly NewEvent[]) => Promise<ReadonlyMap<string, Appended>> {
  let written = 0;
  return async (events) => {
    const sealed = events.map((event) => seal.seal(event.body, event));
    written += events.length;
    const { rows } = await pool.query<PlacedRow>({
      // With a name, the server parses and plans it once per connection; that took longer than the work itself. A plan suits the table as it
      // was when the plan was made, and stays cached until statistics are gathered: so the name changes each time twice as much was written.
      name: `append ${Math.ceil(Math.log2(written))}`,
      text: APPEND,
      values: [
        events.map((event) => event.eventId),
        events.map((event) => event.integrationId),
        events.map((event) => event.documentId),
        events.map((event) => event.type),
        events.map((event) => event.receivedAt),
        events.map((event) => event.revokedAt ?? null),
        events.map((event) => event.jwt),
        sealed.map(({ body }) => Buffer.from(body)),
        sealed.map(({ key }) => key),
        events.map((event) => event.bodyDigest),
      ],
    });
    return new Map(rows.map((row) => [row.event_id, appendedOf(row)]));
  };
}

function appendedOf({ integration_id: integrationId, seq, proven_at: provenAt }: PlacedRow): Appended {
  if (integrationId === null || seq === null) return { kind: 'apart' };
  return { kind: 'stored', integrationId, seq, known: provenAt !== null };
}

async function raced<T>(attempted: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attempted();
    } catch (error) {
      if (attempt === RACES_MAX || !isRace(error)) throw error;
    }
  }
}

function isRace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && SERIALIZATION.has(error.code);
}

/** An event whose id is known: a duplicate, or another event under the same id, which is kept beside the first. */
async function repetition(rows: Kysely<Tables>, event: NewEvent, seal: Seal): Promise<Appended> {
  const first = await rows.selectFrom('events').select('body_digest').where('event_id', '=', event.eventId).executeTakeFirst();
  if (first?.body_digest === event.bodyDigest) return { kind: 'duplicate' };
  const sealed = seal.seal(event.body, conflictSealedFor(event.eventId));
  await rows
    .insertInto('conflicts')
    .values({
      event_id: event.eventId,
      body_digest: event.bodyDigest,
      received_at: event.receivedAt,
      jwt: event.jwt,
      body: sealed.body,
      body_key: sealed.key,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'body_digest']).doNothing())
    .execute();
  return { kind: 'conflict' };
}

/** One channel for all: waking a listener in vain costs less than a channel per integration. */
const CHANNEL = 'intray_relay';
/** The server refuses 8,000 bytes, and a ring has less than 80. With more rings than this, "look at everything" does as well. */
const RINGS_MAX = 90;
const ALL = 'all';
/** The pause before listening again; meanwhile the sweep finds what is new. */
const AGAIN_MS = SECOND_MS;
const CONNECT_MS = 3 * SECOND_MS;

const payloadSchema = z.array(
  z.union([
    z.tuple([integrationIdSchema, z.number()]).transform(([integrationId, seq]): StoreRing => ({ kind: 'seq', integrationId, seq })),
    z.tuple([z.string()]).transform(([deviceId]): StoreRing => ({ kind: 'links', deviceId })),
    z.tuple([]).transform((): StoreRing => ({ kind: 'revocation' })),
  ]),
);

type PostgresDoorbellDeps = { readonly connection: PostgresAddress['connection']; readonly clock: Clock; readonly pool: Pool };

/**
 * NOTIFY and LISTEN. Announces outside the transactions that write events, because NOTIFY holds a database-wide lock
 * until the commit; listens on a connection of its own.
 */
export function postgresDoorbell({ connection, clock, pool }: PostgresDoorbellDeps): NodeDoorbell {
  return {
    async announce(rings) {
      for (const payload of payloadsOf(rings)) await pool.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
    },

    async listen(heard) {
      let current = await listening(connection, heard);
      const loop = new SweepLoop({
        clock,
        look: async ({ stop }) => {
          current ??= await listeningAgain(connection, heard);
          // A connection opened at the last moment is ended by the function that closes.
          if (stop.aborted) return null;
          await current?.broken;
          current = null;
          return AGAIN_MS;
        },
        // A failed connection is a value, so an error here is a bug; the sweep finds what is new.
        failed: { log: () => undefined, restMs: AGAIN_MS },
      });
      void loop.start();
      return async () => {
        const closed = loop.close();
        await current?.client.end().catch(() => undefined);
        await closed;
        await current?.client.end().catch(() => undefined);
      };
    },
  };
}

type Listening = { readonly client: Client; readonly broken: Promise<void> };

/** Listens again after a break. */
async function listeningAgain(
  connection: PostgresAddress['connection'],
  heard: Parameters<NodeDoorbell['listen']>[0],
): Promise<Listening | null> {
  const again = await listening(connection, heard);
  // Announcements in between were missed.
  if (again !== null) heard('lost');
  return again;
}

/** Null if there is no connection now. */
async function listening(
  connection: PostgresAddress['connection'],
  heard: Parameters<NodeDoorbell['listen']>[0],
): Promise<Listening | null> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    application_name: 'intray-relay-doorbell',
  });
  const { promise: broken, resolve } = Promise.withResolvers<void>();
  client.on('error', () => resolve());
  client.on('end', () => resolve());
  client.on('notification', ({ payload }) => heard(ringsOf(payload ?? '')));
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    return { client, broken };
  } catch {
    // The server is unavailable; the caller tries again.
    await client.end().catch(() => undefined);
    return null;
  }
}

function payloadsOf(rings: readonly StoreRing[]): readonly string[] {
  if (rings.length <= RINGS_MAX) return [JSON.stringify(rings.map(payloadOf))];
  // A look finds heads; a revocation that names no integration is in no head.
  return rings.some(({ kind }) => kind === 'revocation') ? [ALL, JSON.stringify([payloadOf({ kind: 'revocation' })])] : [ALL];
}

function payloadOf(ring: StoreRing): readonly (string | number)[] {
  switch (ring.kind) {
    case 'seq':
      return [ring.integrationId, ring.seq];
    case 'links':
      return [ring.deviceId];
    case 'revocation':
      return [];
    default:
      return unreachable(ring);
  }
}

function ringsOf(payload: string): readonly StoreRing[] | 'lost' {
  const rings = payloadSchema.safeParse(jsonOf(utf8(payload)));
  return rings.success ? rings.data : 'lost';
}
