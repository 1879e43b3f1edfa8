import type { Kysely } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { dropConflicts, resealConflicts } from './conflict-rows.ts';
import { dropForgotten } from './drop-forgotten.ts';
import { noteSentAway } from './link-rows.ts';
import { isToReseal } from './keys-in-use.ts';
import { dropQuarantined, resealQuarantined } from './quarantine-rows.ts';
import type { Seal } from './seal.ts';
import type { Forgotten, RetentionLimits, Store, Swept } from './store.ts';
import type { Tables } from './tables.ts';
import { NO_DEPOSIT } from './invitations/invitation-rows.ts';

type Wish = { readonly integrationId: IntegrationId; readonly at: number; readonly deleteAt: number };

/** Everything that deletes what is kept. */
export function retentionRows(tables: Kysely<Tables>, seal: Seal): Pick<Store, 'sweep' | 'forget' | 'lease'> {
  return {
    async sweep(limits): Promise<Swept> {
      const noted = await noteAcknowledged(tables, limits);
      const retired = await retire(tables, limits);
      const [revoked, aged] = [await lapse(tables, limits), await lapseByAge(tables, limits)];
      const resealed = [
        await reseal(tables, seal, limits.rowsMax),
        await resealConflicts(tables, seal, limits.rowsMax),
        await resealQuarantined(tables, seal, limits.rowsMax),
      ];
      await dropConflicts(tables, limits);
      const dropped = await dropQuarantined(tables, limits);
      const ids = await dropIds(tables, limits);
      const unproved = await dropUnproved(tables, limits);
      const invitations = await dropInvitations(tables, limits);
      const { deleted, forgotten, more } = await dropForgotten(tables, limits);
      const counts = [noted, retired, revoked.length, aged.length, dropped, ...resealed, ids, unproved.length, invitations];
      return {
        retired: retired + dropped,
        resealed: resealed.reduce((sum, count) => sum + count),
        lapsed: [...revoked, ...aged],
        ids,
        unproved,
        deleted,
        forgotten,
        more: more || counts.some((count) => count >= limits.rowsMax),
      };
    },

    forget: (integrationId, at, deleteAt) => tables.transaction().execute((rows) => forget(rows, { integrationId, at, deleteAt })),

    async lease(name, now, until) {
      const taken = await tables
        .insertInto('meta')
        .values({ name: `lease ${name}`, value: moment(until) })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ value: moment(until) })
            .where('meta.value', '<=', moment(now)),
        )
        .returning('name')
        .executeTakeFirst();
      return taken !== undefined;
    },
  };
}

/** An earlier date stays. The links' rows stay too, with their cursors: what these devices have not read is kept for them. */
async function forget(rows: Kysely<Tables>, { integrationId, at, deleteAt }: Wish): Promise<Forgotten> {
  // First, as for a proof: a concurrent proof and deletion are thereby put in order.
  const noted = await rows
    .updateTable('integrations')
    .set((row) => ({ delete_at: row.fn.coalesce('delete_at', row.val(deleteAt)) }))
    .where('integration_id', '=', integrationId)
    .returning('delete_at')
    .executeTakeFirst();
  const ended = await rows
    .updateTable('links')
    .set((row) => ({ lapsed_at: row.fn.coalesce('lapsed_at', row.val(at)) }))
    .where('integration_id', '=', integrationId)
    .returning('device_id')
    .execute();
  const all = ended.map((row) => row.device_id);
  return { devices: await noteSentAway(rows, integrationId, all), deleteAt: noted?.delete_at ?? deleteAt };
}

/** Padded to one length, since it is compared as text. */
function moment(at: number): string {
  return String(Math.floor(at)).padStart(16, '0');
}

