import { type Kysely, sql } from 'kysely';
import type { Random } from '#shared/ports/world.ts';
import { deviceRows } from './device-rows.ts';
import { bytesOf, EVENT_COLUMNS, eventRows, pageRows, storedEvent } from './event-rows.ts';
import { invitationRows } from './invitations/invitation-rows.ts';
import { keyRows, sealKeyRows } from './key-rows.ts';
import { linkRows } from './link-rows.ts';
import { quarantineRows } from './quarantine-rows.ts';
import { retentionRows } from './retention-rows.ts';
import type { Seal } from './seal.ts';
import type { AnswersQuery, NodeDoorbell, Store } from './store.ts';
import type { Tables } from './tables.ts';

export type Engine = {
  readonly tables: Kysely<Tables>;
  readonly append: (tables: Kysely<Tables>, seal: Seal) => Pick<Store, 'append'>;
  /** Changes when the data were restored from a copy, as far as the engine can know. */
  readonly identity: string;
  readonly nodes?: NodeDoorbell;
  readonly changedElsewhere?: () => boolean;
  /** Closed before the tables. */
  readonly closing?: () => Promise<void>;
};

export type KyselyStoreDeps = { readonly random: Random; readonly seal: Seal };

/** In `meta`: milliseconds since 1970. */
const LAST_VERIFIED = 'last verified';
/** In `meta`: the epoch, a space, and milliseconds since 1970. */
const EPOCH_BEGAN = 'epoch began';

/** One set of queries for every engine that Kysely supports. */
export async function kyselyStore(engine: Engine, { random, seal }: KyselyStoreDeps): Promise<Store> {
  const { tables } = engine;
  const epoch = await currentEpoch(tables, engine.identity, random);
  return {
    epoch,
    ...engine.append(tables, seal),
    ...eventRows(tables, epoch, seal),
    ...pageRows(tables, seal),
    ...answerRows(tables, seal),
    ...deviceRows(tables),
    ...linkRows(tables, epoch),
    ...keyRows(tables),
    ...invitationRows(tables),
    ...quarantineRows(tables, seal),
    ...retentionRows(tables, seal),
    ...sealKeyRows(tables, seal),
    ...(engine.nodes === undefined ? {} : { nodes: engine.nodes }),
    ...(engine.changedElsewhere === undefined ? {} : { changedElsewhere: engine.changedElsewhere }),
    newEpoch: () => put(tables, 'epoch', random.uuid()),
    logBegan: (now) => logBegan(tables, epoch, now),
    noteVerified: (at) => put(tables, LAST_VERIFIED, String(at)),
    async lastVerifiedAt() {
      const value = await readValue(tables, LAST_VERIFIED);
      return value === null ? null : Number(value);
    },
    totals: () => readTotals(tables),
    async isWritable() {
      try {
        await put(tables, 'probe', random.uuid());
        return true;
      } catch {
        // A full disk, a removed file, a lost server: each means "not now".
        return false;
      }
    },
    async close() {
      await engine.closing?.();
      await tables.destroy();
    },
  };
}

/** A new store has a new epoch, and so has one that was restored from a copy: devices that read another epoch start again. */
async function currentEpoch(tables: Kysely<Tables>, identity: string, random: Random): Promise<string> {
  return tables.transaction().execute(async (rows) => {
    await rows
      .insertInto('meta')
      .values([
        { name: 'epoch', value: random.uuid() },
        { name: 'identity', value: identity },
      ])
      // Changes nothing, but nodes that start together wait here for one another, so that only one of them begins the new epoch.
      .onConflict((conflict) => conflict.column('name').doUpdateSet((row) => ({ value: row.ref('meta.value') })))
      .execute();
    const known = await rows.selectFrom('meta').selectAll().where('name', 'in', ['epoch', 'identity']).orderBy('name').execute();
    if (known.find(({ name }) => name === 'identity')?.value !== identity) {
      await put(rows, 'epoch', random.uuid());
      await put(rows, 'identity', identity);
    }
    return (await rows.selectFrom('meta').select('value').where('name', '=', 'epoch').executeTakeFirstOrThrow()).value;
  });
}

