import { expect } from 'vitest';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { uuid } from '../relay-bench.ts';
import { DEVICE_PROMISES, event, KEY_PROMISES, linked, NOTHING_DUE, type StorePromise } from './store.devices.ts';
import { DELETION_PROMISES } from './store.deletion.ts';
import { INVITATION_PROMISES } from './store.invitations.ts';
import { QUARANTINE_PROMISES } from './store.quarantine.ts';
import { RETENTION_PROMISES } from './store.retention.ts';
import type { Store } from '#relay/store/store.ts';

const ONE = documentIdSchema.parse(uuid(3, 1));
const TWO = documentIdSchema.parse(uuid(3, 2));

/** What every engine promises about answers that are given for documents alone. */
const ANSWER_PROMISES: readonly StorePromise[] = [
  {
    name: 'answers are told by their documents from the Revocation on, and not after a newer proof',
    async check(store) {
      await linked(store, 'd1', A, B);
      await store.append([about(1, ONE), about(2, TWO), { ...event(3, B), documentId: ONE }]);
      expect(await answersTold(store)).toEqual([]);
      await store.append([{ ...event(4, A), revokedAt: 500 }]);
      expect(await answersTold(store)).toEqual([1]);
      expect((await store.answers({ ...OF, documentIds: [TWO, ONE] })).map(({ seq }) => seq)).toEqual([1, 2]);
      await store.link({ deviceId: 'd1', integrationId: A }, 501);
      expect(await answersTold(store)).toEqual([]);
    },
  },
  {
    name: 'answers are told of an integration that nobody has proved here, and of none that is not there',
    async check(store) {
      expect(await answersTold(store)).toEqual([]);
      await store.append([about(1, ONE), { ...event(2, null), documentId: ONE }]);
      expect(await answersTold(store)).toEqual([1]);
    },
  },
  {
    name: 'answers fit into rows and bytes, one always, and are gone when their bodies are',
    async check(store) {
      await store.append([1, 2, 3].map((n) => ({ ...about(n, ONE), body: new Uint8Array(3_000) })));
      expect(await answersTold(store, { rowsMax: 2 })).toEqual([1, 2]);
      expect(await answersTold(store, { bytesMax: 9_000 })).toEqual([1, 2]);
      expect(await answersTold(store, { bytesMax: 1 })).toEqual([1]);
      await store.sweep({ ...NOTHING_DUE, now: 9_000, receivedBefore: 9_000 });
      expect(await answersTold(store)).toEqual([]);
    },
  },
];

const A = integrationIdSchema.parse(uuid(1, 1));
const B = integrationIdSchema.parse(uuid(1, 2));
const OF = { integrationId: A, documentIds: [ONE], rowsMax: 500, bytesMax: 1_000_000 };

const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };

