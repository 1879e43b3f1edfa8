import { expect } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import type { RetentionLimits, Store } from '#relay/store/store.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, type StorePromise } from './store.devices.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const B = integrationIdSchema.parse(uuid(1, 2));
const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };
const DAY = 86_400_000;
const LINK = { deviceId: 'd1', integrationId: A };

/** What every engine promises about retention. */
export const RETENTION_PROMISES: readonly StorePromise[] = [
  {
    name: 'retention takes the body 30 days after every device has read it, and not before',
    async check(store) {
      await linked(store, 'd1', A);
      await linked(store, 'd2', A);
      await store.append([event(1, A), event(2, A)]);
      const read = (deviceId: string, seq: number) => store.acknowledge({ deviceId, integrationId: A, epoch: store.epoch, seq });
      await read('d1', 2);
      expect(await store.sweep(at(40 * DAY))).toMatchObject({ retired: 0 });
      await read('d2', 1);
      expect(await store.sweep(at(41 * DAY))).toMatchObject({ retired: 0 });
      expect(await store.sweep(at(71 * DAY))).toMatchObject({ retired: 0 });
      expect(await store.sweep(at(71 * DAY + 1))).toMatchObject({ retired: 1 });
      expect((await store.page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([2]);
    },
  },
  {
    name: 'retention takes every body after 180 days, and its id with it',
    async check(store) {
      await linked(store, 'd1', A);
      await store.append([event(1, A), event(2, null)]);
      expect(await store.sweep(at(180 * DAY))).toMatchObject({ retired: 0 });
      expect(await store.sweep(at(180 * DAY + 1_003))).toMatchObject({ retired: 2, more: false });
      expect((await store.page(LINK, ALL))?.events).toEqual([]);
      expect(await store.append([event(3, A)])).toMatchObject([{ kind: 'stored', seq: 2 }]);
    },
  },
  {
    name: 'retention keeps an event id for 90 days, also when its body went before, and then in bounded steps no longer',
    async check(store) {
      await linked(store, 'd1', A);
      await store.append([event(1, A), event(2, A), { ...event(2, A), bodyDigest: 'other' }, event(3, A)]);
      await store.acknowledge({ deviceId: 'd1', integrationId: A, epoch: store.epoch, seq: 3 });
      await store.sweep(at(0));
      expect(await store.sweep(at(31 * DAY))).toMatchObject({ retired: 3, ids: 0 });
      expect(await store.sweep(at(90 * DAY + 1_000))).toMatchObject({ ids: 0 });
      expect(await store.append([event(1, A)])).toMatchObject([{ kind: 'duplicate' }]);
      // An id that came with two bodies is kept as long as the second body.
      expect(await store.sweep({ ...at(90 * DAY + 1_004), rowsMax: 1 })).toMatchObject({ ids: 1, more: true });
      expect(await store.sweep(at(90 * DAY + 1_004))).toMatchObject({ ids: 1, more: false });
      expect(await store.append([event(2, A)])).toMatchObject([{ kind: 'duplicate' }]);
      expect(await store.append([event(4, A)])).toMatchObject([{ seq: 4 }]);
      await store.sweep(at(181 * DAY));
      expect(await store.append([event(2, A)])).toMatchObject([{ seq: 5 }]);
      expect(await store.page(LINK, { ...ALL, after: 3 })).toMatchObject({ events: [{ seq: 5 }] });
    },
  },
  {
    name: 'devices that never proved anything are swept after a day; one whose proof has ended, however, is not',
    async check(store) {
      for (const deviceId of ['stranger', 'newcomer', 'd1', 'left', 'sent', 'lapsed', 'forgotten']) await linked(store, deviceId);
      const link = (deviceId: string, integrationId = A) => ({ deviceId, integrationId });
      for (const deviceId of ['d1', 'left', 'sent', 'lapsed']) await store.link(link(deviceId), 1);
      await store.link(link('forgotten', B), 1);
      await store.unlink(link('left'));
      await store.sendAway(link('sent'));
      await store.forget(B, 1, 2);
      await store.append([{ ...event(1, A), revokedAt: 500 }]);
      await store.link(link('d1'), 600);
      await store.addDevice({ deviceId: 'late', name: 'PC', createdAt: DAY, tokenDigest: 'digest-late' });
      const sweep = (rowsMax: number) => store.sweep({ ...at(DAY), revokedBefore: DAY, unprovedBefore: 2, rowsMax });
      expect(await store.sweep({ ...at(DAY), revokedBefore: DAY, unprovedBefore: 1 })).toMatchObject({ lapsed: ['lapsed'], unproved: [] });
      const [first, second] = [await sweep(1), await sweep(100)];
      expect([first.more, second.more]).toEqual([true, false]);
      expect([...first.unproved, ...second.unproved].toSorted()).toEqual(['newcomer', 'stranger']);
      expect((await store.totals()).devices).toBe(6);
      expect(await store.deviceByToken('digest-stranger')).toBeNull();
      expect(await store.deviceByToken('digest-lapsed')).toMatchObject({ deviceId: 'lapsed' });
    },
  },
  {
    name: 'a device is known to have proved an integration, however its proof ended, until all of the integration is deleted',
    async check(store) {
      for (const deviceId of ['d1', 'd2', 'd3', 'd4', 'd5']) await linked(store, deviceId);
      const known = async () => {
        const all = ['d1', 'd2', 'd3', 'd4', 'd5'].map((deviceId) => store.hasProved({ deviceId, integrationId: A }));
        return Promise.all(all);
      };
      expect(await known()).toEqual([false, false, false, false, false]);
      for (const deviceId of ['d1', 'd2', 'd3', 'd4']) await store.link({ deviceId, integrationId: A }, 1);
      await store.link({ deviceId: 'd5', integrationId: B }, 1);
      await store.unlink({ deviceId: 'd2', integrationId: A });
      await store.sendAway({ deviceId: 'd3', integrationId: A });
      await store.append([{ ...event(1, A), revokedAt: 500 }]);
      expect((await store.sweep({ ...at(DAY), revokedBefore: DAY })).lapsed).toHaveLength(2);
      expect(await known()).toEqual([true, true, true, true, false]);
      // Devices of a log that is to be deleted still count as known, so that they can bring it back.
      await store.forget(A, DAY, 2 * DAY);
      expect(await known()).toEqual([true, true, true, true, false]);
      await store.sweep(at(2 * DAY));
      expect(await known()).toEqual([false, false, false, false, false]);
    },
  },
  {
    name: 'retention works in bounded steps and says when there is more',
    async check(store) {
      await store.append(Array.from({ length: 5 }, (_, n) => event(n, A)));
      const sweep = () => store.sweep({ ...at(200 * DAY), rowsMax: 2 });
      expect([await sweep(), await sweep(), await sweep()].map(({ retired, more }) => [retired, more])).toEqual([
        [2, true],
        [2, true],
        [1, false],
      ]);
    },
  },
  {
    name: 'a proof from before a Revocation ends once late results have had their time; a newer proof stays',
    async check(store) {
      await linked(store, 'd1', A, B);
      await linked(store, 'd2');
      await store.append([{ ...event(1, A), revokedAt: 500 }]);
      await store.link({ deviceId: 'd2', integrationId: A }, 600);
      expect(await store.sweep({ ...at(DAY), revokedBefore: 1_001 })).toMatchObject({ lapsed: [] });
      expect(await store.sweep({ ...at(DAY), revokedBefore: 1_002 })).toMatchObject({ lapsed: ['d1'] });
      expect(await store.page(LINK, ALL)).toBeNull();
      expect((await store.page({ deviceId: 'd2', integrationId: A }, ALL))?.events).toHaveLength(1);
      expect((await store.page({ deviceId: 'd1', integrationId: B }, ALL))?.events).toEqual([]);
      // An older Revocation that arrives late ends no link.
      await store.append([{ ...event(2, A), revokedAt: 400 }]);
      await store.link(LINK, 550);
      expect(await store.sweep({ ...at(DAY), revokedBefore: DAY })).toMatchObject({ lapsed: [] });
    },
  },
  {
    name: 'a proof that is too old opens nothing until it is made again, and what its device has not read is kept for it',
    async check(store) {
      await linked(store, 'd1', A, B);
      await linked(store, 'd2');
      await store.link({ deviceId: 'd2', integrationId: A }, 1, 50 * DAY);
      await store.append([event(1, A), event(2, A)]);
      await store.acknowledge({ ...LINK, epoch: store.epoch, seq: 1 });
      const sweep = (now: number, rowsMax = 100) => store.sweep({ ...at(now), provedBefore: now - 27 * DAY, rowsMax });
      expect(await sweep(27 * DAY)).toMatchObject({ lapsed: [] });
      expect(await sweep(28 * DAY, 1)).toMatchObject({ lapsed: ['d1'], more: true });
      expect(await sweep(28 * DAY)).toMatchObject({ lapsed: ['d1'] });
      expect(await sweep(28 * DAY)).toMatchObject({ lapsed: [] });
      expect(await store.page(LINK, ALL)).toBeNull();
      expect(await store.heads('d1')).toEqual([]);
      expect(await store.acknowledge({ ...LINK, epoch: store.epoch, seq: 2 })).toBe('not-linked');
      expect((await store.readDevices(A)).map(({ deviceId }) => deviceId)).toEqual(['d1', 'd2']);
      // The other device has read everything; the body stays for this one.
      await store.acknowledge({ deviceId: 'd2', integrationId: A, epoch: store.epoch, seq: 2 });
      await sweep(29 * DAY);
      expect(await sweep(49 * DAY)).toMatchObject({ lapsed: [] });
      await store.link(LINK, 49 * DAY, 79 * DAY);
      expect(await sweep(70 * DAY)).toMatchObject({ lapsed: ['d2'], retired: 1 });
      expect((await store.page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([2]);
    },
  },
  {
    name: 'a device is known to have been used, from its enrolment on',
    async check(store) {
      await linked(store, 'd1');
      await store.noteUse('d1', 9);
      expect(await store.deviceByToken('digest-d1')).toMatchObject({ createdAt: 1, lastUsedAt: 9 });
    },
  },
  {
    name: 'totals count what is there',
    async check(store: Store) {
      await linked(store, 'd1', A);
      await store.append([event(1, A), event(2, null), event(3, B)]);
      expect(await store.totals()).toMatchObject({ integrations: 2, devices: 1, apart: 1 });
    },
  },
];

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
