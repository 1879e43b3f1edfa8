import { expect } from 'vitest';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import type { Store } from '#relay/store/store.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, NOTHING_DUE, type StorePromise } from './store-rows.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const B = integrationIdSchema.parse(uuid(1, 2));
const ONE = documentIdSchema.parse(uuid(3, 1));
const TWO = documentIdSchema.parse(uuid(3, 2));

/** What every engine promises about answers that are given for documents alone. */
export const ANSWER_PROMISES: readonly StorePromise[] = [
  {
    name: 'answers are told by their documents from the Revocation on, and not after a newer proof',
    async check(store) {
      await linked(store, 'd1', A, B);
      await store.append([about(1, ONE), about(2, TWO), { ...event(3, B), documentId: ONE }]);
      expect(await told(store)).toEqual([]);
      await store.append([{ ...event(4, A), revokedAt: 500 }]);
      expect(await told(store)).toEqual([1]);
      expect((await store.answers({ ...OF, documentIds: [TWO, ONE] })).map(({ seq }) => seq)).toEqual([1, 2]);
      await store.link({ deviceId: 'd1', integrationId: A }, 501);
      expect(await told(store)).toEqual([]);
    },
  },
  {
    name: 'answers are told of an integration that nobody has proved here, and of none that is not there',
    async check(store) {
      expect(await told(store)).toEqual([]);
      await store.append([about(1, ONE), { ...event(2, null), documentId: ONE }]);
      expect(await told(store)).toEqual([1]);
    },
  },
  {
    name: 'answers fit into rows and bytes, one always, and are gone when their bodies are',
    async check(store) {
      await store.append([1, 2, 3].map((n) => ({ ...about(n, ONE), body: new Uint8Array(3_000) })));
      expect(await told(store, { rowsMax: 2 })).toEqual([1, 2]);
      expect(await told(store, { bytesMax: 9_000 })).toEqual([1, 2]);
      expect(await told(store, { bytesMax: 1 })).toEqual([1]);
      await store.sweep({ ...NOTHING_DUE, now: 9_000, receivedBefore: 9_000 });
      expect(await told(store)).toEqual([]);
    },
  },
];

const OF = { integrationId: A, documentIds: [ONE], rowsMax: 500, bytesMax: 1_000_000 };

async function told(store: Store, bounds: { readonly rowsMax?: number; readonly bytesMax?: number } = {}): Promise<readonly number[]> {
  return (await store.answers({ ...OF, ...bounds })).map(({ seq }) => seq);
}

function about(n: number, documentId: typeof ONE) {
  return { ...event(n, A), documentId };
}
