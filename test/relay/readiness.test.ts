import { describe, expect, it } from 'vitest';
import { RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { CONFIG, METRICS_TOKEN, openRelay, type RelayBench } from './relay-bench.ts';
import { projectText } from '#test/support/project-text.ts';

/** A relay whose store answers as the test wants, and counts how many times it was asked to write. */
async function watched() {
  const store = { looks: 0, isWritable: (): Promise<boolean> => Promise.resolve(true) };
  const bench = await openRelay({
    store: (real) => ({
      ...real,
      isWritable: () => {
        store.looks += 1;
        return store.isWritable();
      },
    }),
  });
  const ask = async (): Promise<number> => (await bench.call('GET', RELAY_PATHS.ready)).status;
  return { bench, store, ask };
}

describe('whether the relay is ready', () => {
  it('is one write to the store in five seconds, however many ask', async () => {
    const { bench, store, ask } = await watched();
    const answers = await Promise.all(Array.from({ length: 500 }, ask));
    await bench.clock.advance(4_999);
    answers.push(await ask());
    expect([new Set(answers), store.looks]).toEqual([new Set([200]), 1]);
    await bench.clock.advance(1);
    expect([await ask(), store.looks]).toEqual([200, 2]);
  });

  it('is no within five seconds of a store that fails, and yes within five of one that writes again', async () => {
    const { bench, store, ask } = await watched();
    expect(await ask()).toBe(200);
    store.isWritable = () => Promise.resolve(false);
    await bench.clock.advance(5_000);
    expect(await ask()).toBe(503);
    store.isWritable = () => Promise.resolve(true);
    await bench.clock.advance(4_999);
    expect([await ask(), store.looks]).toEqual([503, 2]);
    await bench.clock.advance(1);
    expect(await ask()).toBe(200);
  });

  it('is no while the store hangs: five seconds after the look began, with one look at a time', async () => {
    const { bench, store, ask } = await watched();
    const { promise, resolve: answer } = Promise.withResolvers<boolean>();
    store.isWritable = () => promise;
    const first = ask();
    await bench.clock.advance(5_000);
    expect(await first).toBe(503);
    await bench.clock.advance(60_000);
    expect([await ask(), store.looks]).toEqual([503, 1]);
    store.isWritable = () => Promise.resolve(true);
    answer(true);
    await bench.clock.settle();
    expect([await ask(), store.looks]).toEqual([200, 2]);
  });

  it('is no at once when the relay is told to end, whatever was found before', async () => {
    const { bench, ask } = await watched();
    expect(await ask()).toBe(200);
    bench.relay.drain();
    expect(await ask()).toBe(503);
  });
});

const { metricsToken: _, ...WITHOUT_TOKEN } = CONFIG;
const CONTENT_TYPE = /^text\/plain; version=/;

describe('the metrics', () => {
  it('are not there on the public address where no token is set, and cost the store nothing', async () => {
    const counted = counting();
    const bench = await openRelay({ base: WITHOUT_TOKEN, store: counted.store });
    for (const token of [undefined, '', METRICS_TOKEN]) {
      const answer = await bench.call('GET', RELAY_PATHS.metrics, token === undefined ? {} : { token });
      expect([answer.status, (await readProblem(answer)).code]).toEqual([404, 'not-found']);
    }
    expect(counted.totals()).toBe(0);
  });

  it('are for who carries the token, and cost the store nothing without it', async () => {
    const counted = counting();
    const bench = await openRelay({ store: counted.store });
    for (const authorization of ['', 'Bearer', `Bearer ${METRICS_TOKEN}x`, `Bearer ${METRICS_TOKEN.slice(1)}`, `Basic ${METRICS_TOKEN}`]) {
      const answer = await bench.call('GET', RELAY_PATHS.metrics, { headers: { authorization } });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect((await readProblem(answer)).code).toBe('metrics-token');
    }
    expect(counted.totals()).toBe(0);
    const answer = await bench.call('GET', RELAY_PATHS.metrics, { token: METRICS_TOKEN });
    expect(answer.headers.get('content-type')).toMatch(CONTENT_TYPE);
    expect(await answer.text()).toContain('intray_relay_devices 0\n');
  });

  it('are each named on the page for operators, which names no other', async () => {
    const bench = await openRelay({});
    const made = [...(await bench.metrics()).matchAll(/^# TYPE intray_relay_(\w+) /gm)].map(([, name = '']) => name);
    const page = projectText('docs/operations/relay.md');
    expect(made.length).toBeGreaterThan(20);
    expect(made.filter((name) => !new RegExp(`\`(?:intray_relay_)?${name}[\`{]`).test(page))).toEqual([]);
    const named = [...page.matchAll(/`intray_relay_(\w+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !made.includes(name))).toEqual([]);
  });

  it('count the store once in five seconds, however many ask', async () => {
    const counted = counting();
    const bench = await openRelay({ store: counted.store });
    await Promise.all(Array.from({ length: 200 }, () => bench.metrics()));
    await bench.device();
    await bench.clock.advance(4_999);
    expect([figure(await bench.metrics()), counted.totals()]).toEqual(['0', 1]);
    await bench.clock.advance(1);
    expect([figure(await bench.metrics()), counted.totals()]).toEqual(['1', 2]);
  });

  it('with an address of their own are there alone, with the token only where one is set', async () => {
    const open = await openRelay({ base: WITHOUT_TOKEN, config: { metricsApart: true } });
    const closed = await openRelay({ config: { metricsApart: true } });
    expect((await closed.call('GET', RELAY_PATHS.metrics, { token: METRICS_TOKEN })).status).toBe(404);
    expect([await statusApart(open), await statusApart(closed), await statusApart(closed, METRICS_TOKEN)]).toEqual([200, 401, 200]);
    // Nothing else is served there.
    for (const path of [RELAY_PATHS.ready, RELAY_PATHS.description, RELAY_PATHS.webhooks]) {
      expect((await open.relay.metrics(new Request(`http://relay.test${path}`))).status).toBe(404);
    }
  });
});

async function statusApart({ relay }: RelayBench, token = ''): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await relay.metrics(new Request(`http://relay.test${RELAY_PATHS.metrics}`, { headers }))).status;
}

/** A store that counts the calls of `totals`. */
function counting() {
  let totals = 0;
  const store: NonNullable<Parameters<typeof openRelay>[0]>['store'] = (real) => ({
    ...real,
    totals: () => {
      totals += 1;
      return real.totals();
    },
  });
  return { store, totals: () => totals };
}

function figure(text: string): string | undefined {
  return /^intray_relay_devices (\d+)$/m.exec(text)?.[1];
}

async function readProblem(answer: Response): Promise<{ readonly code: string }> {
  return (await answer.json()) as { code: string };
}
