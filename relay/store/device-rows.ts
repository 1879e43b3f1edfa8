import type { Kysely } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

type DeviceStore = Pick<Store, 'heads' | 'addDevice' | 'deviceByToken' | 'removeDevice' | 'link' | 'unlink' | 'devicesOf'>;

export function deviceRows(tables: Kysely<Tables>, epoch: string): DeviceStore {
  return {
    async heads(deviceId) {
      const rows = await tables
        .selectFrom('devices')
        .leftJoin('links', 'links.device_id', 'devices.device_id')
        .leftJoin('integrations', 'integrations.integration_id', 'links.integration_id')
        .select(['links.integration_id', 'integrations.seq'])
        .where('devices.device_id', '=', deviceId)
        .orderBy('links.integration_id')
        .execute();
      if (rows.length === 0) return null;
      // A device without links is one row of nulls.
      return rows.flatMap((row) =>
        row.integration_id === null ? [] : [{ integrationId: row.integration_id as IntegrationId, epoch, seq: row.seq ?? 0 }],
      );
    },

    async addDevice(device) {
      await tables
        .insertInto('devices')
        .values({ device_id: device.deviceId, name: device.name, token_digest: device.tokenDigest, created_at: device.createdAt })
        .execute();
    },

    async deviceByToken(tokenDigest) {
      const row = await tables.selectFrom('devices').selectAll().where('token_digest', '=', tokenDigest).executeTakeFirst();
      return row === undefined ? null : deviceOf(row);
    },

    async removeDevice(deviceId) {
      await tables.deleteFrom('devices').where('device_id', '=', deviceId).execute();
    },

    link: ({ deviceId, integrationId }, at) =>
      tables.transaction().execute(async (rows) => {
        const { seq } = await rows
          .insertInto('integrations')
          .values({ integration_id: integrationId, seq: 0, proven_at: at })
          .onConflict((conflict) => conflict.column('integration_id').doUpdateSet({ proven_at: at }))
          .returning('seq')
          .executeTakeFirstOrThrow();
        await rows
          .insertInto('links')
          .values({ device_id: deviceId, integration_id: integrationId, proven_at: at, cursor_seq: 0 })
          .onConflict((conflict) => conflict.columns(['device_id', 'integration_id']).doUpdateSet({ proven_at: at }))
          .execute();
        return { integrationId, epoch, seq };
      }),

    async unlink({ deviceId, integrationId }) {
      const gone = await tables
        .deleteFrom('links')
        .where('device_id', '=', deviceId)
        .where('integration_id', '=', integrationId)
        .returning('device_id')
        .executeTakeFirst();
      return gone !== undefined;
    },

    async devicesOf(integrationId) {
      const rows = await tables
        .selectFrom('devices')
        .innerJoin('links', 'links.device_id', 'devices.device_id')
        .selectAll('devices')
        .where('links.integration_id', '=', integrationId)
        .orderBy('devices.created_at')
        .orderBy('devices.device_id')
        .execute();
      return rows.map(deviceOf);
    },
  };
}

function deviceOf(row: Tables['devices']): Device {
  return { deviceId: row.device_id, name: row.name, createdAt: row.created_at };
}
