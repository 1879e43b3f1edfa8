import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, headersOf, importEntries, importInvoice, openBench, WAYS } from '../bench.ts';
import { entriesOf, LINE } from '../fixtures/entries.ts';
import { pdfOf } from '../fixtures/answers.ts';
import type { Switches } from '#sandbox/switches/switches-schema.ts';
import { ACCESS_PROOFS, type Proof } from '../switch-proofs/proof.ts';
import { IMPORT_PROOFS } from '../switch-proofs/import-proofs.ts';
import { WEBHOOK_PROOFS } from '../switch-proofs/webhook-proofs.ts';

const large = { file: new Blob([pdfOf(1_001)]), externalReference: 'large' };

describe.each(WAYS)('a switch of the sandbox (%s)', (way) => {
  it('loses answers after the document was recorded', async () => {
    const bench = await openBench({ way, switches: { answerLost: 2 } });
    const caller = await aCaller(bench);
    await expect(importInvoice(bench, caller, { externalReference: 'a' })).rejects.toThrow('fetch failed');
    await expect(importInvoice(bench, caller, { externalReference: 'b' })).rejects.toThrow('fetch failed');
    const third = await importInvoice(bench, caller, { externalReference: 'a' });
    const [first] = await documents(bench);
    expect([third.status, await third.json()]).toMatchObject([409, { documentId: first?.documentId }]);
    expect((await documents(bench)).length).toBe(2);
  });

  it.each([
    [400, { errorCode: 'VALIDATION_ERROR' }],
    [413, { title: 'Content Too Large' }],
  ] as const)('answers %i to what is too large', async (oversizeStatus, body) => {
    const bench = await openBench({ way, switches: { oversizeStatus, maxFileBytes: 1_000 } });
    const response = await importInvoice(bench, await aCaller(bench), large);
    expect([response.status, await response.json()]).toMatchObject([oversizeStatus, { status: oversizeStatus, ...body }]);
    expect(await documents(bench)).toEqual([]);
  });

  it('cuts the connection on what is too large', async () => {
    const bench = await openBench({ way, switches: { oversizeStatus: 'reset', maxFileBytes: 1_000 } });
    const caller = await aCaller(bench);
    await expect(importInvoice(bench, caller, large)).rejects.toThrow('fetch failed');
    expect((await importInvoice(bench, caller)).status).toBe(200);
  });

  it('answers 413 without reading to the end what no form can be', async () => {
    const bench = await openBench({ way, switches: { oversizeStatus: 413 } });
    const response = await importInvoice(bench, await aCaller(bench), { file: new Blob([pdfOf(12_000_000)]) });
    expect(response.status).toBe(413);
  });

  it('fails the next calls of a route with a status and Retry-After, and no others', async () => {
    const bench = await openBench({ way });
    const caller = await aCaller(bench);
    await bench.control('PATCH', '/switches', { failNext: { status: 429, times: 2, retryAfter: '7' } });
    const answers = [await importInvoice(bench, caller), await importInvoice(bench, caller)];
    expect(answers.map((one) => [one.status, one.headers.get('retry-after')])).toEqual([
      [429, '7'],
      [429, '7'],
    ]);
    expect((await importInvoice(bench, caller)).status).toBe(200);
  });
});

describe('a switch of the sandbox', () => {
  it('makes entries too large answer like files', async () => {
    const bench = await openBench({ switches: { oversizeStatus: 413 } });
    const entries = entriesOf({ ...LINE, label: 'a'.repeat(5_242_880) });
    expect((await importEntries(bench, await aCaller(bench), { entries })).status).toBe(413);
  });

  it('answers an import late, after it was recorded', async () => {
    const bench = await openBench({ switches: { importLatencyMs: 5_000 } });
    const caller = await aCaller(bench);
    let status: number | null = null;
    const going = importInvoice(bench, caller).then((response) => {
      status = response.status;
      return response;
    });
    await bench.clock.run(() => bench.clock.sleepers > 1, 0);
    expect([status, (await documents(bench)).length]).toEqual([null, 1]);
    await bench.clock.advance(5_000);
    expect((await going).status).toBe(200);
  });

  it('delivers the event before the answer', async () => {
    const bench = await openBench({ switches: { eventBeforeAnswer: true } });
    let answered = false;
    const seen: boolean[] = [];
    bench.webhooks.answer(() => Promise.resolve(seen.push(answered) > 0 ? 204 : 500));
    const response = await importInvoice(bench, await aCaller(bench));
    answered = true;
    expect([response.status, seen]).toEqual([200, [false]]);
    expect((await documents(bench))[0]?.documentState).toBe('Accepted');
  });

  it.each([
    ['status', (bench: Bench) => bench.call('/v1/integrations/x')],
    ['health', (bench: Bench) => bench.call('/v1/health')],
    ['token', (bench: Bench) => bench.call('/oauth2/token', { method: 'POST' })],
    ['jwks', (bench: Bench) => bench.call('/.well-known/jwks.json')],
  ] as const)('fails the route "%s" when it is named', async (route, call) => {
    const bench = await openBench({ switches: { failNext: { status: 503, times: 1, route } } });
    expect((await call(bench)).status).toBe(503);
    expect((await call(bench)).status).not.toBe(503);
  });

  it('is refused when it is unknown or makes no sense, and nothing changes', async () => {
    const bench = await openBench();
    for (const patch of [{ maxFilebytes: 1 }, { oversizeStatus: 500 }, { answerLost: -1 }, []]) {
      expect((await bench.control('PATCH', '/switches', patch)).status).toBe(400);
    }
    expect(await (await bench.control('GET', '/switches')).json()).toMatchObject({
      oversizeStatus: 400,
      answerLost: 0,
      maxFileBytes: 5_242_880,
    });
  });

  it('leaves the others as they are when one is changed', async () => {
    const bench = await openBench({ switches: { answerLost: 3, nullIntegrationId: true } });
    const switches: unknown = await (await bench.control('PATCH', '/switches', { importLatencyMs: 1 })).json();
    expect(switches).toMatchObject({ answerLost: 3, nullIntegrationId: true, importLatencyMs: 1 });
  });
});