/** Notes the moment from which "30 days after every device has read it" is counted. */
async function noteAcknowledged(tables: Kysely<Tables>, { now, rowsMax }: RetentionLimits): Promise<number> {
  const grown = await tables
    .selectFrom('links')
    .innerJoin('integrations', 'integrations.integration_id', 'links.integration_id')
    .select((row) => ['integrations.integration_id', row.fn.min('links.cursor_seq').as('upto')])
    .groupBy(['integrations.integration_id', 'integrations.acknowledged_seq'])
    .having((row) => row(row.fn.min('links.cursor_seq'), '>', row.ref('integrations.acknowledged_seq')))
    .limit(rowsMax)
    .execute();
  for (const { integration_id: id, upto } of grown) {
    const seq = upto;
    await tables
      .updateTable('events')
      .set({ acknowledged_at: now })
      .where('integration_id', '=', id)
      .where('seq', '<=', seq)
      .where('acknowledged_at', 'is', null)
      .execute();
    await tables.updateTable('integrations').set({ acknowledged_seq: seq }).where('integration_id', '=', id).execute();
  }
  return grown.length;
}

async function retire(tables: Kysely<Tables>, limits: RetentionLimits): Promise<number> {
  const due = await tables
    .selectFrom('events')
    .select('event_id')
    .where('retired_at', 'is', null)
    .where((row) => row.or([row('acknowledged_at', '<', limits.acknowledgedBefore), row('received_at', '<', limits.receivedBefore)]))
    .limit(limits.rowsMax)
    .execute();
  if (due.length === 0) return 0;
  const ids = due.map((row) => row.event_id);
  await tables
    .updateTable('events')
    .set({ body: Buffer.alloc(0), body_key: null, jwt: '', document_id: null, retired_at: limits.now })
    .where('event_id', 'in', ids)
    .execute();
  return ids.length;
}

/** Ends links proved before a Revocation, once the results from before it have had time to arrive. */
async function lapse(tables: Kysely<Tables>, { revokedBefore, rowsMax }: RetentionLimits): Promise<readonly string[]> {
  const due = await tables
    .selectFrom('links')
    .innerJoin('integrations', 'integrations.integration_id', 'links.integration_id')
    .select(['links.device_id', 'links.integration_id'])
    .where('integrations.revoked_seen_at', '<', revokedBefore)
    .whereRef('links.proven_at', '<=', 'integrations.revoked_at')
    .limit(rowsMax)
    .execute();
  for (const link of due) {
    await tables.deleteFrom('links').where('device_id', '=', link.device_id).where('integration_id', '=', link.integration_id).execute();
  }
  return due.map((link) => link.device_id);
}

/** Seals with the newest key what has an older seal, or none: an old key can be removed when nothing is left under it. */
async function reseal(tables: Kysely<Tables>, seal: Seal, rowsMax: number): Promise<number> {
  if (seal.newest === null) return 0;
  const { newest } = seal;
  if (!(await isToReseal(tables, 'events', newest))) return 0;
  const stale = await tables
    .selectFrom('events')
    .select(['event_id', 'integration_id', 'body', 'body_key'])
    .where('retired_at', 'is', null)
    .where((row) => row.or([row('body_key', 'is', null), row('body_key', '<>', newest)]))
    .limit(rowsMax)
    .execute();
  for (const row of stale) {
    const of = { eventId: row.event_id, integrationId: row.integration_id };
    const sealed = seal.seal(seal.open({ body: row.body, key: row.body_key }, of), of);
    // An event that was claimed meanwhile belongs to an integration, and was sealed again for it.
    await tables
      .updateTable('events')
      .set({ body: sealed.body, body_key: sealed.key })
      .where('event_id', '=', row.event_id)
      .where('integration_id', row.integration_id === null ? 'is' : '=', row.integration_id)
      .where('retired_at', 'is', null)
      .execute();
  }
  return stale.length;
}

/**
 * Deletes the ids of events whose bodies are gone and which the service has long stopped repeating; returns how many. An id that came with two
 * bodies is kept as long as the second body.
 */
