import type { Kysely } from 'kysely';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { rsaJwkSchema } from '#shared/relay-protocol/messages.ts';
import { afterReading, type KeptKey, nameOf } from '#shared/service-client/key-ring.ts';
import type { BodiesUnder, KeyTrouble, Store, StoredKey } from './store.ts';
import type { Tables } from './tables.ts';
import { bodiesOf, BODY_TABLES, type BodyTable, keysInUse } from './keys-in-use.ts';
import { quarantineSealedFor } from './quarantine-rows.ts';
import type { Seal, SealedBody, SealedFor } from './seal.ts';

type KeyStore = Pick<Store, 'serviceKeys' | 'noteKeys' | 'noteKeyUse' | 'distrustKey'>;

/** The service's keys, for all nodes on the store: each node reads the key set, and what one of them saw counts for all. */
export function keyRows(tables: Kysely<Tables>): KeyStore {
  return {
    serviceKeys: () => selectKeys(tables),

    noteKeys: (published, at) =>
      tables.transaction().execute(async (rows) => {
        await takeTurns(rows, at);
        const before = await selectKeys(rows);
        const now = afterReading(before, published, at);
        const distrustedBy = new Map(before.map((key) => [key.thumbprint, key.distrustedBy]));
        for (const key of now) await put(rows, { ...key, distrustedBy: distrustedBy.get(key.thumbprint) ?? null });
        const names = new Set(now.map(nameOf));
        for (const key of before.filter((one) => !names.has(nameOf(one)))) await drop(rows, key);
        return now;
      }),

    async noteKeyUse({ kid, thumbprint }, at) {
      await tables
        .updateTable('service_keys')
        .set((key) => ({ first_used_at: key.fn.coalesce('first_used_at', key.val(at)), last_used_at: at }))
        .where('thumbprint', '=', thumbprint)
        .where('kid', '=', kid)
        .execute();
    },

    distrustKey: ({ thumbprint, at, by }) =>
      tables.transaction().execute(async (rows) => {
        await takeTurns(rows, at);
        const found = await rows.selectFrom('service_keys').select('kid').where('thumbprint', '=', thumbprint).executeTakeFirst();
        if (found === undefined) return false;
        await rows
          .updateTable('service_keys')
          .set({ distrusted_at: at, distrusted_by: by })
          .where('thumbprint', '=', thumbprint)
          .where('distrusted_at', 'is', null)
          .execute();
        await rows.insertInto('audit_log').values({ at, act: 'key distrusted', subject: thumbprint, who: by }).execute();
        return true;
      }),
  };
}

