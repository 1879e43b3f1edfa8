import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqliteStore } from '#relay/store/sqlite.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { tempFolder } from '#test/support/temp-folder.ts';
import { STORE_PROMISES } from './store.conformance.ts';

describe('SQLite', () => {
  for (const { name, check } of STORE_PROMISES) {
    it(`keeps the promise: ${name}`, async () => {
      const store = await sqliteStore(join(tempFolder(), 'relay.db'), seededRandom(1));
      onTestFinished(() => store.close());
      await check(store);
      expect(await store.isWritable()).toBe(true);
    });
  }
});

describe('the embedded store', () => {
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

  it('is not writable when it is closed', async () => {
    const store = await sqliteStore(':memory:', seededRandom(1));
    await store.close();
    expect(await store.isWritable()).toBe(false);
  });
});
