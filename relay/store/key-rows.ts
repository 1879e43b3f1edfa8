import type { Kysely } from 'kysely';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { rsaJwkSchema } from '#shared/relay-protocol/messages.ts';
import { afterReading, type KeptKey, nameOf } from '#shared/service-client/key-ring.ts';
import type { Store, StoredKey } from './store.ts';
import type { Tables } from './tables.ts';

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
