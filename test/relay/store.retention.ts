import { expect } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import type { RetentionLimits, Store } from '#relay/store/store.ts';
import { uuid } from './relay-bench.ts';
import { event, linked, type StorePromise } from './store-rows.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const B = integrationIdSchema.parse(uuid(1, 2));
const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };
const DAY = 86_400_000;
const LINK = { deviceId: 'd1', integrationId: A };

/** What every engine promises about taking things away. */
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
    name: 'retention takes every body after 180 days, and its id stays known',
    async check(store) {
      await linked(store, 'd1', A);
      await store.append([event(1, A), event(2, null)]);
      expect(await store.sweep(at(180 * DAY))).toMatchObject({ retired: 0 });
      expect(await store.sweep(at(180 * DAY + 1_003))).toMatchObject({ retired: 2, more: false });
      expect((await store.page(LINK, ALL))?.events).toEqual([]);
      expect(await store.append([event(1, A), event(3, A)])).toMatchObject([{ kind: 'duplicate' }, { kind: 'stored', seq: 2 }]);
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
      // An older Revocation that comes late takes nothing back.
      await store.append([{ ...event(2, A), revokedAt: 400 }]);
      await store.link(LINK, 550);
      expect(await store.sweep({ ...at(DAY), revokedBefore: DAY })).toMatchObject({ lapsed: [] });
    },
  },
  {
    name: 'an integration is forgotten with all its events and links, and its places are never given again',
    async check(store) {
      await linked(store, 'd1', A, B);
      await store.append([event(1, A), { ...event(1, A), bodyDigest: 'other' }, event(2, B)]);
      expect(await store.forget(A)).toEqual(['d1']);
      expect(await store.page(LINK, ALL)).toBeNull();
      expect(await store.append([event(3, A)])).toMatchObject([{ seq: 2, known: false }]);
      await store.link(LINK, 5);
      expect((await store.page(LINK, ALL))?.events.map(({ eventId }) => eventId)).toEqual([uuid(2, 3)]);
      expect((await store.page({ deviceId: 'd1', integrationId: B }, ALL))?.events).toHaveLength(1);
    },
  },
  {
    name: 'totals count what is there',
    async check(store: Store) {
      await linked(store, 'd1', A);
      await store.append([event(1, A), event(2, null), event(3, B)]);
      expect(await store.totals()).toEqual({ integrations: 2, devices: 1, apart: 1 });
    },
  },
];

function at(now: number): RetentionLimits {
  return { now, acknowledgedBefore: now - 30 * DAY, receivedBefore: now - 180 * DAY, revokedBefore: 0, rowsMax: 100 };
}
