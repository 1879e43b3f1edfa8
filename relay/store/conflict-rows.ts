import type { Kysely } from 'kysely';
import { isToReseal } from './keys-in-use.ts';
import type { Seal, SealedFor } from './seal.ts';
import type { RetentionLimits } from './store.ts';
import type { Tables } from './tables.ts';

/** A second event under an id is sealed for that id alone: the first may be claimed for an integration later. */
export function conflictSealedFor(eventId: string): SealedFor {
  return { eventId, integrationId: null };
}

export async function dropConflicts(tables: Kysely<Tables>, { receivedBefore }: RetentionLimits): Promise<void> {
  await tables.deleteFrom('conflicts').where('received_at', '<', receivedBefore).execute();
}

/** Seals with the newest key what has an older seal, or none. Returns how many. */
export async function resealConflicts(tables: Kysely<Tables>, seal: Seal, rowsMax: number): Promise<number> {
  const { newest } = seal;
  if (newest === null || !(await isToReseal(tables, 'conflicts', newest))) return 0;
  const stale = await tables
    .selectFrom('conflicts')
    .leftJoin('events', 'events.event_id', 'conflicts.event_id')
    .select(['conflicts.event_id', 'conflicts.body_digest', 'conflicts.body', 'conflicts.body_key', 'events.integration_id'])
    .where((row) => row.or([row('conflicts.body_key', 'is', null), row('conflicts.body_key', '<>', newest)]))
    .limit(rowsMax)
    .execute();
  let resealed = 0;
  for (const row of stale) {
    const of = conflictSealedFor(row.event_id);
    const body = opened(seal, row, [of, { ...of, integrationId: row.integration_id }]);
    // It named a third integration when it came: it stays under the older key until it is dropped by age.
    if (body === null) continue;
    const sealed = seal.seal(body, of);
    await tables
      .updateTable('conflicts')
      .set({ body: sealed.body, body_key: sealed.key })
      .where('event_id', '=', row.event_id)
      .where('body_digest', '=', row.body_digest)
      .execute();
    resealed += 1;
  }
  // Those that stay are not counted: for them a round would never end.
  return resealed;
}

type Sealed = { readonly body: Uint8Array; readonly body_key: string | null };

/** Earlier versions bound it to the integration that it named. */
function opened(seal: Seal, { body, body_key: key }: Sealed, candidates: readonly SealedFor[]): Uint8Array | null {
  for (const of of candidates) {
    try {
      return seal.open({ body, key }, of);
    } catch {
      // Not bound to this one.
    }
  }
  return null;
}
