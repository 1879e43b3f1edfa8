import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sealWith } from '#relay/store/seal.ts';
import { sqliteBackup, sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked } from './store.devices.ts';
import { SEAL_KEY_PROMISES } from './store.quarantine.ts';
import { STORE_PROMISES } from './store.conformance.ts';

const A = integrationIdSchema.parse(uuid(1, 1));

describe('SQLite', () => {
  for (const { name, check } of STORE_PROMISES) {
    it(`keeps the promise: ${name}`, async () => {
      const store = await sqliteStore(join(tempFolder(), 'relay.db'), seededRandom(1));
      onTestFinished(() => store.close());
      await check(store);
      expect(await store.isWritable()).toBe(true);
    });

    it(`keeps the promise with sealed bodies: ${name}`, async () => {
      const random = seededRandom(1);
      const seal = sealWith([{ id: 'k1', key: new Uint8Array(32).fill(9) }], random);
      const store = await sqliteStore(join(tempFolder(), 'relay.db'), random, seal);
      onTestFinished(() => store.close());
      await check(store);
      expect(await store.isWritable()).toBe(true);
    });
  }
});

describe('SQLite under keys', () => {
  for (const { name, check } of SEAL_KEY_PROMISES) {
    it(`keeps the promise: ${name}`, async () => {
      const file = join(tempFolder(), 'relay.db');
      const random = seededRandom(1);
      await check(async (keys) => sqliteStore(file, random, sealWith(keys, random)));
      const store = await sqliteStore(file, random);
      onTestFinished(() => store.close());
      expect(await store.isWritable()).toBe(true);
    });
  }

  it('asks which keys there are without reading a body', async () => {
    const file = join(tempFolder(), 'relay.db');
    await (await sqliteStore(file, seededRandom(1))).close();
    const database = openDatabase(file);
    const plans = ["body_key > 'k' ORDER BY body_key LIMIT 1", 'body_key IS NULL LIMIT 1'].map((rest) =>
      database.prepare(`EXPLAIN QUERY PLAN SELECT body_key FROM events WHERE retired_at IS NULL AND ${rest}`).all(),
    );
    database.close();
    for (const plan of plans)
      expect(plan).toMatchObject([{ detail: expect.stringMatching(/^SEARCH events USING .*INDEX events_by_key/) as string }]);
  });
});

describe('the embedded store', () => {
  it('is not left open where it cannot be read', async () => {
    const file = join(tempFolder(), 'relay.db');
    await (await sqliteStore(file, seededRandom(1))).close();
    const database = openDatabase(file);
    database.exec('DROP TABLE meta');
    database.close();
    await expect(sqliteStore(file, seededRandom(1))).rejects.toThrow('meta');
    // SQLite removes its log when no connection is open any more.
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('keeps its epoch over restarts, and a new file has another', async () => {
    const file = join(tempFolder(), 'relay.db');
    const epochs: string[] = [];
    for (const [path, seed] of [[file, 1] as const, [file, 2] as const, [`${file}2`, 3] as const]) {
      const store = await sqliteStore(path, seededRandom(seed));
      epochs.push(store.epoch);
      await store.close();
    }
    expect(epochs[0]).toBe(epochs[1]);
    expect(epochs[0]).not.toBe(epochs[2]);
  });

  it('begins another epoch in a copy made by the backup, once, and has all rows there', async () => {
    const folder = tempFolder();
    const store = await sqliteStore(join(folder, 'relay.db'), seededRandom(1));
    onTestFinished(() => store.close());
    await linked(store, 'd1', A);
    await store.append([event(1, A)]);
    sqliteBackup(join(folder, 'relay.db'), join(folder, 'copy.db'));
    await store.append([event(2, A)]);
    const epochs: string[] = [];
    for (const seed of [2, 3]) {
      const copy = await sqliteStore(join(folder, 'copy.db'), seededRandom(seed));
      epochs.push(copy.epoch);
      expect((await copy.page({ deviceId: 'd1', integrationId: A }, { after: 0, rowsMax: 9, bytesMax: 9_000 }))?.events).toHaveLength(1);
      await copy.close();
    }
    expect(epochs[0]).not.toBe(store.epoch);
    expect(epochs[1]).toBe(epochs[0]);
    expect(() => sqliteBackup(join(folder, 'relay.db'), join(folder, 'copy.db'))).toThrow('exists');
  });

  it('counts the quarantine without reading what lies in it', async () => {
    const file = join(tempFolder(), 'relay.db');
    const store = await sqliteStore(file, seededRandom(1));
    onTestFinished(() => store.close());
    const database = openDatabase(file);
    const plan = database.prepare('EXPLAIN QUERY PLAN SELECT count(*), sum(bytes) FROM quarantine').all();
    database.close();
    expect(plan).toMatchObject([{ detail: expect.stringContaining('COVERING INDEX') as string }]);
  });

  it('is not writable when it is closed', async () => {
    const store = await sqliteStore(':memory:', seededRandom(1));
    await store.close();
    expect(await store.isWritable()).toBe(false);
  });
});
