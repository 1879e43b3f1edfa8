import { expect } from 'vitest';
import { eventIdSchema, type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { uuid } from '../relay-bench.ts';
import type { NewEvent, RetentionLimits, Store } from '#relay/store/store.ts';

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

const MINUTE_MS = 60_000;
const JWK = { kty: 'RSA', n: 'sXch', e: 'AQAB' } as const;
const key = (thumbprint: string, kid = 'k1') => ({ thumbprint, kid, jwk: JWK });
const at = (minute: number) => wallMs(1_000 + minute * MINUTE_MS);

/** What every engine promises about the service's keys. */
export const KEY_PROMISES: readonly StorePromise[] = [
  {
    name: 'keys are kept by thumbprint, with what was seen of them, two of one name beside each other',
    async check(store) {
      expect(await store.serviceKeys()).toEqual([]);
      await store.noteKeys([key('one')], at(0));
      const told = await store.noteKeys([key('two'), key('three', 'k2')], at(1));
      expect(told.map(({ thumbprint }) => thumbprint).toSorted()).toEqual(['one', 'three', 'two']);
      const rows = await store.serviceKeys();
      expect(rows.at(-1)).toEqual({
        ...key('one'),
        firstSeenAt: at(0),
        lastSeenAt: at(0),
        missingSince: at(1),
        departedAt: null,
        distrustedAt: null,
        distrustedBy: null,
        firstUsedAt: null,
        lastUsedAt: null,
      });
      expect(rows.slice(0, 2)).toMatchObject([{ thumbprint: 'three' }, { thumbprint: 'two', kid: 'k1', lastSeenAt: at(1) }]);
    },
  },
  {
    name: 'keys have left after two readings without them at least fifteen minutes apart, and come back',
    async check(store) {
      await store.noteKeys([key('one'), key('two', 'k2')], at(0));
      const departedAt = async () => (await store.serviceKeys()).find(({ thumbprint }) => thumbprint === 'one')?.departedAt;
      for (const [minute, expected] of [
        [10, null],
        [24, null],
        [25, at(25)],
        [90, at(25)],
      ] as const) {
        await store.noteKeys([key('two', 'k2')], at(minute));
        expect(await departedAt()).toBe(expected);
      }
      await store.noteKeys([key('one'), key('two', 'k2')], at(91));
      expect(await departedAt()).toBe(null);
    },
  },
  {
    name: 'keys have a first and a last use',
    async check(store) {
      await store.noteKeys([key('one')], at(0));
      await store.noteKeyUse(key('one'), at(3));
      await store.noteKeyUse(key('one'), at(7));
      await store.noteKeys([key('one')], at(8));
      expect(await store.serviceKeys()).toMatchObject([{ firstUsedAt: at(3), lastUsedAt: at(7), lastSeenAt: at(8) }]);
    },
  },
  {
    name: 'keys that are distrusted stay so, under every name, whatever is published later',
    async check(store) {
      await store.noteKeys([key('one')], at(0));
      expect(await store.distrustKey({ thumbprint: 'other', at: at(1), by: 'ops' })).toBe(false);
      expect(await store.distrustKey({ thumbprint: 'one', at: at(1), by: 'ops' })).toBe(true);
      expect(await store.distrustKey({ thumbprint: 'one', at: at(2), by: 'somebody else' })).toBe(true);
      await store.noteKeys([key('one'), key('one', 'alias')], at(3));
      const rows = await store.serviceKeys();
      expect(new Map(rows.map(({ kid, distrustedAt }) => [kid, distrustedAt]))).toEqual(
        new Map([
          ['alias', at(1)],
          ['k1', at(1)],
        ]),
      );
      for (const row of rows) expect(row).toMatchObject({ distrustedBy: 'ops', lastSeenAt: at(3) });
    },
  },
  {
    name: 'keys are noted by several at the same time',
    async check(store) {
      await Promise.all(Array.from({ length: 8 }, (_, n) => store.noteKeys([key('one'), key(`own ${n}`)], at(n))));
      expect(await store.serviceKeys()).toHaveLength(9);
    },
  },
];

export type StorePromise = { readonly name: string; readonly check: (store: Store) => Promise<void> };

/** Retention limits for which nothing is old enough. */
export const NOTHING_DUE: RetentionLimits = {
  now: 0,
  acknowledgedBefore: 0,
  receivedBefore: 0,
  revokedBefore: 0,
  provedBefore: 0,
  unprovedBefore: 0,
  idsBefore: 0,
  claimsBefore: 0,
  invitationsBefore: 0,
  rowsMax: 100,
};

export async function linked(store: Store, deviceId: string, ...integrations: readonly IntegrationId[]): Promise<void> {
  await store.addDevice({ deviceId, name: 'PC', createdAt: 1, tokenDigest: `digest-${deviceId}` });
  for (const integrationId of integrations) await store.link({ deviceId, integrationId }, 1);
}

export function event(n: number, integrationId: IntegrationId | null): NewEvent {
  return {
    eventId: eventIdSchema.parse(uuid(2, n)),
    integrationId,
    documentId: null,
    type: 'DocumentStatus',
    receivedAt: 1_000 + n,
    jwt: `jwt-${n}`,
    body: new Uint8Array([n]),
    bodyDigest: `digest-${n}`,
  };
}
