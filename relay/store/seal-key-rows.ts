import type { Kysely } from 'kysely';
import { BODY_TABLES, bodiesOf, type BodyTable, keysInUse } from './keys-in-use.ts';
import { quarantineSealedFor } from './quarantine-rows.ts';
import type { Seal, SealedBody, SealedFor } from './seal.ts';
import type { BodiesUnder, KeyTrouble, Store } from './store.ts';
import type { Tables } from './tables.ts';

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
