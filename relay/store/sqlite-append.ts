import type { Kysely, Transaction } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { repetition } from './repetition.ts';
import type { Seal } from './seal.ts';
import type { Appended, NewEvent, Store } from './store.ts';
import type { Tables } from './tables.ts';

/** One transaction for a batch, row by row: there is no way to the server and back between two statements. */
export function sqliteAppend(tables: Kysely<Tables>, seal: Seal): Pick<Store, 'append'> {
  return {
    append: (events) =>
      tables.transaction().execute(async (rows) => {
        const appended: Appended[] = [];
        for (const event of events) appended.push(await appendOne(rows, event, seal));
        return appended;
      }),
  };
}

async function appendOne(rows: Transaction<Tables>, event: NewEvent, seal: Seal): Promise<Appended> {
  // Looked up first: raising the counter for a repetition would leave a gap.
  const known = await rows.selectFrom('events').select('event_id').where('event_id', '=', event.eventId).executeTakeFirst();
  if (known !== undefined) return repetition(rows, event, seal);
  const place = event.integrationId === null ? null : await nextPlace(rows, event, event.integrationId);
  const sealed = seal.seal(event.body, event);
  await rows
    .insertInto('events')
    .values({
      event_id: event.eventId,
      integration_id: event.integrationId,
      seq: place?.seq ?? null,
      document_id: event.documentId,
      type: event.type,
      received_at: event.receivedAt,
      jwt: event.jwt,
      body: sealed.body,
      body_digest: event.bodyDigest,
      body_key: sealed.key,
    })
    .execute();
  if (event.integrationId === null || place === null) return { kind: 'apart' };
  return { kind: 'stored', integrationId: event.integrationId, ...place };
}

type Place = { readonly seq: number; readonly known: boolean };

async function nextPlace(rows: Transaction<Tables>, event: NewEvent, integrationId: IntegrationId): Promise<Place> {
  const counter = await rows
    .insertInto('integrations')
    .values({ integration_id: integrationId, seq: 1 })
    .onConflict((conflict) => conflict.column('integration_id').doUpdateSet((row) => ({ seq: row('integrations.seq', '+', 1) })))
    .returning(['seq', 'proven_at'])
    .executeTakeFirstOrThrow();
  if (event.revokedAt !== undefined) await revoke(rows, integrationId, { at: event.revokedAt, seenAt: event.receivedAt });
  return { seq: counter.seq, known: counter.proven_at !== null };
}

/** The newest Revocation counts; an older one that comes late changes nothing. */
async function revoke(rows: Transaction<Tables>, integrationId: string, of: { at: number; seenAt: number }): Promise<void> {
  await rows
    .updateTable('integrations')
    .set({ revoked_at: of.at, revoked_seen_at: of.seenAt })
    .where('integration_id', '=', integrationId)
    .where((row) => row.or([row('revoked_at', 'is', null), row('revoked_at', '<', of.at)]))
    .execute();
}
