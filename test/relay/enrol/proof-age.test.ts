import { describe, expect, it, onTestFinished } from 'vitest';
import { PROOF_LEAST_MS, proofDueAt } from '#relay/enrol/proof-limits.ts';
import type { Store } from '#relay/store/store.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { eventsPath, integrationPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { fetchPage, listen, openRelay, type RelayBench, uuid } from '../relay-bench.ts';
import { type ProbeBudget, probeBudget, type ProbeTurn } from '#relay/enrol/probe-budget.ts';
import { virtualClock } from '#test/support/virtual-world.ts';

const LOG = eventsPath(INTEGRATION_ID);

describe('a proof that is thirty days old', () => {
  it('opens neither the log nor an access token, until the secret is shown again, which brings all that came meanwhile', async () => {
    const { bench, token } = await aMonthLater();
    await bench.deliver({ id: uuid(6, 1) });
    expect((await bench.call('GET', LOG, { token })).status).toBe(404);
    expect((await bench.call('GET', RELAY_PATHS.accessToken, { token })).status).toBe(404);
    expect((await prove(bench, token, bench.service.integration(INTEGRATION_ID))).status).toBe(200);
    expect((await fetchPage(bench, token, INTEGRATION_ID)).events).toMatchObject([{ eventId: uuid(6, 1) }]);
    expect((await bench.call('GET', RELAY_PATHS.accessToken, { token })).status).toBe(200);
  });

  it('stays shut for a device that has only the secret of before it was changed at the service', async () => {
    const { bench, token } = await aMonthLater();
    const old = bench.service.integration(INTEGRATION_ID);
    bench.service.secrets.set(INTEGRATION_ID, 'changed');
    expect((await prove(bench, token, old)).status).toBe(404);
    expect((await bench.call('GET', LOG, { token })).status).toBe(404);
    expect((await prove(bench, token, 'changed')).status).toBe(200);
  });

  it('keeps no device from leaving, nor from having the log deleted by the secret', async () => {
    const { bench, token } = await aMonthLater();
    const other = await bench.device(INTEGRATION_ID);
    expect((await bench.call('DELETE', integrationPath(INTEGRATION_ID), { token })).status).toBe(204);
    await bench.clock.advance(31 * DAY_MS);
    const json = { integrationSecret: bench.service.integration(INTEGRATION_ID) };
    expect((await bench.call('DELETE', LOG, { token: other.token, json })).status).toBe(204);
  });

  it('ends the stream where it was the only one, and another is given from the new proof on', async () => {
    const bench = await openRelay();
    const { token, deviceId } = await bench.device();
    const link = { deviceId, integrationId: INTEGRATION_ID };
    const long = bench.clock.wallMs() - 31 * DAY_MS;
    await bench.store.link(link as Parameters<Store['link']>[0], long, long + 30 * DAY_MS);
    const first = await listen((request) => bench.relay.fetch(request), token);
    expect(await first.until('"seq":0')).toBe(true);
    bench.relay.start();
    await bench.clock.settle();
    expect(await first.until('never')).toBe(false);
    expect((await bench.call('GET', RELAY_PATHS.doorbell, { token })).status).toBe(404);
    await prove(bench, token, bench.service.integration(INTEGRATION_ID));
    const second = await listen((request) => bench.relay.fetch(request), token);
    expect(await second.until('"seq":0')).toBe(true);
    await bench.deliver({ id: uuid(6, 1) });
    expect(await second.until('"seq":1')).toBe(true);
  });

  it('is due for each computer of an office at a moment of its own, three days early at most', () => {
    const office = Array.from({ length: 30 }, (_, n) => 1_767_600_000_000 + n * 7 * SECOND_MS);
    const due = office.map(proofDueAt);
    for (const [n, at] of due.entries()) {
      const age = at - (office[n] ?? 0);
      expect(age > PROOF_LEAST_MS && age <= 30 * DAY_MS).toBe(true);
    }
    const hours = new Set(due.map((at) => Math.floor(at / (60 * MINUTE_MS))));
    expect(hours.size).toBeGreaterThan(15);
  });
});

describe('a device token', () => {
  it('ends after 90 days without a call', async () => {
    const bench = await openRelay();
    const [idle, daily] = [await bench.device(INTEGRATION_ID), await bench.device(INTEGRATION_ID)];
    const answers = async () => [await me(bench, idle.token), await me(bench, daily.token)];
    for (let day = 0; day < 90; day += 30) {
      await bench.clock.advance(30 * DAY_MS);
      expect(await me(bench, daily.token)).toBe(200);
    }
    await bench.clock.advance(1);
    expect(await answers()).toEqual([401, 200]);
  });

  it('is written down as used once a day, however often it is', async () => {
    const uses: number[] = [];
    const noting = (real: Store): Store => ({ ...real, noteUse: async (id, at) => (uses.push(at), real.noteUse(id, at)) });
    const bench = await openRelay({ store: noting });
    const { token } = await bench.device();
    for (let n = 0; n < 30; n += 1) {
      await bench.clock.advance(6 * 60 * MINUTE_MS);
      await me(bench, token);
    }
    expect(uses).toHaveLength(7);
  });
});

