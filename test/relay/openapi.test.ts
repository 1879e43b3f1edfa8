import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { relayDescription } from '#relay/openapi/relay-description.ts';
import { cursorPath, eventsPath, RELAY_PATHS } from '#shared/relay-protocol/protocol.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/odd-events.ts';
import { findFault } from './as-described.ts';
import { openRelay } from './relay-bench.ts';
import { lackingHeaders, requestFaultOf } from './request-described.ts';

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
    expect(await page(1_767_600_000_000)).toBe(null);
    expect(await page(1_767_600_000_000.5)).toMatch(/integer/);
    expect(await tokenFault(Response.json({}, { status: 206 }))).toBe('the status is not described');
    expect(await tokenFault(new Response('a', { headers: { 'content-type': 'text/html' } }))).toBe('text/html is not described');
    expect(await tokenFault(Response.json({ code: 'rate' }, { status: 429 }))).toBe('application/json is not described');
  });
});

function request(query: string, method = 'GET', path = eventsPath(INTEGRATION_ID)): Request {
  return new Request(`http://relay.test${path}${query}`, { method });
}

function page(receivedAt: number): Promise<string | null> {
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