async function dropIds(tables: Kysely<Tables>, { idsBefore, rowsMax }: RetentionLimits): Promise<number> {
  const due = tables
    .selectFrom('events')
    .select('event_id')
    .where('retired_at', 'is not', null)
    .where('received_at', '<', idsBefore)
    .where((row) =>
      row.not(row.exists(row.selectFrom('conflicts').select('body_digest').whereRef('conflicts.event_id', '=', 'events.event_id'))),
    )
    .limit(rowsMax);
  const gone = await tables.deleteFrom('events').where('event_id', 'in', due).returning('event_id').execute();
  return gone.length;
}

/**
 * Deletes devices that enrolled and never proved anything: they read nothing, and may be a stranger's. Returns their ids. A device whose
 * proofs have ended is not among them. The outer condition guards against a proof that is made at the same moment.
 */
async function dropUnproved(tables: Kysely<Tables>, { unprovedBefore, rowsMax }: RetentionLimits): Promise<readonly string[]> {
  const due = tables
    .selectFrom('devices')
    .select('device_id')
    .where('ever_proved', '=', 0)
    .where('created_at', '<', unprovedBefore)
    // A node of an older version may have linked it without noting the proof.
    .where((row) => row.not(row.exists(row.selectFrom('links').select('cursor_seq').whereRef('links.device_id', '=', 'devices.device_id'))))
    .limit(rowsMax);
  const gone = await tables
    .deleteFrom('devices')
    .where('device_id', 'in', due)
    .where('ever_proved', '=', 0)
    .returning('device_id')
    .execute();
  return gone.map((row) => row.device_id);
}

/**
 * Ends the access of links whose proof is too old, until they are proved again; returns their devices. The rows stay: what such a device has
 * not read yet is kept for it as before. The conditions of the update guard against a proof that is made at the same moment.
 */
async function lapseByAge(tables: Kysely<Tables>, { now, provedBefore, rowsMax }: RetentionLimits): Promise<readonly string[]> {
  const due = await tables
    .selectFrom('links')
    .select(['device_id', 'integration_id'])
    .where('lapsed_at', 'is', null)
    .where('proven_at', '<', provedBefore)
    .where((row) => row.or([row('due_at', 'is', null), row('due_at', '<=', now)]))
    .limit(rowsMax)
    .execute();
  for (const link of due) {
    await tables
      .updateTable('links')
      .set({ lapsed_at: now })
      .where('device_id', '=', link.device_id)
      .where('integration_id', '=', link.integration_id)
      .where('proven_at', '<', provedBefore)
      .execute();
  }
  return due.map((link) => link.device_id);
}

/**
 * Notes which invitations' day is over, erases deposited secrets that nobody may get any more, and deletes invitations that ended long ago.
 * Returns how many rows it changed.
 */
async function dropInvitations(tables: Kysely<Tables>, limits: RetentionLimits): Promise<number> {
  const { now, claimsBefore, invitationsBefore, rowsMax } = limits;
  const expired = await tables
    .updateTable('invitations')
    .set((row) => ({ ended_at: row.ref('expires_at'), ended_why: 'expired', ...NO_DEPOSIT }))
    .where((row) =>
      row(
        'invitation_id',
        'in',
        row.selectFrom('invitations').select('invitation_id').where('ended_at', 'is', null).where('expires_at', '<=', now).limit(rowsMax),
      ),
    )
    // Again here, for one that is claimed at the same moment.
    .where('ended_at', 'is', null)
    .returning('invitation_id')
    .execute();
  const spent = tables
    .selectFrom('invitations')
    .select('invitation_id')
    .where('secret', 'is not', null)
    .where('ended_at', '<', claimsBefore)
    .limit(rowsMax);
  const erased = await tables
    .updateTable('invitations')
    .set(NO_DEPOSIT)
    .where('invitation_id', 'in', spent)
    .returning('invitation_id')
    .execute();
  const old = tables.selectFrom('invitations').select('invitation_id').where('ended_at', '<', invitationsBefore).limit(rowsMax);
  const deleted = await tables.deleteFrom('invitations').where('invitation_id', 'in', old).returning('invitation_id').execute();
  return Math.max(expired.length, erased.length, deleted.length);
}
