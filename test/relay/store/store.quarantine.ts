import { expect } from 'vitest';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import type { NewQuarantined, Store } from '#relay/store/store.ts';
import { uuid } from '../relay-bench.ts';
import { event, NOTHING_DUE, type StorePromise } from './store-rows.ts';

const A = integrationIdSchema.parse(uuid(1, 1));

/** What every engine promises about webhooks that could not be read. */
export const QUARANTINE_PROMISES: readonly StorePromise[] = [
  {
    name: 'the quarantine keeps the same bytes once, gives them back, and lists the oldest first',
    async check(store) {
      expect([await store.quarantine(odd('b', 5)), await store.quarantine(odd('a', 5)), await store.quarantine(odd('c', 1))]).toEqual([
        'kept',
        'kept',
        'kept',
      ]);
      expect(await store.quarantine({ ...odd('b', 9), jwt: 'signed again', code: 'ce-type' })).toBe('known');
      expect(await listed(store)).toEqual([odd('c', 1), odd('a', 5), odd('b', 5)].map(asListed));
      const kept = await store.quarantinedOne('b'.repeat(64));
      expect({ ...kept, body: Buffer.from(kept?.body ?? []) }).toEqual({ ...odd('b', 5), body: Buffer.from(odd('b', 5).body) });
      expect(await store.quarantinedOne('d'.repeat(64))).toBeNull();
      expect(await store.totals()).toMatchObject({ quarantined: 3, quarantinedBytes: 768 });
    },
  },
  {
    name: 'the quarantine is read in pages, or by how a digest begins, and lets go of what is released',
    async check(store) {
      for (const [digit, at] of [['a', 1] as const, ['b', 1] as const, ['c', 2] as const]) await store.quarantine(odd(digit, at));
      const [first] = await store.quarantined({ prefix: '', after: null, rowsMax: 1 });
      expect(first?.bodyDigest).toBe('a'.repeat(64));
      const rest = await store.quarantined({ prefix: '', after: first ?? null, rowsMax: 9 });
      expect(rest.map(({ code, bodyDigest }) => code + bodyDigest.slice(0, 1))).toEqual(['jsonb', 'jsonc']);
      expect(await store.quarantined({ prefix: 'bbbbbbbb', after: null, rowsMax: 9 })).toHaveLength(1);
      expect(await store.quarantined({ prefix: 'ab', after: null, rowsMax: 9 })).toEqual([]);
      await store.release('a'.repeat(64));
      expect(await listed(store)).toHaveLength(2);
      expect(await store.quarantine(odd('a', 1))).toBe('kept');
    },
  },
  {
    name: 'retention takes what lies in quarantine as long as any body, in bounded steps, and leaves the logs alone',
    async check(store) {
      for (const digit of ['a', 'b', 'c']) await store.quarantine(odd(digit, 1_000));
      await store.append([{ ...event(1, A), receivedAt: 5_000 }]);
      const sweep = (receivedBefore: number) => store.sweep({ ...NOTHING_DUE, now: 9_000, receivedBefore, rowsMax: 2 });
      expect(await sweep(1_000)).toMatchObject({ retired: 0, more: false });
      expect(await sweep(1_001)).toMatchObject({ retired: 2, more: true });
      expect(await sweep(1_001)).toMatchObject({ retired: 1, more: false });
      expect(await listed(store)).toEqual([]);
      expect(await store.append([event(2, A)])).toMatchObject([{ kind: 'stored', seq: 2 }]);
    },
  },
  {
    name: 'the moment of the last verified webhook is what was noted last',
    async check(store) {
      expect(await store.lastVerifiedAt()).toBeNull();
      for (const at of [1_767_600_000_000, 1_767_600_060_000, 1_767_600_030_000]) {
        await store.noteVerified(at);
        expect(await store.lastVerifiedAt()).toBe(at);
      }
    },
  },
];

function odd(digit: string, receivedAt: number): NewQuarantined {
  const body = Uint8Array.from({ length: 256 }, (_, n) => n ^ digit.charCodeAt(0));
  return { bodyDigest: digit.repeat(64), receivedAt, code: 'json', jwt: `jwt-${digit}`, body };
}

function asListed({ bodyDigest, receivedAt, code, body }: NewQuarantined) {
  return { bodyDigest, receivedAt, code, bytes: body.byteLength };
}

function listed(store: Store) {
  return store.quarantined({ prefix: '', after: null, rowsMax: 100 });
}
