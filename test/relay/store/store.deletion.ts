import { expect } from 'vitest';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import type { RetentionLimits, Store } from '#relay/store/store.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, type StorePromise } from './store.devices.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const B = integrationIdSchema.parse(uuid(1, 2));
const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };
const LINK = { deviceId: 'd1', integrationId: A };
const OTHER = { deviceId: 'd2', integrationId: A };
const [ASKED, DUE] = [2_000, 9_000];

/** What every engine promises about a log that a device had deleted: nobody can read it, and a proof before the deletion brings it back. */
export const DELETION_PROMISES: readonly StorePromise[] = [
  {
    name: 'a log that is to be deleted is read by nobody at once, and lies there until it is due',
    async check(store) {
      await anOffice(store);
      const asked = await store.forget(A, ASKED, DUE);
      expect({ ...asked, devices: asked.devices.toSorted() }).toEqual({ devices: ['d1', 'd2'], deleteAt: DUE });
      for (const link of [LINK, OTHER]) {
        expect(await store.page(link, ALL)).toBeNull();
        expect(await store.heads(link.deviceId)).toEqual(link === LINK ? [{ integrationId: B, epoch: store.epoch, seq: 0 }] : []);
        expect(await store.acknowledge({ ...link, epoch: store.epoch, seq: 2 })).toBe('not-linked');
        expect(await store.claim(link, [documentIdSchema.parse(uuid(7, 1))])).toBeNull();
        expect(await store.isSentAway(link)).toBe(true);
      }
      expect(await store.readDevices(A)).toEqual([]);
      expect(await store.sweep(at(DUE - 1))).toMatchObject({ deleted: 0, forgotten: [] });
      await store.link(LINK, DUE - 1);
      expect((await store.page(LINK, ALL))?.events).toHaveLength(3);
    },
  },
  {
    name: 'a log that is to be deleted tells nobody about a document either, also where nobody could prove it any more',
    async check(store) {
      const documentId = documentIdSchema.parse(uuid(7, 1));
      const about = { ...ALL, integrationId: A, documentIds: [documentId] };
      await linked(store, 'd1', A);
      await store.append([
        { ...event(1, A), documentId },
        { ...event(2, A), revokedAt: 500 },
      ]);
      expect(await store.answers(about)).toHaveLength(1);
      await store.forget(A, ASKED, DUE);
      expect(await store.answers(about)).toEqual([]);
    },
  },
  {
    name: 'a log that is to be deleted takes new events, and a proof brings all of it back, with each place where it stood',
    async check(store) {
      await anOffice(store);
      await store.acknowledge({ ...LINK, epoch: store.epoch, seq: 3 });
      await store.acknowledge({ ...OTHER, epoch: store.epoch, seq: 1 });
      await store.forget(A, ASKED, DUE);
      expect(await store.append([event(4, A)])).toMatchObject([{ kind: 'stored', seq: 4 }]);
      expect(await store.append([event(1, A)])).toEqual([{ kind: 'duplicate' }]);
      expect(await store.link(LINK, DUE - 1)).toEqual({ head: { integrationId: A, epoch: store.epoch, seq: 4 }, undone: true });
      expect(await store.link(LINK, DUE - 1)).toMatchObject({ undone: false });
      expect(await store.sweep(at(DUE + DAY))).toMatchObject({ deleted: 0, forgotten: [] });
      expect((await store.page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
      // The other device is not back yet: it is not listed, and what it has not read is kept for it.
      expect((await store.readDevices(A)).map(({ deviceId }) => deviceId)).toEqual(['d1']);
      expect(await store.isSentAway(OTHER)).toBe(true);
      expect(await store.sweep(at(60 * DAY))).toMatchObject({ retired: 1 });
      await store.link(OTHER, 61 * DAY);
      expect((await store.page(OTHER, ALL))?.events.map(({ seq }) => seq)).toEqual([2, 3, 4]);
    },
  },
  {
    name: 'a log that is asked to be deleted again is due when it was, and after a proof at a new date',
    async check(store) {
      await anOffice(store);
      await store.forget(A, ASKED, DUE);
      expect(await store.forget(A, ASKED + 5_000, DUE + 5_000)).toEqual({ devices: [], deleteAt: DUE });
      await store.link(LINK, ASKED + 6_000);
      expect(await store.forget(A, ASKED + 7_000, DUE + 7_000)).toEqual({ devices: ['d1'], deleteAt: DUE + 7_000 });
      expect(await store.sweep(at(DUE + 6_999))).toMatchObject({ deleted: 0 });
      expect(await store.sweep(at(DUE + 7_000))).toMatchObject({ deleted: 3, forgotten: [A] });
    },
  },
  {
    name: 'a log that is due is deleted in bounded steps with all that belongs to it; its places are never given again',
    async check(store) {
      await anOffice(store);
      await store.forget(A, ASKED, DUE);
      await store.append([event(4, A), event(5, B)]);
      const sweep = () => store.sweep({ ...at(DUE), rowsMax: 2 });
      const steps = [await sweep(), await sweep(), await sweep(), await sweep()];
      expect(steps.map(({ deleted, forgotten, more }) => ({ deleted, forgotten, more }))).toEqual([
        { deleted: 2, forgotten: [], more: true },
        { deleted: 2, forgotten: [], more: true },
        { deleted: 0, forgotten: [], more: true },
        { deleted: 0, forgotten: [A], more: true },
      ]);
      expect(await sweep()).toMatchObject({ deleted: 0, forgotten: [], more: false });
      expect(await Promise.all([LINK, OTHER].map((link) => store.hasProved(link)))).toEqual([false, false]);
      // Companions are still told that another device ended their access.
      expect(await store.isSentAway(OTHER)).toBe(true);
      expect(await store.append([event(1, A)])).toMatchObject([{ kind: 'stored', seq: 5, known: false }]);
      expect(await store.link(LINK, DUE + 5)).toMatchObject({ head: { seq: 5 }, undone: false });
      expect((await store.page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([5]);
      expect((await store.page({ ...LINK, integrationId: B }, ALL))?.events).toHaveLength(1);
    },
  },
  {
    name: 'a log whose deletion has begun keeps what is left of it when it is proved between two steps',
    async check(store) {
      await anOffice(store);
      await store.forget(A, ASKED, DUE);
      expect(await store.sweep({ ...at(DUE), rowsMax: 2 })).toMatchObject({ deleted: 2 });
      await store.link(LINK, DUE + 1);
      expect(await store.sweep(at(DUE + 2))).toMatchObject({ deleted: 0, forgotten: [], more: false });
      expect((await store.page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([3]);
    },
  },
  {
    name: 'a log that is due and proved at the same moment is deleted or kept, and in both cases who proved it reads it',
    async check(store) {
      await anOffice(store);
      await store.forget(A, ASKED, DUE);
      const [swept, proved] = await Promise.all([store.sweep(at(DUE)), store.link(OTHER, DUE)]);
      expect((await store.page(OTHER, ALL))?.events).toHaveLength(proved.undone ? 3 : 0);
      expect(swept.forgotten).toEqual(proved.undone ? [] : [A]);
      expect(await store.sweep(at(DUE + DAY))).toMatchObject({ deleted: 0, forgotten: [] });
      expect(await store.isSentAway(OTHER)).toBe(false);
    },
  },
];

const DAY = 86_400_000;

/** Two devices of one company, one of which also has another company, and three events, one of which came with two bodies. */
async function anOffice(store: Store): Promise<void> {
  await linked(store, 'd1', A, B);
  await linked(store, 'd2', A);
  await store.append([event(1, A), { ...event(1, A), bodyDigest: 'other' }, event(2, A), event(3, A)]);
}

function at(now: number): RetentionLimits {
  const ages = {
    acknowledgedBefore: now - 30 * DAY,
    receivedBefore: now - 180 * DAY,
    idsBefore: now - 90 * DAY,
    claimsBefore: 0,
    invitationsBefore: 0,
  };
  return { now, ...ages, revokedBefore: 0, provedBefore: 0, unprovedBefore: 0, rowsMax: 100 };
}
