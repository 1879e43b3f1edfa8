import { expect } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { linked, type StorePromise } from './store-rows.ts';
import { uuid } from '../enrol/uuid.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const B = integrationIdSchema.parse(uuid(1, 2));
const FIRST = { after: null, rowsMax: 100 };

/** What every engine promises about the devices that an operator lists and ends. */
export const DEVICE_PROMISES: readonly StorePromise[] = [
  {
    name: 'devices are listed in pages, the oldest first, with what they read and when they were used',
    async check(store) {
      expect(await store.devices(FIRST)).toEqual([]);
      for (const [n, createdAt] of [3, 1, 2, 2].entries())
        await store.addDevice({ deviceId: `d${n}`, name: `PC ${n}`, createdAt, tokenDigest: `digest-${n}` });
      for (const integrationId of [B, A]) await store.link({ deviceId: 'd2', integrationId }, 5);
      await store.noteUse('d2', 9);
      const all = await store.devices(FIRST);
      expect(all.map(({ deviceId }) => deviceId)).toEqual(['d1', 'd2', 'd3', 'd0']);
      expect(all.slice(0, 2)).toEqual([
        { deviceId: 'd1', name: 'PC 1', createdAt: 1, lastUsedAt: 1, reads: [], lapsed: [] },
        { deviceId: 'd2', name: 'PC 2', createdAt: 2, lastUsedAt: 9, reads: [A, B], lapsed: [] },
      ]);
      const page = await store.devices({ after: null, rowsMax: 2 });
      expect([...page, ...(await store.devices({ after: page.at(-1) ?? null, rowsMax: 2 }))]).toEqual(all);
      expect(await store.devices({ after: all.at(-1) ?? null, rowsMax: 2 })).toEqual([]);
    },
  },
  {
    name: 'devices that an operator ends are gone with token and links, others stay, and it is written down',
    async check(store) {
      await linked(store, 'd1', A, B);
      await linked(store, 'd2', A);
      const by = { at: wallMs(7), by: 'operator' };
      expect(await store.endDevice({ deviceId: 'nobody', ...by })).toBe(false);
      expect(await store.endDevice({ deviceId: 'd1', ...by })).toBe(true);
      expect(await store.endDevice({ deviceId: 'd1', ...by })).toBe(false);
      expect(await store.deviceByToken('digest-d1')).toBe(null);
      expect(await store.heads('d1')).toBe(null);
      expect((await store.devices(FIRST)).map(({ deviceId }) => deviceId)).toEqual(['d2']);
      expect(await store.heads('d2')).toHaveLength(1);
    },
  },
];