/** Nodes and commands that write keys at the same time take turns: each waits here for the previous one to commit. */
async function takeTurns(rows: Kysely<Tables>, at: WallMs): Promise<void> {
  await rows
    .insertInto('meta')
    .values({ name: 'keys written', value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute();
}

async function selectKeys(tables: Kysely<Tables>): Promise<readonly StoredKey[]> {
  const rows = await tables.selectFrom('service_keys').selectAll().orderBy('last_seen_at', 'desc').orderBy('thumbprint').execute();
  return rows.map(keyOf);
}

/** Writes all but use and distrust, which others write. A new name for a distrusted key is distrusted too. */
async function put(rows: Kysely<Tables>, key: KeptKey & Pick<StoredKey, 'distrustedBy'>): Promise<void> {
  const seen = { last_seen_at: key.lastSeenAt, missing_since: key.missingSince, departed_at: key.departedAt };
  const distrusted = { distrusted_at: key.distrustedAt, distrusted_by: key.distrustedBy };
  const { kid, thumbprint, firstSeenAt } = key;
  await rows
    .insertInto('service_keys')
    .values({ kid, thumbprint, jwk: JSON.stringify(key.jwk), first_seen_at: firstSeenAt, ...distrusted, ...seen })
    .onConflict((conflict) => conflict.columns(['thumbprint', 'kid']).doUpdateSet(seen))
    .execute();
}

async function drop(rows: Kysely<Tables>, { kid, thumbprint }: KeptKey): Promise<void> {
  await rows.deleteFrom('service_keys').where('thumbprint', '=', thumbprint).where('kid', '=', kid).execute();
}

function keyOf(row: Tables['service_keys']): StoredKey {
  return {
    kid: row.kid,
    thumbprint: row.thumbprint,
    jwk: rsaJwkSchema.parse(JSON.parse(row.jwk)),
    firstSeenAt: wallMs(row.first_seen_at),
    lastSeenAt: wallMs(row.last_seen_at),
    missingSince: moment(row.missing_since),
    departedAt: moment(row.departed_at),
    distrustedAt: moment(row.distrusted_at),
    distrustedBy: row.distrusted_by,
    firstUsedAt: moment(row.first_used_at),
    lastUsedAt: moment(row.last_used_at),
  };
}

function moment(at: number | null): WallMs | null {
  return at === null ? null : wallMs(at);
}

type SealKeyStore = Pick<Store, 'bodiesByKey' | 'keyTroubles' | 'giveUpKey' | 'notNewest'>;

/** The keys under which bodies are sealed, configured or not. */
export function sealKeyRows(tables: Kysely<Tables>, seal: Seal): SealKeyStore {
  const bodiesByKey = (): Promise<readonly BodiesUnder[]> => counted(tables);
  return {
    bodiesByKey,

    async notNewest() {
      if (seal.newest === null) return 0;
      const others = (await bodiesByKey()).filter(({ key }) => key !== seal.newest);
      return others.reduce((sum, { events, conflicts, quarantine }) => sum + events + conflicts + quarantine, 0);
    },

    async keyTroubles() {
      const found: KeyTrouble[] = [];
      for (const key of await allKeys(tables)) {
        if (!seal.knows(key)) found.push({ key, why: 'missing' });
        else if (!(await opensOne(tables, seal, key))) found.push({ key, why: 'another' });
      }
      return found;
    },

    giveUpKey: ({ key, at, by }) =>
      tables.transaction().execute(async (rows) => {
        // As in retention: the ids stay, so that repetitions are recognised and places have no gaps.
        const emptied = await rows
          .updateTable('events')
          .set({ body: Buffer.alloc(0), body_key: null, jwt: '', document_id: null, retired_at: at })
          .where('retired_at', 'is', null)
          .where('body_key', '=', key)
          .returning('event_id')
          .execute();
        const apart = await rows.deleteFrom('conflicts').where('body_key', '=', key).returning('event_id').execute();
        const unread = await rows.deleteFrom('quarantine').where('body_key', '=', key).returning('body_digest').execute();
        await rows.insertInto('audit_log').values({ at, act: 'seal key given up', subject: key, who: by }).execute();
        return emptied.length + apart.length + unread.length;
      }),
  };
}

async function counted(tables: Kysely<Tables>): Promise<readonly BodiesUnder[]> {
  const under = new Map<string | null, Record<BodyTable, number>>();
  for (const table of BODY_TABLES) {
    const rows = await bodiesOf(tables, table)
      .select((of) => ['body_key', of.fn.countAll().as('bodies')])
      .groupBy('body_key')
      .execute();
    for (const { body_key: key, bodies } of rows) {
      under.set(key, { events: 0, conflicts: 0, quarantine: 0, ...under.get(key), [table]: Number(bodies) });
    }
  }
  return [...under].map(([key, bodies]) => ({ key, ...bodies }));
}

async function allKeys(tables: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const table of BODY_TABLES) for (const key of await keysInUse(tables, table)) if (key !== null) keys.add(key);
  return keys;
}

/** Whether the key of this name is the one that sealed: the name may have been given to another. */
async function opensOne(tables: Kysely<Tables>, seal: Seal, key: string): Promise<boolean> {
  const event = await tables
    .selectFrom('events')
    .select(['event_id', 'integration_id', 'body'])
    .where('retired_at', 'is', null)
    .where('body_key', '=', key)
    .limit(1)
    .executeTakeFirst();
  if (event !== undefined) return opens(seal, { body: event.body, key }, { eventId: event.event_id, integrationId: event.integration_id });
  const unread = await tables
    .selectFrom('quarantine')
    .select(['body_digest', 'body'])
    .where('body_key', '=', key)
    .limit(1)
    .executeTakeFirst();
  // Conflicts are not tried: nothing reads them.
  return unread === undefined || opens(seal, { body: unread.body, key }, quarantineSealedFor(unread.body_digest));
}

function opens(seal: Seal, sealed: SealedBody, of: SealedFor): boolean {
  try {
    seal.open(sealed, of);
    return true;
  } catch {
    return false;
  }
}