async function logBegan(tables: Kysely<Tables>, epoch: string, now: number): Promise<number> {
  const [of, at] = (await readValue(tables, EPOCH_BEGAN))?.split(' ') ?? [];
  if (of === epoch) return Number(at);
  await put(tables, EPOCH_BEGAN, `${epoch} ${now}`);
  return now;
}

async function readValue(tables: Kysely<Tables>, name: string): Promise<string | null> {
  const row = await tables.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

async function put(tables: Kysely<Tables>, name: string, value: string): Promise<void> {
  await tables
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function readTotals(tables: Kysely<Tables>) {
  const count = async (name: 'integrations' | 'devices'): Promise<number> => {
    const row = await tables
      .selectFrom(name)
      .select((of) => of.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(row.rows);
  };
  const apart = await tables
    .selectFrom('events')
    .select((of) => of.fn.countAll().as('rows'))
    .where('integration_id', 'is', null)
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow();
  const kept = await tables
    .selectFrom('quarantine')
    .select((of) => [of.fn.countAll().as('rows'), of.fn.sum<string | number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  const leaving = await tables
    .selectFrom('integrations')
    .select((of) => of.fn.countAll().as('rows'))
    .where('delete_at', 'is not', null)
    .executeTakeFirstOrThrow();
  const invited = await tables
    .selectFrom('invitations')
    .select((of) => of.fn.countAll().as('rows'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    integrations: await count('integrations'),
    devices: await count('devices'),
    apart: Number(apart.rows),
    leaving: Number(leaving.rows),
    quarantined: Number(kept.rows),
    quarantinedBytes: Number(kept.bytes ?? 0),
    invitations: Number(invited.rows),
  };
}

/** What is kept about documents of an integration that no secret proves any more. */
function answerRows(tables: Kysely<Tables>, seal: Seal): Pick<Store, 'answers'> {
  return {
    async answers(of) {
      if (!(await isProvedByNobody(tables, of.integrationId))) return [];
      const places = await readPlaces(tables, of);
      if (places.length === 0) return [];
      const rows = await tables
        .selectFrom('events')
        .select(EVENT_COLUMNS)
        .where('integration_id', '=', of.integrationId)
        .where('seq', 'in', [...places])
        .where('retired_at', 'is', null)
        .orderBy('seq')
        .execute();
      return rows.map((row) => storedEvent(row, seal, of.integrationId));
    },
  };
}

/** The newest proof is older than the newest Revocation, or there was none; and no device has had the integration deleted. */
async function isProvedByNobody(tables: Kysely<Tables>, integrationId: string): Promise<boolean> {
  const known = await tables
    .selectFrom('integrations')
    .select(['proven_at', 'revoked_at', 'delete_at'])
    .where('integration_id', '=', integrationId)
    .executeTakeFirst();
  if (known === undefined || known.delete_at !== null) return false;
  return known.proven_at === null || (known.revoked_at !== null && known.proven_at <= known.revoked_at);
}

/** The places of as many events as one answer holds. Sizes are read first, as for a page. */
async function readPlaces(
  tables: Kysely<Tables>,
  { integrationId, documentIds, rowsMax, bytesMax }: AnswersQuery,
): Promise<readonly number[]> {
  const sizes = await tables
    .selectFrom('events')
    .select(['seq', sql<number>`length(body)`.as('body_bytes'), sql<number>`length(jwt)`.as('jwt_bytes')])
    .where('integration_id', '=', integrationId)
    .where('document_id', 'in', [...documentIds])
    .where('retired_at', 'is', null)
    .orderBy('seq')
    .limit(rowsMax)
    .execute();
  const places: number[] = [];
  let bytes = 0;
  for (const row of sizes) {
    bytes += bytesOf(row);
    if (row.seq === null || (places.length > 0 && bytes > bytesMax)) break;
    places.push(row.seq);
  }
  return places;
}
