import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { sealWith } from '#relay/store/seal.ts';
import { sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import type { Store } from '#relay/store/store.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, NOTHING_DUE } from './store-rows.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const OLD = { id: '2026a', key: new Uint8Array(32).fill(1) };
const NEW = { id: '2026b', key: new Uint8Array(32).fill(2) };
const OF = { eventId: uuid(2, 1), integrationId: A };
const BODY = Buffer.from('{"rejectionReason":"Facture illisible"}');
const PAGE = { after: 0, rowsMax: 10, bytesMax: 100_000 };

describe('a sealed body', () => {
  const random = seededRandom(3);
  const seal = sealWith([NEW, OLD], random);

  it('opens with its key alone, and for its own event and integration', () => {
    const sealed = seal.seal(BODY, OF);
    expect(Buffer.from(sealed.body).includes('Facture')).toBe(false);
    expect(Buffer.from(seal.open(sealed, OF))).toEqual(BODY);
    expect(() => sealWith([OLD], random).open(sealed, OF)).toThrow('not configured');
    expect(() => sealWith([{ ...NEW, key: OLD.key }], random).open(sealed, OF)).toThrow('unable to authenticate');
    expect(() => seal.open(sealed, { ...OF, eventId: uuid(2, 2) })).toThrow('unable to authenticate');
    expect(() => seal.open(sealed, { ...OF, integrationId: uuid(1, 2) })).toThrow('unable to authenticate');
  });

  it('does not open when one bit of it was changed', () => {
    const sealed = seal.seal(BODY, OF);
    for (let at = 0; at < sealed.body.byteLength; at += 1) {
      const body = Uint8Array.from(sealed.body);
      body[at] = (body[at] ?? 0) ^ 1;
      expect(() => seal.open({ ...sealed, body }, OF)).toThrow('unable to authenticate');
    }
  });

  it('is never sealed twice alike', () => {
    expect(Buffer.from(seal.seal(BODY, OF).body)).not.toEqual(Buffer.from(seal.seal(BODY, OF).body));
  });
});

describe('a store with keys', () => {
  it('keeps no body in the clear, in its log, apart and in conflict', async () => {
    const { store, bodies } = await open([NEW]);
    await linked(store, 'd1', A);
    const documentId = documentIdSchema.parse(uuid(7, 1));
    await store.append([
      { ...event(1, A), body: BODY },
      { ...event(1, A), body: BODY, bodyDigest: 'other' },
      { ...event(2, null), body: BODY, documentId },
    ]);
    expect(bodies()).toHaveLength(3);
    expect(bodies().some((body) => body.includes('Facture'))).toBe(false);
    expect(await store.claim({ deviceId: 'd1', integrationId: A }, [documentId])).toBe(1);
    const page = await store.page({ deviceId: 'd1', integrationId: A }, PAGE);
    expect(page?.events.map(({ body }) => Buffer.from(body).toString())).toEqual([BODY.toString(), BODY.toString()]);
  });

  it('seals what it has anew when a key is put in front, so that the old one can go', async () => {
    const file = join(tempFolder(), 'relay.db');
    for (const keys of [[], [OLD]]) {
      const { store } = await open(keys, file);
      if (keys.length === 0) await linked(store, 'd1', A);
      await store.append([{ ...event(keys.length, A), body: BODY }]);
      await store.close();
    }
    const { store } = await open([NEW, OLD], file);
    expect(await store.notNewest()).toBe(2);
    expect(await store.sweep(NOTHING_DUE)).toMatchObject({ resealed: 2 });
    expect(await store.notNewest()).toBe(0);
    await store.close();
    const after = await open([NEW], file);
    expect((await after.store.page({ deviceId: 'd1', integrationId: A }, PAGE))?.events).toHaveLength(2);
  });
});

async function open(keys: readonly (typeof OLD)[], file = join(tempFolder(), 'relay.db')) {
  const random = seededRandom(5);
  const opened = await sqliteStore(file, random, sealWith(keys, random));
  let closed = false;
  const store: Store = {
    ...opened,
    close: async () => {
      if (!closed) await opened.close();
      closed = true;
    },
  };
  onTestFinished(() => store.close());
  const bodies = (): Buffer[] => {
    using database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare('SELECT body FROM events UNION ALL SELECT body FROM conflicts').all();
    return rows.map((row) => Buffer.from(row['body'] as Uint8Array));
  };
  return { store, bodies };
}