/** What every engine behind the Store promises. Each promise is checked on an empty store. */
export const STORE_PROMISES: readonly StorePromise[] = [
  {
    name: 'the log gives places without gaps, whatever repetitions come in between',
    async check(store) {
      await linked(store, 'd1', A, B);
      const appended = await store.append([event(1, A), event(1, A), event(2, B), event(3, A), { ...event(3, A), bodyDigest: 'other' }]);
      expect(appended.map((one) => (one.kind === 'stored' ? one.seq : one.kind))).toEqual([1, 'duplicate', 1, 2, 'conflict']);
      expect((await store.append([event(4, A)]))[0]).toEqual({ kind: 'stored', seq: 3, integrationId: A, known: true });
      expect((await store.page({ deviceId: 'd1', integrationId: A }, ALL))?.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    },
  },
  {
    name: 'the log gives places without gaps to writers at the same time',
    async check(store) {
      await linked(store, 'd1', A);
      await Promise.all(Array.from({ length: 64 }, (_, n) => store.append([event(n, A)])));
      const page = await store.page({ deviceId: 'd1', integrationId: A }, ALL);
      expect(page?.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 64 }, (_, n) => n + 1));
    },
  },
  {
    name: 'the log gives back the very bytes',
    async check(store) {
      await linked(store, 'd1', A);
      const body = Uint8Array.from({ length: 256 }, (_, n) => n);
      await store.append([{ ...event(1, A), body }]);
      const [first] = (await store.page({ deviceId: 'd1', integrationId: A }, ALL))?.events ?? [];
      expect(first).toMatchObject({ seq: 1, eventId: uuid(2, 1), receivedAt: 1_001, jwt: 'jwt-1' });
      expect(Buffer.from(first?.body ?? [])).toEqual(Buffer.from(body));
    },
  },
  {
    name: 'the log tells of an event when it was first received, whatever comes after',
    async check(store) {
      await linked(store, 'd1', A);
      const documentId = documentIdSchema.parse(uuid(4, 1));
      const apart = { ...event(2, null), documentId };
      await store.append([event(1, A), apart]);
      await store.append([
        { ...event(1, A), receivedAt: 5_000 },
        { ...event(1, A), receivedAt: 5_000, bodyDigest: 'other' },
        { ...apart, receivedAt: 5_000 },
      ]);
      await store.claim({ deviceId: 'd1', integrationId: A }, [documentId]);
      const page = await store.page({ deviceId: 'd1', integrationId: A }, ALL);
      expect(page?.events.map(({ receivedAt }) => receivedAt)).toEqual([1_001, 1_002]);
    },
  },
  {
    name: 'the log is read in pages of rows and of bytes, and one event fits always',
    async check(store) {
      await linked(store, 'd1', A);
      await store.append(Array.from({ length: 5 }, (_, n) => ({ ...event(n, A), body: new Uint8Array(3_000) })));
      const page = (after: number, rowsMax: number, bytesMax: number) =>
        store.page({ deviceId: 'd1', integrationId: A }, { after, rowsMax, bytesMax });
      const seqs = async (found: ReturnType<typeof page>) => ((await found)?.events ?? []).map(({ seq }) => seq);
      expect(await seqs(page(0, 2, 1_000_000))).toEqual([1, 2]);
      expect(await seqs(page(2, 500, 9_000))).toEqual([3, 4]);
      expect(await seqs(page(0, 500, 10))).toEqual([1]);
      expect((await page(0, 2, 1_000_000))?.more).toBe(true);
      expect((await page(3, 2, 1_000_000))?.more).toBe(false);
      expect(await page(5, 2, 1_000_000)).toEqual({ events: [], more: false });
    },
  },
  {
    name: 'the log says whether an integration was ever proved',
    async check(store) {
      expect((await store.append([event(1, A)]))[0]).toMatchObject({ seq: 1, known: false });
      await linked(store, 'd1', A);
      expect((await store.append([event(2, A)]))[0]).toMatchObject({ seq: 2, known: true });
    },
  },
  {
    name: 'devices read what they are linked to and nothing else',
    async check(store) {
      await linked(store, 'd1', A);
      await linked(store, 'd2', B);
      await store.append([event(1, A)]);
      expect(await store.page({ deviceId: 'd2', integrationId: A }, ALL)).toBeNull();
      expect(await store.heads('d1')).toEqual([{ integrationId: A, epoch: store.epoch, seq: 1 }]);
      expect(await store.heads('d2')).toEqual([{ integrationId: B, epoch: store.epoch, seq: 0 }]);
      expect(await store.heads('d3')).toBeNull();
      expect((await store.readDevices(A)).map(({ deviceId }) => deviceId)).toEqual(['d1']);
    },
  },
  {
    name: 'devices are found by the digest of their token until they are removed, with all their links',
    async check(store) {
      await linked(store, 'd1', A);
      expect(await store.deviceByToken('digest-d1')).toEqual({ deviceId: 'd1', name: 'PC', createdAt: 1, lastUsedAt: 1 });
      expect(await store.deviceByToken('digest-d2')).toBeNull();
      await store.removeDevice('d1');
      expect(await store.deviceByToken('digest-d1')).toBeNull();
      expect(await store.readDevices(A)).toEqual([]);
    },
  },
  {
    name: 'devices are linked once however often they prove it, and unlinked once',
    async check(store) {
      await linked(store, 'd1', A, A);
      expect(await store.heads('d1')).toHaveLength(1);
      expect(await store.unlink({ deviceId: 'd1', integrationId: A })).toBe(true);
      expect(await store.unlink({ deviceId: 'd1', integrationId: A })).toBe(false);
      expect(await store.heads('d1')).toEqual([]);
    },
  },
  {
    name: 'devices that are sent away, or whose log is deleted, are told so until they prove it again',
    async check(store) {
      await linked(store, 'd1', A, B);
      await linked(store, 'd2', A);
      const told = (deviceId: string, integrationId = A) => store.isSentAway({ deviceId, integrationId });
      expect(await store.sendAway({ deviceId: 'd1', integrationId: A })).toBe(true);
      expect(await store.sendAway({ deviceId: 'd1', integrationId: A })).toBe(false);
      expect([await told('d1'), await told('d1', B), await told('d2')]).toEqual([true, false, false]);
      await store.link({ deviceId: 'd1', integrationId: A }, 5);
      expect(await told('d1')).toBe(false);
      expect((await store.forget(A, 6, 7)).devices.toSorted()).toEqual(['d1', 'd2']);
      expect([await told('d1'), await told('d2')]).toEqual([true, true]);
      await store.unlink({ deviceId: 'd1', integrationId: B });
      expect(await told('d1', B)).toBe(false);
      await store.removeDevice('d1');
      expect(await told('d1')).toBe(false);
    },
  },
  {
    name: 'devices acknowledge forward, within the epoch and the log',
    async check(store) {
      await linked(store, 'd1', A);
      await store.append([event(1, A), event(2, A)]);
      const at = (seq: number, epoch = store.epoch, deviceId = 'd1') => store.acknowledge({ deviceId, integrationId: A, epoch, seq });
      expect([await at(2), await at(1), await at(3), await at(1, 'other'), await at(1, store.epoch, 'd2')]).toEqual([
        'done',
        'done',
        'ahead',
        'other-epoch',
        'not-linked',
      ]);
    },
  },
  {
    name: 'devices claim events that wait apart, by document',
    async check(store) {
      await linked(store, 'd1', A);
      const document = documentIdSchema.parse(uuid(7, 1));
      expect(await store.append([{ ...event(1, null), documentId: document }, event(2, null), event(3, A)])).toMatchObject([
        { kind: 'apart' },
        { kind: 'apart' },
        { seq: 1 },
      ]);
      expect(await store.claim({ deviceId: 'd2', integrationId: A }, [document])).toBeNull();
      expect(await store.claim({ deviceId: 'd1', integrationId: A }, [document])).toBe(1);
      expect(await store.claim({ deviceId: 'd1', integrationId: A }, [document])).toBe(0);
      expect((await store.page({ deviceId: 'd1', integrationId: A }, ALL))?.events.map(({ eventId }) => eventId)).toEqual([
        uuid(2, 3),
        uuid(2, 1),
      ]);
    },
  },
  {
    name: 'events of several integrations and none in one batch each get their place',
    async check(store) {
      await linked(store, 'd1', A, B);
      const appended = await store.append([event(1, B), event(2, A), event(3, null), event(4, A), event(1, B), event(5, B)]);
      expect(appended.map((one) => (one.kind === 'stored' ? [one.integrationId, one.seq] : one.kind))).toEqual([
        [B, 1],
        [A, 1],
        'apart',
        [A, 2],
        'duplicate',
        [B, 2],
      ]);
    },
  },
  {
    name: 'heads of several devices are read at once, and who is gone is not in them',
    async check(store) {
      await linked(store, 'd1', A, B);
      await linked(store, 'd2');
      await store.append([event(1, A)]);
      const heads = await store.readHeads(['d1', 'd2', 'd3']);
      expect(heads.get('d1')?.map(({ seq }) => seq)).toEqual([1, 0]);
      expect(heads.get('d2')).toEqual([]);
      expect(heads.has('d3')).toBe(false);
    },
  },
  {
    name: 'a lease is held by one until it ends',
    async check(store) {
      expect(await store.lease('sweep', 1_000, 2_000)).toBe(true);
      expect(await store.lease('sweep', 1_999, 3_000)).toBe(false);
      expect(await store.lease('other', 1_999, 3_000)).toBe(true);
      expect(await store.lease('sweep', 2_000, 3_000)).toBe(true);
    },
  },
  ...RETENTION_PROMISES,
  ...DELETION_PROMISES,
  ...ANSWER_PROMISES,
  ...DEVICE_PROMISES,
  ...INVITATION_PROMISES,
  ...KEY_PROMISES,
  ...QUARANTINE_PROMISES,
  {
    name: 'an open store is writable',
    async check(store) {
      expect(await store.isWritable()).toBe(true);
    },
  },
];

async function answersTold(
  store: Store,
  bounds: { readonly rowsMax?: number; readonly bytesMax?: number } = {},
): Promise<readonly number[]> {
  return (await store.answers({ ...OF, ...bounds })).map(({ seq }) => seq);
}

function about(n: number, documentId: typeof ONE) {
  return { ...event(n, A), documentId };
}
