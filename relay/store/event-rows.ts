import type { Kysely, Transaction } from 'kysely';
import type { DocumentId, IntegrationId } from '#shared/contract/ids.ts';
import { isLinked } from './page-rows.ts';
import type { Seal } from './seal.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** What is done to the log apart from appending, which each engine does in its own way. */
export function eventRows(tables: Kysely<Tables>, epoch: string, seal: Seal): Pick<Store, 'acknowledge' | 'claim'> {
  return {
    acknowledge: (cursor) =>
      tables.transaction().execute(async (rows) => {
        if (!(await isLinked(rows, cursor.deviceId, cursor.integrationId))) return 'not-linked';
        if (cursor.epoch !== epoch) return 'other-epoch';
        const head = await rows
          .selectFrom('integrations')
          .select('seq')
          .where('integration_id', '=', cursor.integrationId)
          .executeTakeFirst();
        if (cursor.seq > (head?.seq ?? 0)) return 'ahead';
        await rows
          .updateTable('links')
          .set({ cursor_seq: cursor.seq })
          .where('device_id', '=', cursor.deviceId)
          .where('integration_id', '=', cursor.integrationId)
          .where('cursor_seq', '<', cursor.seq)
          .execute();
        return 'done';
      }),

    claim: (link, documentIds) => tables.transaction().execute((rows) => claim(rows, seal, { ...link, documentIds })),
  };
}

type Claim = { readonly deviceId: string; readonly integrationId: IntegrationId; readonly documentIds: readonly DocumentId[] };

async function claim(rows: Transaction<Tables>, seal: Seal, { deviceId, integrationId, documentIds }: Claim): Promise<number | null> {
  if (!(await isLinked(rows, deviceId, integrationId))) return null;
  // Locks the counter before the look: of two concurrent claims for the same documents, the second finds them taken.
  const before = await raised(rows, integrationId, 0);
  const apart = await rows
    .selectFrom('events')
    .select(['event_id', 'body', 'body_key'])
    .where('integration_id', 'is', null)
    .where('retired_at', 'is', null)
    .where('document_id', 'in', [...documentIds])
    .orderBy('received_at')
    .orderBy('event_id')
    .execute();
  let claimed = 0;
  for (const { event_id: eventId, body, body_key: key } of apart) {
    // A seal is bound to the integration, which the event gets only now.
    const sealed = seal.seal(seal.open({ body, key }, { eventId, integrationId: null }), { eventId, integrationId });
    const taken = await rows
      .updateTable('events')
      .set({ integration_id: integrationId, seq: before + claimed + 1, body: sealed.body, body_key: sealed.key })
      .where('event_id', '=', eventId)
      .where('integration_id', 'is', null)
      .returning('event_id')
      .executeTakeFirst();
    if (taken !== undefined) claimed += 1;
  }
  if (claimed > 0) await raised(rows, integrationId, claimed);
  return claimed;
}

async function raised(rows: Transaction<Tables>, integrationId: IntegrationId, by: number): Promise<number> {
  const { seq } = await rows
    .updateTable('integrations')
    .set((row) => ({ seq: row('seq', '+', by) }))
    .where('integration_id', '=', integrationId)
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}