describe('the control API', () => {
  it('lists calls with method, path and status, and no secret', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await bench.call(`/v1/integrations/${caller.integrationId}?key=hidden`, { headers: headersOf(caller) });
    const text = await (await bench.control('GET', '/requests')).text();
    expect(JSON.parse(text)).toEqual([
      { at: '2026-01-05T08:00:00.000Z', method: 'POST', path: '/oauth2/token', status: 200 },
      { at: '2026-01-05T08:00:00.000Z', method: 'GET', path: `/v1/integrations/${caller.integrationId}`, status: 200 },
    ]);
  });

  it('never shows or logs a secret or a token', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await importInvoice(bench, caller);
    const paths = ['/integrations', '/documents', '/deliveries', '/requests', '/switches', '/openapi.json'];
    const shown = await Promise.all(paths.map(async (path) => (await bench.control('GET', path)).text()));
    const secrets = [caller.token, caller.integrationSecret, bench.sandbox.credentials.clientSecret];
    for (const secret of secrets) expect([...shown, bench.log.text()].filter((text) => text.includes(secret))).toEqual([]);
    expect(bench.log.lines.length).toBeGreaterThan(0);
  });

  it('answers 404 for what is not there', async () => {
    const bench = await openBench();
    const id = '11111111-2222-4333-8444-555555555555';
    for (const path of [`/documents/${id}/decide`, '/documents/x/decide', `/integrations/${id}/revoke`, `/integrations/${id}/close`]) {
      expect([path, (await bench.control('POST', path)).status]).toEqual([path, 404]);
    }
  });

  it('ends the life of all tokens', async () => {
    const bench = await openBench();
    const headers = { authorization: `Bearer ${await bench.token()}` };
    await bench.control('POST', '/tokens/expire');
    expect((await bench.call('/v1/health', { headers })).status).toBe(401);
  });

  it('describes itself as OpenAPI with every switch', async () => {
    const bench = await openBench();
    const described = (await (await bench.control('GET', '/openapi.json')).json()) as {
      components: { schemas: { Switches: { properties: Record<string, { description?: string }> } } };
    };
    const switches = (await (await bench.control('GET', '/switches')).json()) as object;
    const { properties } = described.components.schemas.Switches;
    expect(Object.keys(properties)).toEqual(Object.keys(switches));
    expect(Object.values(properties).filter(({ description }) => description === undefined)).toEqual([]);
  });
});

async function documents(bench: Bench): Promise<{ documentId: string; documentState: string | null }[]> {
  return (await (await bench.control('GET', '/documents')).json()) as { documentId: string; documentState: string | null }[];
}

const jwks = async (bench: Bench) => (await bench.call('/.well-known/jwks.json')).status;

const FAULT_PROOFS: Record<'failNext' | 'faults' | 'seed', Proof> = {
  failNext: {
    on: { failNext: { status: 503, times: 1, route: 'jwks' } },
    look: async (bench) => [await jwks(bench), await jwks(bench)],
    normally: [200, 200],
    turned: [503, 200],
  },
  faults: {
    on: { faults: [{ route: 'jwks', times: 2, effect: { kind: 'status', status: 503 } }] },
    look: async (bench) => [await jwks(bench), await jwks(bench), await jwks(bench)],
    normally: [200, 200, 200],
    turned: [503, 503, 200],
  },
  seed: { on: { seed: 2 }, look: (bench) => struck(bench, 24), normally: '.x...x..x.xxxxxxxxx.xxxx', turned: '.xx...xx.x.xx..x.x.x.xxx' },
};

/** Every switch: one without a proof does not compile. */
const PROOFS: Record<keyof Switches, Proof> = { ...WEBHOOK_PROOFS, ...IMPORT_PROOFS, ...ACCESS_PROOFS, ...FAULT_PROOFS };

describe('a switch', () => {
  it.each(Object.entries(PROOFS))('%s changes what is seen, and only when it is turned', async (_, proof) => {
    const keys = proof.keys === undefined ? {} : { keys: proof.keys };
    expect(await proof.look(await openBench(keys))).toEqual(proof.normally);
    expect(await proof.look(await openBench({ ...keys, switches: proof.on }))).toEqual(proof.turned);
  });
});

/** Which of this many calls are struck. */
async function struck(bench: Bench, calls: number): Promise<string> {
  await bench.control('PATCH', '/switches', { faults: [{ route: 'jwks', probability: 0.5, effect: { kind: 'status', status: 503 } }] });
  let seen = '';
  for (let call = 0; call < calls; call += 1) seen += (await jwks(bench)) === 503 ? 'x' : '.';
  return seen;
}
