import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migratePostgres, postgresStore } from '#relay/store/open-store.ts';
import { POSTGRES_MIGRATIONS } from '#relay/store/schema.ts';
import { sealWith } from '#relay/store/seal.ts';
import type { QuarantinedRow, Store } from '#relay/store/store.ts';
import { documentIdSchema, type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked } from './store.devices.ts';
import { SEAL_KEY_PROMISES } from './store.quarantine.ts';
import { STORE_PROMISES } from './store.conformance.ts';
import { unless } from '#test/support/why-skipped.ts';

const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };
const missing = postgresMissing();

describe('PostgreSQL', unless(missing), () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  for (const { name, check } of STORE_PROMISES) {
    it(`keeps the promise: ${name}`, async () => {
      const store = await open(await postgres.database());
      await check(store);
      expect(await store.isWritable()).toBe(true);
    });
  }

  for (const { name, check } of SEAL_KEY_PROMISES) {
    it(`keeps the promise: ${name}`, async () => {
      const url = await postgres.database();
      const random = seededRandom(1);
      await check((keys) => postgresStore(url, { random, clock: nodeClock(), seal: sealWith(keys, random) }));
      expect(await (await open(url)).isWritable()).toBe(true);
    });
  }

  it('gives places without gaps and in the order of commits, to 64 writers on two nodes, under a reader', async () => {
    const url = await postgres.database();
    const nodes = [await open(url, 1), await open(url, 2)] as const;
    const reader = await open(url, 3);
    const integrations = [1, 2, 3].map((n) => integrationIdSchema.parse(uuid(1, n)));
    await linked(reader, 'd1', ...integrations);
    const written = new AbortController();
    const gaps: string[] = [];
    const looks = (async () => {
      const at = new Map<IntegrationId, number>();
      while (!written.signal.aborted) {
        for (const integrationId of integrations) {
          const page = await reader.page(
            { deviceId: 'd1', integrationId },
            { after: at.get(integrationId) ?? 0, rowsMax: 500, bytesMax: 1e6 },
          );
          for (const { seq } of page?.events ?? []) {
            const expected = (at.get(integrationId) ?? 0) + 1;
            if (seq !== expected) gaps.push(`${seq} after ${expected - 1}`);
            at.set(integrationId, seq);
          }
        }
      }
    })();
    // Every event is sent to both nodes, as by a service whose first answer was lost.
    const batches = Array.from({ length: 64 }, (_, writer) =>
      Array.from({ length: 6 }, (_unused, n) => event(Math.floor(writer / 2) * 6 + n, integrations[(writer + n) % 3] ?? null)),
    );
    const appended = await Promise.all(batches.map((batch, writer) => (writer % 2 === 0 ? nodes[0] : nodes[1]).append(batch)));
    written.abort();
    await looks;
    expect(gaps).toEqual([]);
    const kinds = appended.flat().map((one) => one.kind);
    expect(kinds.filter((kind) => kind === 'stored')).toHaveLength(192);
    expect(kinds.filter((kind) => kind === 'duplicate')).toHaveLength(192);
    const heads = (await reader.heads('d1'))?.map(({ seq }) => seq) ?? [];
    expect(heads.reduce((sum, seq) => sum + seq, 0)).toBe(192);
  });

  it('gives a document that two integrations claim at once to one of them, without a gap', async () => {
    const url = await postgres.database();
    const nodes = [await open(url, 1), await open(url, 2)] as const;
    const [a, b] = [integrationIdSchema.parse(uuid(1, 1)), integrationIdSchema.parse(uuid(1, 2))];
    await linked(nodes[0], 'd1', a, b);
    const documents = Array.from({ length: 20 }, (_, n) => documentIdSchema.parse(uuid(7, n)));
    await nodes[0].append(documents.map((documentId, n) => ({ ...event(n, null), documentId })));
    const claims = [
      nodes[0].claim({ deviceId: 'd1', integrationId: a }, documents),
      nodes[1].claim({ deviceId: 'd1', integrationId: b }, documents),
    ];
    const claimed = await Promise.all(claims);
    expect((claimed[0] ?? 0) + (claimed[1] ?? 0)).toBe(20);
    expect((await nodes[0].heads('d1'))?.map(({ seq }) => seq)).toEqual(claimed);
  });

  it('brought back by pg_dump and pg_restore has everything of the dump, and another epoch, since what came after is lost', async () => {
    const [url, restored] = [await postgres.database(), await postgres.database()];
    const [from, integration] = [await open(url, 1), integrationIdSchema.parse(uuid(1, 1))];
    await linked(from, 'd1', integration);
    await from.append(Array.from({ length: 20 }, (_, n) => event(n, integration)));
    const link = { deviceId: 'd1', integrationId: integration };
    const dump = join(tempFolder(), 'relay.dump');
    execFileSync('pg_dump', ['--format=custom', `--file=${dump}`, url]);
    await from.append([event(20, integration)]);
    execFileSync('pg_restore', [`--dbname=${restored}`, '--no-owner', '--exit-on-error', dump]);
    const back = await open(restored, 2);
    expect(back.epoch).not.toBe(from.epoch);
    expect(await back.page(link, ALL)).toEqual({ ...(await from.page(link, { ...ALL, rowsMax: 20 })), more: false });
    // The place of the lost event is given again, so a cursor of the old epoch must not count.
    expect(await back.append([event(99, integration)])).toMatchObject([{ kind: 'stored', seq: 21 }]);
    expect(await back.acknowledge({ ...link, epoch: from.epoch, seq: 21 })).toBe('other-epoch');
    expect(await back.append([event(3, integration)])).toEqual([{ kind: 'duplicate' }]);
    expect((await open(restored, 3)).epoch).toBe(back.epoch);
  });

  it('begins another epoch when a dump was read back', async () => {
    const url = await postgres.database();
    const first = await open(url, 1);
    const client = new Client({ connectionString: url });
    await client.connect();
    // What pg_restore does to a table: the same rows in another one.
    await client.query('CREATE TABLE again (LIKE events INCLUDING ALL); DROP TABLE events; ALTER TABLE again RENAME TO events');
    await client.end();
    expect((await open(url, 2)).epoch).not.toBe(first.epoch);
    expect((await open(url, 3)).epoch).toBe((await open(url, 4)).epoch);
  });

  it('begins one other epoch for all nodes that are started at once then', async () => {
    const url = await postgres.database();
    const first = await open(url, 1);
    const [holder, watcher] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query("UPDATE meta SET value = 'another cluster' WHERE name = 'identity'");
    // Both are released once both have come as far as they can without writing.
    await holder.query("BEGIN; SELECT FROM meta WHERE name = 'epoch' FOR UPDATE");
    const opening = Promise.all([open(url, 2), open(url, 3)]);
    const waiting = async () => (await watcher.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount;
    await expect.poll(waiting, { timeout: 5_000 }).toBe(2);
    await holder.query('COMMIT');
    const [second, third] = await opening;
    await Promise.all([holder.end(), watcher.end()]);
    expect(third.epoch).toBe(second.epoch);
    expect(second.epoch).not.toBe(first.epoch);
  });

  it('lists all that lies in quarantine where "aa" is sorted behind "z", as in Danish', async () => {
    const url = await postgres.database();
    const store = await open(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('ALTER TABLE quarantine ALTER body_digest TYPE text COLLATE "da-x-icu"');
    await client.end();
    const digests = ['0', 'a', 'f'].map((digit) => digit.repeat(64));
    for (const bodyDigest of digests)
      await store.quarantine({ bodyDigest, receivedAt: 1, code: 'json', jwt: 'jwt', body: new Uint8Array() });
    const found = async (prefix: string): Promise<readonly string[]> => {
      const rows = [];
      for (let after: QuarantinedRow | null = null; ; after = rows.at(-1) ?? null) {
        const [row] = await store.quarantined({ prefix, after, rowsMax: 1 });
        if (row === undefined) return rows.map(({ bodyDigest }) => bodyDigest);
        rows.push(row);
      }
    };
    expect((await found('')).toSorted()).toEqual(digests);
    expect(await found('aaaaaaaa')).toEqual(digests.slice(1, 2));
  });

  it('lets a step of the schema take its time, which may go through all events, whatever a question may take', async () => {
    const limits = { query_timeout: 1_000, statement_timeout: 1_000 };
    const pool = new Pool({ connectionString: await postgres.database(), max: 1, ...limits });
    onTestFinished(() => pool.end());
    await migratePostgres(pool, ['SELECT pg_sleep(1.1)']);
    expect((await pool.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '1s' }]);
  });

  it('takes a step that a later version brings, and goes back when that is taken away', async () => {
    const url = await postgres.database();
    const store = await open(url);
    await store.addDevice({ deviceId: 'd1', name: 'PC', createdAt: 1, tokenDigest: 'digest-1' });
    const pool = new Pool({ connectionString: url, max: 1 });
    onTestFinished(() => pool.end());
    const later = [...POSTGRES_MIGRATIONS, 'ALTER TABLE devices ADD COLUMN made_up integer NOT NULL DEFAULT 7'];
    for (const _ of ['first', 'again']) await migratePostgres(pool, later);
    expect((await pool.query('SELECT device_id, made_up FROM devices')).rows).toEqual([{ device_id: 'd1', made_up: 7 }]);
    await expect(open(url)).rejects.toThrow('has version 2');
    await pool.query('ALTER TABLE devices DROP COLUMN made_up; UPDATE schema_version SET version = 1');
    expect((await open(url)).epoch).toBe(store.epoch);
  });

  it('refuses a database that a newer version has written', async () => {
    const url = await postgres.database();
    await open(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query('UPDATE schema_version SET version = 99');
    await client.end();
    await expect(open(url)).rejects.toThrow('has version 99');
  });

  it('keeps its epoch over restarts, and another database has another', async () => {
    const url = await postgres.database();
    const first = await open(url, 1);
    const again = await open(url, 2);
    const other = await open(await postgres.database(), 3);
    expect(again.epoch).toBe(first.epoch);
    expect(other.epoch).not.toBe(first.epoch);
  });
});

async function open(url: string, seed = 1): Promise<Store> {
  const store = await postgresStore(url, { random: seededRandom(seed), clock: nodeClock() });
  onTestFinished(() => store.close());
  return store;
}
