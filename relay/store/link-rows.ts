import type { Kysely } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { LogHead } from '#shared/relay-protocol/messages.ts';
import type { DeviceLink, Store } from './store.ts';
import type { Tables } from './tables.ts';

export function linkRows(
  tables: Kysely<Tables>,
  epoch: string,
): Pick<Store, 'heads' | 'readHeads' | 'link' | 'unlink' | 'sendAway' | 'isSentAway'> {
  return {
    heads: async (deviceId) => (await readHeads(tables, epoch, [deviceId])).get(deviceId) ?? null,

    readHeads: (deviceIds) => readHeads(tables, epoch, deviceIds),

    link: ({ deviceId, integrationId }, at, dueAt) =>
      tables.transaction().execute(async (rows) => {
        const { seq } = await rows
          .insertInto('integrations')
          .values({ integration_id: integrationId, seq: 0, proven_at: at })
          .onConflict((conflict) => conflict.column('integration_id').doUpdateSet({ proven_at: at }))
          .returning('seq')
          .executeTakeFirstOrThrow();
        const proof = { proven_at: at, due_at: dueAt ?? null, lapsed_at: null };
        await rows
          .insertInto('links')
          .values({ device_id: deviceId, integration_id: integrationId, cursor_seq: 0, ...proof })
          .onConflict((conflict) => conflict.columns(['device_id', 'integration_id']).doUpdateSet(proof))
          .execute();
        await noteProof(rows, { deviceId, integrationId });
        await rows.deleteFrom('sent_away').where('device_id', '=', deviceId).where('integration_id', '=', integrationId).execute();
        return { head: { integrationId, epoch, seq }, undone: await undone(rows, integrationId) };
      }),

    unlink: (link) => unlinked(tables, link),

    sendAway: (link) =>
      tables.transaction().execute(async (rows) => {
        if (!(await unlinked(rows, link))) return false;
        await noteSentAway(rows, link.integrationId, [link.deviceId]);
        return true;
      }),

    async isSentAway({ deviceId, integrationId }) {
      const row = await tables
        .selectFrom('sent_away')
        .select('device_id')
        .where('device_id', '=', deviceId)
        .where('integration_id', '=', integrationId)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

/** Runs in the caller's transaction, which has already changed the integration's row: a sweep that is about to delete it has to wait. */
async function undone(rows: Kysely<Tables>, integrationId: IntegrationId): Promise<boolean> {
  const kept = await rows
    .updateTable('integrations')
    .set({ delete_at: null })
    .where('integration_id', '=', integrationId)
    .where('delete_at', 'is not', null)
    .returning('integration_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/** Runs in the caller's transaction. */
async function noteProof(rows: Kysely<Tables>, { deviceId, integrationId }: DeviceLink): Promise<void> {
  // Changes the device's row, so that a sweep that is about to delete it has to wait.
  await rows.updateTable('devices').set({ ever_proved: 1 }).where('device_id', '=', deviceId).where('ever_proved', '=', 0).execute();
  await rows
    .insertInto('proofs')
    .values({ device_id: deviceId, integration_id: integrationId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Runs in the caller's transaction. Returns the devices for which this is new. */
export async function noteSentAway(
  rows: Kysely<Tables>,
  integrationId: IntegrationId,
  deviceIds: readonly string[],
): Promise<readonly string[]> {
  if (deviceIds.length === 0) return [];
  const noted = await rows
    .insertInto('sent_away')
    .values(deviceIds.map((deviceId) => ({ device_id: deviceId, integration_id: integrationId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('device_id')
    .execute();
  return noted.map((row) => row.device_id);
}

/** False if there was no such link. */
export async function unlinked(tables: Kysely<Tables>, { deviceId, integrationId }: DeviceLink): Promise<boolean> {
  const gone = await tables
    .deleteFrom('links')
    .where('device_id', '=', deviceId)
    .where('integration_id', '=', integrationId)
    .returning('device_id')
    .executeTakeFirst();
  return gone !== undefined;
}

type HeadsDeps = ReadonlyMap<string, readonly LogHead[]>;

async function readHeads(tables: Kysely<Tables>, epoch: string, deviceIds: readonly string[]): Promise<HeadsDeps> {
  const rows = await tables
    .selectFrom('devices')
    .leftJoin('links', (join) => join.onRef('links.device_id', '=', 'devices.device_id').on('links.lapsed_at', 'is', null))
    .leftJoin('integrations', 'integrations.integration_id', 'links.integration_id')
    .select(['devices.device_id', 'links.integration_id', 'integrations.seq'])
    .where('devices.device_id', 'in', [...deviceIds])
    .orderBy('links.integration_id')
    .execute();
  const heads = new Map<string, LogHead[]>();
  for (const { device_id: deviceId, integration_id: integrationId, seq } of rows) {
    const ofDevice = heads.get(deviceId) ?? [];
    heads.set(deviceId, ofDevice);
    // A device without links is one row of nulls.
    if (integrationId !== null) ofDevice.push({ integrationId: integrationId as IntegrationId, epoch, seq: seq ?? 0 });
  }
  return heads;
}
