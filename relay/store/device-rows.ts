import type { Kysely } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Device } from '#shared/relay-protocol/messages.ts';
import type { DevicesQuestion, KnownDevice, ListedDevice, Store } from './store.ts';
import type { Tables } from './tables.ts';

type DeviceStore = Pick<
  Store,
  'addDevice' | 'deviceByToken' | 'noteUse' | 'removeDevice' | 'devices' | 'endDevice' | 'readDevices' | 'hasProved'
>;

export function deviceRows(tables: Kysely<Tables>): DeviceStore {
  return {
    async addDevice(device) {
      await tables
        .insertInto('devices')
        .values({
          device_id: device.deviceId,
          name: device.name,
          token_digest: device.tokenDigest,
          created_at: device.createdAt,
          ever_proved: 0,
        })
        .execute();
    },

    async deviceByToken(tokenDigest) {
      const row = await tables.selectFrom('devices').selectAll().where('token_digest', '=', tokenDigest).executeTakeFirst();
      return row === undefined ? null : knownDevice(row);
    },

    async noteUse(deviceId, at) {
      await tables.updateTable('devices').set({ last_used_at: at }).where('device_id', '=', deviceId).execute();
    },

    async removeDevice(deviceId) {
      await tables.deleteFrom('devices').where('device_id', '=', deviceId).execute();
    },

    devices: (question) => listed(tables, question),

    endDevice: (of) => deleteDevice(tables, of),

    async hasProved({ deviceId, integrationId }) {
      const row = await tables
        .selectFrom('proofs')
        .select('device_id')
        .where('device_id', '=', deviceId)
        .where('integration_id', '=', integrationId)
        .executeTakeFirst();
      return row !== undefined;
    },

    readDevices: (integrationId) => readDevices(tables, integrationId),
  };
}

async function readDevices(tables: Kysely<Tables>, integrationId: IntegrationId): Promise<readonly Device[]> {
  const rows = await tables
    .selectFrom('devices')
    .innerJoin('links', 'links.device_id', 'devices.device_id')
    .selectAll('devices')
    .where('links.integration_id', '=', integrationId)
    // A link that ended because the log was deleted is kept only for its cursor.
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('sent_away')
            .select('sent_away.device_id')
            .whereRef('sent_away.device_id', '=', 'links.device_id')
            .whereRef('sent_away.integration_id', '=', 'links.integration_id'),
        ),
      ),
    )
    .orderBy('devices.created_at')
    .orderBy('devices.device_id')
    .execute();
  return rows.map(deviceOf);
}

async function listed(tables: Kysely<Tables>, { after, rowsMax }: DevicesQuestion): Promise<readonly ListedDevice[]> {
  const from = after ?? { createdAt: -1, deviceId: '' };
  const rows = await tables
    .selectFrom('devices')
    .selectAll()
    .where((row) =>
      row.or([
        row('created_at', '>', from.createdAt),
        row.and([row('created_at', '=', from.createdAt), row('device_id', '>', from.deviceId)]),
      ]),
    )
    .orderBy('created_at')
    .orderBy('device_id')
    .limit(rowsMax)
    .execute();
  if (rows.length === 0) return [];
  const links = await tables
    .selectFrom('links')
    .select(['device_id', 'integration_id', 'lapsed_at'])
    .where(
      'device_id',
      'in',
      rows.map((row) => row.device_id),
    )
    .orderBy('integration_id')
    .execute();
  const of = Map.groupBy(links, (link) => link.device_id);
  return rows.map((row) => {
    const [reads, lapsed]: [IntegrationId[], IntegrationId[]] = [[], []];
    for (const link of of.get(row.device_id) ?? []) (link.lapsed_at === null ? reads : lapsed).push(link.integration_id as IntegrationId);
    return { ...knownDevice(row), reads, lapsed };
  });
}

function deleteDevice(tables: Kysely<Tables>, { deviceId, at, by }: Parameters<Store['endDevice']>[0]): Promise<boolean> {
  return tables.transaction().execute(async (rows) => {
    const gone = await rows.deleteFrom('devices').where('device_id', '=', deviceId).returning('device_id').executeTakeFirst();
    if (gone === undefined) return false;
    await rows.insertInto('audit_log').values({ at, act: 'device ended', subject: deviceId, who: by }).execute();
    return true;
  });
}

function knownDevice(row: Tables['devices']): KnownDevice {
  return { ...deviceOf(row), lastUsedAt: row.last_used_at ?? row.created_at };
}

function deviceOf(row: Tables['devices']): Device {
  return { deviceId: row.device_id, name: row.name, createdAt: row.created_at };
}
