import type { Kysely } from 'kysely';
import { isToReseal } from './keys-in-use.ts';
import type { Seal, SealedFor } from './seal.ts';
import type { NewQuarantined, QuarantinedRow, QuarantineQuestion, RetentionLimits, Store } from './store.ts';
import type { Tables } from './tables.ts';

/** Webhooks that the service signed and the relay could not read (ADR-26). */
export function quarantineRows(
  tables: Kysely<Tables>,
  seal: Seal,
): Pick<Store, 'quarantine' | 'quarantined' | 'quarantinedOne' | 'release'> {
  return {
    async quarantine(webhook) {
      const { body, key } = seal.seal(webhook.body, quarantineSealedFor(webhook.bodyDigest));
      const kept = await tables
        .insertInto('quarantine')
        .values({
          body_digest: webhook.bodyDigest,
          received_at: webhook.receivedAt,
          code: webhook.code,
          bytes: webhook.body.byteLength,
          jwt: webhook.jwt,
          body,
          body_key: key,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('body_digest')
        .executeTakeFirst();
      return kept === undefined ? 'known' : 'kept';
    },

    quarantined: (question) => listed(tables, question),

    async quarantinedOne(bodyDigest): Promise<NewQuarantined | null> {
      const row = await tables.selectFrom('quarantine').selectAll().where('body_digest', '=', bodyDigest).executeTakeFirst();
      if (row === undefined) return null;
      const body = seal.open({ body: row.body, key: row.body_key }, quarantineSealedFor(bodyDigest));
      return { bodyDigest, receivedAt: row.received_at, code: row.code, jwt: row.jwt, body };
    },

    async release(bodyDigest) {
      await tables.deleteFrom('quarantine').where('body_digest', '=', bodyDigest).execute();
    },
  };
}

async function listed(tables: Kysely<Tables>, { prefix, after, rowsMax }: QuarantineQuestion): Promise<readonly QuarantinedRow[]> {
  const rows = await tables
    .selectFrom('quarantine')
    .select(['body_digest', 'received_at', 'code', 'bytes'])
    // By characters, not by sort order: a database with Danish collation puts "aa" after "z".
    .where('body_digest', 'like', `${prefix}%`)
    .where((row) =>
      after === null ? row.lit(true) : row(row.refTuple('received_at', 'body_digest'), '>', row.tuple(after.receivedAt, after.bodyDigest)),
    )
    .orderBy('received_at')
    .orderBy('body_digest')
    .limit(rowsMax)
    .execute();
  return rows.map((row) => ({ bodyDigest: row.body_digest, receivedAt: row.received_at, code: row.code, bytes: row.bytes }));
}

/** It belongs to no event and no integration yet, so it is sealed for its own bytes. */
export function quarantineSealedFor(bodyDigest: string): SealedFor {
  return { eventId: bodyDigest, integrationId: null };
}

/** Deletes rows older than the oldest body that is kept; returns how many. */
export async function dropQuarantined(tables: Kysely<Tables>, { receivedBefore, rowsMax }: RetentionLimits): Promise<number> {
  const due = await tables
    .selectFrom('quarantine')
    .select('body_digest')
    .where('received_at', '<', receivedBefore)
    .limit(rowsMax)
    .execute();
  if (due.length === 0) return 0;
  const digests = due.map((row) => row.body_digest);
  await tables.deleteFrom('quarantine').where('body_digest', 'in', digests).execute();
  return due.length;
}

/** Seals with the newest key what has an older seal, or none. Returns how many. */
export async function resealQuarantined(tables: Kysely<Tables>, seal: Seal, rowsMax: number): Promise<number> {
  const { newest } = seal;
  if (newest === null || !(await isToReseal(tables, 'quarantine', newest))) return 0;
  const stale = await tables
    .selectFrom('quarantine')
    .select(['body_digest', 'body', 'body_key'])
    .where((row) => row.or([row('body_key', 'is', null), row('body_key', '<>', newest)]))
    .limit(rowsMax)
    .execute();
  for (const row of stale) {
    const of = quarantineSealedFor(row.body_digest);
    const sealed = seal.seal(seal.open({ body: row.body, key: row.body_key }, of), of);
    await tables
      .updateTable('quarantine')
      .set({ body: sealed.body, body_key: sealed.key })
      .where('body_digest', '=', row.body_digest)
      .execute();
  }
  return stale.length;
}