async function me(bench: RelayBench, token: string): Promise<number> {
  return (await bench.call('GET', RELAY_PATHS.me, { token })).status;
}

/** A device whose proof was 30 days old when retention ran. */
async function aMonthLater() {
  const bench = await openRelay();
  const { token } = await bench.device(INTEGRATION_ID);
  await bench.clock.advance(26 * DAY_MS);
  expect((await bench.call('GET', LOG, { token })).status).toBe(200);
  await bench.clock.advance(4 * DAY_MS);
  bench.relay.start();
  await bench.clock.settle();
  return { bench, token };
}

function prove(bench: RelayBench, token: string, integrationSecret: string): Promise<Response> {
  return bench.call('POST', RELAY_PATHS.integrations, { token, json: { integrationId: INTEGRATION_ID, integrationSecret } });
}

type Told = { readonly name: string; readonly turn: ProbeTurn | null };

describe('what the relay asks of the service for proofs', () => {
  it('is asked for eight at a time, by who has failed least first, and in the order of arrival among these', async () => {
    const { told, ask, end } = aBudget();
    for (let n = 0; n < 8; n += 1) ask(`first ${n}`, 9);
    ask('guesser', 5);
    ask('another guesser', 5);
    ask('newcomer', 0);
    ask('known', -1);
    await settled();
    expect(told).toHaveLength(8);
    for (let n = 0; n < 4; n += 1) end(n, false);
    await settled();
    expect(told.slice(8).map(({ name }) => name)).toEqual(['known', 'newcomer', 'guesser', 'another guesser']);
  });

  it('may fail sixty times at once and then twice a second; what holds is not counted', async () => {
    const { told, ask, clock, end, endAll } = aBudget();
    for (let n = 0; n < 500; n += 1) {
      ask(`right ${n}`, 0);
      await settled();
      end(n, false);
    }
    expect(told).toHaveLength(500);
    for (let n = 0; n < 100; n += 1) ask(`wrong ${n}`, 0);
    await settled();
    await endAll();
    expect(told).toHaveLength(560);
    await clock.advance(499);
    expect(told).toHaveLength(560);
    for (let n = 0; n < 5; n += 1) {
      await clock.advance(500);
      await endAll();
    }
    expect(told).toHaveLength(565);
  });

  it('is waited for in a queue of two hundred for fifteen seconds; who has failed most is sent away first', async () => {
    const { told, ask, clock } = aBudget();
    for (let n = 0; n < 8; n += 1) ask(`first ${n}`, 0);
    for (let n = 0; n < 201; n += 1) ask(`guess ${n}`, n);
    await settled();
    expect(told.slice(8)).toEqual([{ name: 'guess 200', turn: null }]);
    ask('newcomer', 0);
    await settled();
    expect(told.slice(9)).toEqual([{ name: 'guess 199', turn: null }]);
    await clock.advance(14_999);
    expect(told).toHaveLength(10);
    await clock.advance(1);
    expect(told.slice(10).every(({ turn }) => turn === null)).toBe(true);
    expect(told).toHaveLength(210);
  });

  it('is given up at once when the relay closes', async () => {
    const { told, ask, stop, clock } = aBudget();
    for (let n = 0; n < 9; n += 1) ask(`${n}`, 0);
    stop();
    await settled();
    expect(told.map(({ turn }) => turn === null)).toEqual([...Array<boolean>(8).fill(false), true]);
    expect(clock.sleepers).toBe(0);
  });
});

function aBudget() {
  const clock = virtualClock();
  const ends = new AbortController();
  onTestFinished(() => ends.abort());
  const turnOf: ProbeBudget = probeBudget(clock, ends.signal);
  const told: Told[] = [];
  const ended = new Set<number>();
  const note = async (name: string, rank: number): Promise<void> => {
    told.push({ name, turn: await turnOf(rank) });
  };
  const end = (at: number, isFailure: boolean): void => {
    if (ended.has(at)) return;
    ended.add(at);
    told[at]?.turn?.done(isFailure);
  };
  /** Makes every running proof fail, and those that follow. */
  const endAll = async (): Promise<void> => {
    for (let at = 0; at < told.length; at += 1) {
      end(at, true);
      await settled();
    }
  };
  return { told, ask: (name: string, rank: number) => void note(name, rank), clock, stop: () => ends.abort(), end, endAll };
}

async function settled(): Promise<void> {
  for (let n = 0; n < 4; n += 1) await new Promise((resolve) => setImmediate(resolve));
}
