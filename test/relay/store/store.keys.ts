import { expect } from 'vitest';
import { wallMs } from '#shared/lib/duration.ts';
import type { StorePromise } from './store-rows.ts';

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
