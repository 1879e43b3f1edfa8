import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { relayDescription } from '#relay/openapi/relay-description.ts';
import { RELAY_PATHS } from '#shared/relay-protocol/paths.ts';
import { INTEGRATION_ID } from '#test/unit/shared/service-client/signing.ts';
import { faultOf } from './as-described.ts';
import { openRelay } from './relay-bench.ts';

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

  it('finds what is not as described: a status, a media type, a member too many, a member that lacks', async () => {
    const request = new Request('http://relay.test/v1/devices/me/access-token');
    const of = (answer: Response) => faultOf(request, answer);
    expect(await of(Response.json({ accessToken: 'a', expiresIn: 9 }))).toBe(null);
    expect(await of(Response.json({ accessToken: 'a', expiresIn: 9, clientSecret: 'b' }))).toMatch(/additional/);
    expect(await of(Response.json({ accessToken: 'a' }))).toMatch(/expiresIn/);
    expect(await of(Response.json({}, { status: 206 }))).toBe('the status is not described');
    expect(await of(new Response('a', { headers: { 'content-type': 'text/html' } }))).toBe('text/html is not described');
    expect(await of(Response.json({ code: 'rate' }, { status: 429 }))).toBe('application/json is not described');
  });
});

type Operation = {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
};

/** All of them by `get /path`, sorted. */
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
