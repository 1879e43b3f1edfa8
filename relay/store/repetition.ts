import type { Kysely } from 'kysely';
import { conflictSealedFor } from './conflict-rows.ts';
import type { Seal } from './seal.ts';
import type { Appended, NewEvent } from './store.ts';
import type { Tables } from './tables.ts';

/** An event whose id is known: a duplicate, or another event under the same id, which is kept beside the first. */
export async function repetition(rows: Kysely<Tables>, event: NewEvent, seal: Seal): Promise<Appended> {
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
