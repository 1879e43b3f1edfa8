import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { postgresStore } from '#relay/store/open-store.ts';
import type { RetentionLimits, Store } from '#relay/store/store.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { type Postgres, postgresMissing, startPostgres } from '#test/support/postgres.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { uuid } from '../relay-bench.ts';
import { event, linked, NOTHING_DUE } from '../store/store-rows.ts';
import { unless } from '#test/support/why-skipped.ts';

const A = integrationIdSchema.parse(uuid(1, 1));
const LINK = { deviceId: 'd1', integrationId: A };
const ALL = { after: 0, rowsMax: 500, bytesMax: 1_000_000 };
const [ASKED, DUE] = [2_000, 9_000];
const missing = postgresMissing();

describe('a log that is due, on two nodes of one PostgreSQL', unless(missing), () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('stays when the proof comes first and the sweep, which had found it due, right behind it', async () => {
    const { nodes, inLine } = await dueOnTwoNodes(postgres);
    const [proved, swept] = await inLine(
      () => nodes[0].link(LINK, DUE),
      () => nodes[1].sweep(at(DUE)),
    );
    expect([proved.undone, swept.deleted, swept.forgotten]).toEqual([true, 0, []]);
    expect((await nodes[1].page(LINK, ALL))?.events).toHaveLength(5);
    expect(await nodes[1].sweep(at(DUE + 1))).toMatchObject({ deleted: 0, forgotten: [], more: false });
  });

  it('goes when the sweep comes first, and the proof behind it opens what comes from then on', async () => {
    const { nodes, inLine } = await dueOnTwoNodes(postgres);
    const [swept, proved] = await inLine(
      () => nodes[1].sweep(at(DUE)),
      () => nodes[0].link(LINK, DUE),
    );
    expect([swept.deleted, swept.forgotten, proved.undone]).toEqual([5, [A], false]);
    expect(await nodes[0].append([event(6, A)])).toMatchObject([{ kind: 'stored', seq: 6 }]);
    expect((await nodes[1].page(LINK, ALL))?.events.map(({ seq }) => seq)).toEqual([6]);
  });

  it('goes to the end when the node that began with it is gone after a step', async () => {
    const { nodes } = await dueOnTwoNodes(postgres);
    expect(await nodes[0].sweep({ ...at(DUE), rowsMax: 2 })).toMatchObject({ deleted: 2, forgotten: [], more: true });
    await nodes[0].close();
    expect(await nodes[1].sweep(at(DUE))).toMatchObject({ deleted: 3, forgotten: [A] });
    expect(await nodes[1].totals()).toMatchObject({ leaving: 0 });
  });

  it('stays where a node of an older version took the proof, which knows of no date', async () => {
    const { nodes, client } = await dueOnTwoNodes(postgres);
    await client.query('UPDATE links SET lapsed_at = NULL');
    await client.query('DELETE FROM sent_away');
    expect(await nodes[0].sweep(at(DUE))).toMatchObject({ deleted: 0, forgotten: [] });
    expect(await nodes[0].totals()).toMatchObject({ leaving: 0 });
    expect((await nodes[1].page(LINK, ALL))?.events).toHaveLength(5);
  });
});

/** `inLine`: both nodes wait for the integration's row, one behind the other, before either gets it. */
async function dueOnTwoNodes(postgres: Postgres) {
  const url = await postgres.database();
  const open = async (seed: number): Promise<Store> => {
    const store = await postgresStore(url, { random: seededRandom(seed), clock: nodeClock(), poolMax: 3 });
    onTestFinished(() => store.close().catch(() => undefined));
    return store;
  };
  const nodes = [await open(1), await open(2)] as const;
  const [client, watcher] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([client.connect(), watcher.connect()]);
  onTestFinished(() => Promise.all([client.end(), watcher.end()]).then(() => undefined));
  await linked(nodes[0], 'd1', A);
  await nodes[0].append([1, 2, 3, 4, 5].map((n) => event(n, A)));
  await nodes[0].forget(A, ASKED, DUE);
  const waiting = async () => (await watcher.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount;
  const inLine = async <F, S>(first: () => Promise<F>, second: () => Promise<S>): Promise<readonly [F, S]> => {
    await client.query('BEGIN; SELECT FROM integrations FOR UPDATE');
    const one = first();
    await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
    const other = second();
    await expect.poll(waiting, { timeout: 5_000 }).toBe(2);
    await client.query('COMMIT');
    return [await one, await other];
  };
  return { nodes, client, inLine };
}

function at(now: number): RetentionLimits {
  return { ...NOTHING_DUE, now };
}
