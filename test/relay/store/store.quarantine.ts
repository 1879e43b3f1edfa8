import { expect } from 'vitest';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import type { NewQuarantined, Store } from '#relay/store/store.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, NOTHING_DUE, type StorePromise } from './store.devices.ts';
import { wallMs } from '#shared/lib/duration.ts';
import type { SealKey } from '#relay/store/seal.ts';

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

/** Opens the same store with these keys, newest first. The caller closes it. */
type Reopen = (keys: readonly SealKey[]) => Promise<Store>;

type SealKeyPromise = { readonly name: string; readonly check: (reopen: Reopen) => Promise<void> };
const OLD = { id: '2026a', key: new Uint8Array(32).fill(1) };
const NEW = { id: '2026b', key: new Uint8Array(32).fill(2) };
const DOCUMENT = documentIdSchema.parse(uuid(7, 1));
const PAGE = { after: 0, rowsMax: 10, bytesMax: 100_000 };

/** What every engine promises about the keys that seal bodies. */
export const SEAL_KEY_PROMISES: readonly SealKeyPromise[] = [
  {
    name: 'what lay open is sealed when keys are given: in the log, apart, in conflict and in quarantine',
    async check(reopen) {
      await fill(await reopen([])).then((filled) => filled.close());
      const store = await reopen([NEW]);
      expect(await store.bodiesByKey()).toEqual([{ key: null, events: 2, conflicts: 1, quarantine: 1 }]);
      expect(await store.notNewest()).toBe(4);
      expect(await store.sweep(NOTHING_DUE)).toMatchObject({ resealed: 4 });
      expect(await store.bodiesByKey()).toEqual([{ key: '2026b', events: 2, conflicts: 1, quarantine: 1 }]);
      expect(await store.notNewest()).toBe(0);
      await readable(store);
      await store.close();
    },
  },
  {
    name: 'an old key may go when all was sealed anew, also what is in conflict with an event that was claimed meanwhile',
    async check(reopen) {
      const before = await reopen([OLD]);
      await fill(before);
      expect(await before.claim({ deviceId: 'd1', integrationId: A }, [DOCUMENT])).toBe(1);
      await before.close();
      const between = await reopen([NEW, OLD]);
      expect(await between.sweep(NOTHING_DUE)).toMatchObject({ resealed: 4 });
      await between.close();
      const after = await reopen([NEW]);
      expect(await after.keyTroubles()).toEqual([]);
      expect(await after.bodiesByKey()).toEqual([{ key: '2026b', events: 2, conflicts: 1, quarantine: 1 }]);
      await after.close();
    },
  },
  {
    name: 'what another node still wrote under an old key, after all was sealed with the newest, is sealed anew, too',
    async check(reopen) {
      const [newer, older] = [await reopen([NEW, OLD]), await reopen([OLD])];
      expect(await newer.sweep(NOTHING_DUE)).toMatchObject({ resealed: 0, more: false });
      await fill(older);
      await older.close();
      expect(await newer.sweep(NOTHING_DUE)).toMatchObject({ resealed: 4 });
      expect(await newer.sweep(NOTHING_DUE)).toMatchObject({ resealed: 0, more: false });
      expect(await newer.bodiesByKey()).toEqual([{ key: '2026b', events: 2, conflicts: 1, quarantine: 1 }]);
      await newer.close();
    },
  },
  {
    name: 'a key that bodies lie under and that is not there is known at once, and so is another one of its name',
    async check(reopen) {
      const filled = await reopen([OLD]);
      await fill(filled);
      expect(await filled.keyTroubles()).toEqual([]);
      await filled.close();
      for (const [keys, why] of [
        [[], 'missing'],
        [[NEW], 'missing'],
        [[{ ...OLD, key: NEW.key }], 'another'],
      ] as const) {
        const store = await reopen(keys);
        expect(await store.keyTroubles()).toEqual([{ key: '2026a', why }]);
        await store.close();
      }
    },
  },
  {
    name: 'what lies under a lost key can be given up, and the log goes on behind it',
    async check(reopen) {
      await fill(await reopen([OLD])).then((filled) => filled.close());
      const store = await reopen([NEW]);
      expect(await store.giveUpKey({ key: '2026a', at: wallMs(5), by: 'operator-7' })).toBe(4);
      expect(await store.keyTroubles()).toEqual([]);
      expect(await store.bodiesByKey()).toEqual([]);
      expect(await store.append([event(1, A)])).toEqual([{ kind: 'duplicate' }]);
      expect(await store.append([event(5, A)])).toMatchObject([{ kind: 'stored', seq: 2 }]);
      expect((await store.page({ deviceId: 'd1', integrationId: A }, PAGE))?.events.map(({ seq }) => seq)).toEqual([2]);
      await store.close();
    },
  },
];

/** One body of each kind; the one in conflict arrived before its document was claimed. */
async function fill(store: Store): Promise<Store> {
  await linked(store, 'd1', A);
  const apart = { ...event(2, null), documentId: DOCUMENT };
  await store.append([event(1, A), apart, { ...apart, bodyDigest: 'other' }]);
  await store.quarantine({ receivedAt: 1, jwt: 'jwt', body: new Uint8Array([9]), bodyDigest: 'digest-9', code: 'json' });
  return store;
}

async function readable(store: Store): Promise<void> {
  expect((await store.page({ deviceId: 'd1', integrationId: A }, PAGE))?.events).toHaveLength(1);
  expect((await store.quarantinedOne('digest-9'))?.body).toHaveLength(1);
}
