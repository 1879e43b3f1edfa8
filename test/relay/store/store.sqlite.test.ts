import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SQLITE_MIGRATIONS } from '#relay/store/migrations/sqlite.ts';
import { sealWith } from '#relay/store/seal.ts';
import { sqliteBackup, sqliteStore } from '#relay/store/sqlite/sqlite-store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { migrate, openDatabase } from '#shared/node/sqlite/open-database.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, NOTHING_DUE } from './store.devices.ts';
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

  it('brings a file of the first version forward, with what is in it', async () => {
    const file = join(tempFolder(), 'relay.db');
    const database = openDatabase(file);
    migrate(database, SQLITE_MIGRATIONS.slice(0, 1));
    database.exec("INSERT INTO meta VALUES ('epoch', 'e1')");
    database.exec(`INSERT INTO integrations VALUES ('${A}', 1, 5)`);
    database.exec(`INSERT INTO events VALUES ('${uuid(2, 1)}', '${A}', 1, NULL, 'T', 1, 'jwt', x'01', 'd')`);
    database.close();
    const store = await sqliteStore(file, seededRandom(1));
    onTestFinished(() => store.close());
    expect(store.epoch).toBe('e1');
    await linked(store, 'd1', A);
    expect(await store.append([event(2, A)])).toMatchObject([{ seq: 2, known: true }]);
    expect((await store.page({ deviceId: 'd1', integrationId: A }, { after: 0, rowsMax: 9, bytesMax: 9_000 }))?.events).toHaveLength(2);
  });

  it('takes no device of before for one that never proved anything, and knows by its links what it proved', async () => {
    const file = join(tempFolder(), 'relay.db');
    const database = openDatabase(file);
    migrate(database, SQLITE_MIGRATIONS.slice(0, 3));
    database.exec("INSERT INTO devices VALUES ('d1', 'PC', 'digest-1', 1), ('d2', 'PC', 'digest-2', 1), ('d3', 'PC', 'digest-3', 1)");
    database.exec(`INSERT INTO links VALUES ('d1', '${A}', 1, 0)`);
    database.exec(`INSERT INTO sent_away VALUES ('d2', '${A}')`);
    database.close();
    const store = await sqliteStore(file, seededRandom(1));
    onTestFinished(() => store.close());
    await store.addDevice({ deviceId: 'd4', name: 'PC', createdAt: 1, tokenDigest: 'digest-4' });
    expect((await store.sweep({ ...NOTHING_DUE, now: 9, unprovedBefore: 9 })).unproved).toEqual(['d4']);
    const known = ['d1', 'd2', 'd3'].map((deviceId) => store.hasProved({ deviceId, integrationId: A }));
    expect(await Promise.all(known)).toEqual([true, true, false]);
  });

  it('has links of before proved again by their own age, none of them at once', async () => {
    const file = join(tempFolder(), 'relay.db');
    const database = openDatabase(file);
    migrate(database, SQLITE_MIGRATIONS.slice(0, 8));
    const day = 86_400_000;
    const ages = [5, 29, 40, 400];
    for (const age of ages) {
      database.exec(`INSERT INTO devices VALUES ('d${age}', 'PC', 'digest-${age}', 1, 1)`);
      database.exec(`INSERT INTO links VALUES ('d${age}', '${A}', ${Date.now() - age * day}, 0)`);
    }
    database.close();
    await (await sqliteStore(file, seededRandom(1))).close();
    const after = openDatabase(file);
    const due = after.prepare('SELECT due_at FROM links ORDER BY proven_at DESC').all();
    after.close();
    // In days from now: each falls due at the next multiple of thirty days of its age.
    expect(due.map((row) => Math.round((Number(row['due_at']) - Date.now()) / day))).toEqual([25, 1, 20, 20]);
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
