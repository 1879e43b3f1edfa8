import { describe, expect, it } from 'vitest';
import { cursorPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { CONFIG, METRICS_TOKEN, openRelay, type RelayBench } from './relay-bench.ts';
import { projectText } from '#test/support/project-text.ts';
import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { relayDescription } from '#relay/openapi/relay-description.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { findFault } from './as-described.ts';
import { lackingHeaders, requestFaultOf } from './request-described.ts';

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

const METHODS = ['get', 'post', 'put', 'delete', 'options', 'patch', 'head'];

describe('the OpenAPI description of the relay', () => {
  it('is served to everybody, and is a valid OpenAPI 3.1 document by the official schema', async () => {
    const bench = await openRelay();
    const document = (await (await bench.call('GET', RELAY_PATHS.description)).json()) as SpecData;
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
    expect(await new Validator().validate({ ...document, paths: { healthz: {} } })).toMatchObject({ valid: false });
  });

  it('has every route of the router, and no other', async () => {
    const bench = await openRelay();
    const routes = bench.relay.routes.map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(routes.toSorted()).toEqual(operations().map(({ name }) => name));
  });

  it('names every operation once, and every problem as a problem', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of operations()) expect(Object.keys(operation.responses)).toContain('503');
    const refusals = operations().flatMap(({ operation }) =>
      Object.entries(operation.responses).filter(([status]) => Number(status) >= 400),
    );
    expect(refusals.length).toBeGreaterThan(40);
    for (const [, { content }] of refusals) expect(Object.keys(content ?? {})).toEqual(['application/problem+json']);
  });

  it('shows who has to say who it is, as the relay asks it', async () => {
    const bench = await openRelay();
    const wrong: string[] = [];
    for (const { name, operation } of operations()) {
      const [method = '', path = ''] = name.split(' ');
      const open = operation.security?.length === 0;
      const answer = await bench.call(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, INTEGRATION_ID));
      if ((answer.status === 401) === open) wrong.push(`${name} ${answer.status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('is held against what is asked, too: a malformed request is one by the description, and none that it allows is malformed', async () => {
    for (const query of ['', '?after=0', '?after=3&limit=0&wait=999', `?after=${'9'.repeat(15)}`])
      expect(requestFaultOf(request(query), '')).toBe(null);
    for (const query of ['?after=x', '?limit=-1', '?wait=1.5', `?after=${'9'.repeat(16)}`])
      expect(requestFaultOf(request(query), '')).not.toBe(null);
    expect(requestFaultOf(request('?page=1'), '')).toMatch(/page is not described/);
    const cursor = (body: string) => requestFaultOf(request('', 'PUT', cursorPath(INTEGRATION_ID)), body);
    expect(cursor('{"epoch":"a","seq":1}')).toBe(null);
    for (const body of ['', '{}', '{"epoch":"a","seq":-1}', '{"epoch":"","seq":1}', '[]']) expect(cursor(body)).not.toBe(null);
    expect(lackingHeaders(request('', 'GET', RELAY_PATHS.ready), new Response(null, { status: 503 }))).toEqual(['Retry-After']);
    const bench = await openRelay();
    const { token } = await bench.device(INTEGRATION_ID);
    for (const query of ['?after=x', `?after=${'9'.repeat(15)}`, `?after=${'9'.repeat(16)}`, '?limit=-1', '?limit=0']) {
      // The bench itself checks each request and answer against the description.
      const { status } = await bench.call('GET', `${eventsPath(INTEGRATION_ID)}${query}`, { token });
      expect([200, 400]).toContain(status);
    }
    for (const json of [{}, { epoch: 'a', seq: 1.5 }, 'text', null]) {
      expect((await bench.call('PUT', cursorPath(INTEGRATION_ID), { token, json })).status).toBe(400);
    }
  });

  it('finds what is not as described: a status, a media type, a member too many, a member that lacks', async () => {
    expect(await tokenFault(Response.json({ accessToken: 'a', expiresIn: 9 }))).toBe(null);
    expect(await tokenFault(Response.json({ accessToken: 'a', expiresIn: 9, clientSecret: 'b' }))).toMatch(/additional/);
    expect(await tokenFault(Response.json({ accessToken: 'a' }))).toMatch(/expiresIn/);
    expect(await faultOfPage(1_767_600_000_000)).toBe(null);
    expect(await faultOfPage(1_767_600_000_000.5)).toMatch(/integer/);
    expect(await tokenFault(Response.json({}, { status: 206 }))).toBe('the status is not described');
    expect(await tokenFault(new Response('a', { headers: { 'content-type': 'text/html' } }))).toBe('text/html is not described');
    expect(await tokenFault(Response.json({ code: 'rate' }, { status: 429 }))).toBe('application/json is not described');
  });
});

function request(query: string, method = 'GET', path = eventsPath(INTEGRATION_ID)): Request {
  return new Request(`http://relay.test${path}${query}`, { method });
}

function faultOfPage(receivedAt: number): Promise<string | null> {
  const events = [{ seq: 1, eventId: 'e', receivedAt, jwt: 'j', body: 'YQ==' }];
  return findFault(request(''), Response.json({ epoch: 'a', more: false, events }));
}

function tokenFault(answer: Response): Promise<string | null> {
  return findFault(request('', 'GET', RELAY_PATHS.accessToken), answer);
}

type Operation = {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
};

/** All operations by `get /path`, sorted. */
function operations(): readonly { readonly name: string; readonly operation: Operation }[] {
  const { paths } = relayDescription('x-service-webhook-signature');
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item as Readonly<Record<string, Operation>>)
        .filter(([method]) => METHODS.includes(method))
        .map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    )
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
