import { Client, type Pool } from 'pg';
import { z } from 'zod';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { utf8 } from '#shared/lib/bytes.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { PostgresAddress } from './postgres-address.ts';
import type { NodeDoorbell, StoreRing } from '../store.ts';

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

export type PostgresDoorbellDeps = { readonly connection: PostgresAddress['connection']; readonly clock: Clock; readonly pool: Pool };

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
