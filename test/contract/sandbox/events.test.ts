import type { JsonWebKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, importInvoice, openBench, readJwt, type Received, WEBHOOK_URL } from '../bench.ts';
import { EXAMPLE_REASONS } from '#sandbox/control/schemas.ts';
import { accepted, bodyOf } from '../switch-proofs/proof.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe('Events', () => {
  it('tells an accepted document by a DocumentStatus event in CloudEvents form', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const documentId = await sent(bench, caller, { externalReference: 'a' });
    await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
    await bench.clock.settle();
    const [received] = bench.webhooks.received;
    expect(received?.url).toBe(WEBHOOK_URL);
    expect(received?.headers['content-type']).toBe('application/cloudevents+json');
    expect(eventBodyOf(received)).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(UUID),
      source: 'http://sandbox.test',
      type: 'DocumentStatus',
      datacontenttype: 'application/json',
      time: '2026-01-05T08:00:00.000Z',
      data: {
        integrationId: caller.integrationId,
        documentId,
        externalReference: 'a',
        documentState: 'Accepted',
        rejectedDatetime: null,
        rejectionReason: null,
        metadata: null,
      },
    });
  });

  it('tells a revocation once, with the integrationId alone', async () => {
    const bench = await openBench();
    const { integrationId } = await aCaller(bench);
    for (let times = 0; times < 2; times += 1) await bench.control('POST', `/integrations/${integrationId}/revoke`);
    await bench.clock.settle();
    expect(bench.webhooks.received.map(eventBodyOf)).toMatchObject([{ type: 'Revocation', data: { integrationId } }]);
    expect(Object.keys((eventBodyOf(bench.webhooks.received[0]) as { data: object }).data)).toEqual(['integrationId']);
  });

  it('leaves the integrationId out of a status when the switch says so', async () => {
    const bench = await openBench({ switches: { nullIntegrationId: true } });
    const documentId = await sent(bench, await aCaller(bench));
    await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
    await bench.clock.settle();
    expect(eventBodyOf(bench.webhooks.received[0])).toMatchObject({ data: { integrationId: null, documentId } });
  });
});

describe('§ Webhook signature', () => {
  it('signs for five minutes, by the clock of the sandbox, with no claim beyond those of the document', async () => {
    const bench = await openBench();
    await decided(bench);
    const [received] = bench.webhooks.received;
    const { header, claims } = readJwt(received?.headers['x-service-webhook-signature'] ?? '', await publishedJwks(bench));
    expect(header).toEqual({ alg: 'RS512', typ: 'JWT', kid: expect.any(String) });
    expect(Object.keys(claims).sort()).toEqual(['body_sha256', 'ce_type', 'exp', 'iat', 'iss', 'jti']);
    expect(claims).toMatchObject({ iat: Date.UTC(2026, 0, 5, 8) / 1000, exp: Date.UTC(2026, 0, 5, 8, 5) / 1000 });
  });

  it('signs by a new key after a rotation, and goes on publishing the old one', async () => {
    const bench = await openBench({ keys: 'new' });
    const { kid } = (await (await bench.control('POST', '/keys/rotate')).json()) as { kid: string };
    await decided(bench);
    const published = await publishedJwks(bench);
    const signed = readJwt(bench.webhooks.received[0]?.headers['x-service-webhook-signature'] ?? '', published);
    expect([signed.header['kid'], signed.genuine, published.keys.length]).toEqual([kid, true, 2]);
  });

  it.each([true, false])('signs a retry again when the switch is %s, over the same body', async (resignRetries) => {
    const bench = await openBench({ switches: { resignRetries } });
    bench.webhooks.answer(500);
    await decided(bench);
    await bench.clock.advance(5_000);
    const [first, second] = bench.webhooks.received;
    expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
    expect(first?.headers['x-service-webhook-signature'] !== second?.headers['x-service-webhook-signature']).toBe(resignRetries);
  });
});

async function publishedJwks(bench: Bench): Promise<{ readonly keys: readonly JsonWebKey[] }> {
  const response = await bench.call('/.well-known/jwks.json');
  return (await response.json()) as { keys: JsonWebKey[] };
}

async function sent(bench: Bench, caller: Caller, fields = {}): Promise<string> {
  return ((await (await importInvoice(bench, caller, fields)).json()) as { documentId: string }).documentId;
}

async function decided(bench: Bench): Promise<void> {
  const documentId = await sent(bench, await aCaller(bench));
  await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
  await bench.clock.settle();
}

function eventBodyOf(received: Received | undefined): unknown {
  return JSON.parse(received?.body.toString('utf8') ?? 'null');
}

const attempts = async (bench: Bench) =>
  ((await (await bench.control('GET', '/deliveries')).json()) as { attempts: { status: number | null; code: string | null }[] }[]).flatMap(
    (delivery) => delivery.attempts.map(({ status, code }) => [status, code]),
  );

describe('the hand-shake of CloudEvents', () => {
  it.each(['*', 'sandbox.test'])('lets events through to a receiver that allows %s', async (origin) => {
    const bench = await openBench({ switches: { handshake: true } });
    bench.webhooks.allow(origin);
    await accepted(bench);
    expect(bench.webhooks.received.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
    expect(bench.webhooks.received[0]?.headers).toEqual({ 'webhook-request-origin': 'sandbox.test' });
  });

  it('holds them back from one that does not, as a failure that is tried again', async () => {
    const bench = await openBench({ switches: { handshake: true } });
    bench.webhooks.allow('somebody.else');
    await accepted(bench);
    expect(await attempts(bench)).toEqual([[204, 'HANDSHAKE']]);
    bench.webhooks.allow('*');
    await bench.clock.advance(5_000);
    expect(bench.webhooks.received.map(({ method }) => method)).toEqual(['OPTIONS', 'OPTIONS', 'POST']);
    expect((await attempts(bench)).at(-1)).toEqual([204, null]);
  });

  it('is a failure with one that cannot be reached or knows no OPTIONS', async () => {
    const bench = await openBench({ switches: { handshake: true } });
    bench.webhooks.answer('unreachable');
    await accepted(bench);
    bench.webhooks.answer(405);
    await bench.clock.advance(5_000);
    expect(await attempts(bench)).toEqual([
      [null, 'HANDSHAKE'],
      [405, 'HANDSHAKE'],
    ]);
  });
});

describe('an event made by hand', () => {
  it('is of any type, with any members, signed and delivered like the others', async () => {
    const bench = await openBench();
    const { integrationId } = await aCaller(bench);
    const wanted = {
      type: 'InvoicePaid',
      integrationId,
      data: { integrationId, paid: [1] },
      envelope: { subject: 'x', time: '2020-01-01T00:00:00Z' },
    };
    const made = await bench.control('POST', '/events', wanted);
    await bench.clock.settle();
    const [received] = bench.webhooks.received;
    const { eventId } = (await made.json()) as { eventId: string };
    expect(bodyOf(received)).toMatchObject({ specversion: '1.0', id: eventId, type: 'InvoicePaid', ...wanted.envelope, data: wanted.data });
    const jwks = (await (await bench.call('/.well-known/jwks.json')).json()) as Parameters<typeof readJwt>[1];
    expect(readJwt(received?.headers['x-service-webhook-signature'] ?? '', jwks)).toMatchObject({
      genuine: true,
      claims: { ce_type: 'InvoicePaid' },
    });
  });

  it('tells an unknown state of a document that is here', async () => {
    const bench = await openBench();
    const documentId = await accepted(bench, { externalReference: 'a' });
    await bench.control('POST', '/events', { type: 'DocumentStatus', documentId, data: { documentState: 'Archived' } });
    await bench.clock.settle();
    const known = { documentId, externalReference: 'a', integrationId: expect.any(String) as unknown };
    expect(bodyOf(bench.webhooks.received[1])).toMatchObject({ type: 'DocumentStatus', data: { ...known, documentState: 'Archived' } });
  });

  it('is told for nobody when nobody is named', async () => {
    const bench = await openBench();
    expect((await bench.control('POST', '/events', { type: 'Revocation', data: { integrationId: null } })).status).toBe(201);
    expect((await bench.control('POST', '/events', { type: '' })).status).toBe(400);
    await bench.clock.settle();
    expect(bench.webhooks.received.map(bodyOf)).toMatchObject([{ type: 'Revocation', data: { integrationId: null } }]);
  });
});

describe('a reason', () => {
  it.each(Object.entries(EXAMPLE_REASONS))('of the list (%s) is told letter by letter', async (exampleReason, rejectionReason) => {
    const bench = await openBench();
    const { documentId } = (await (await importInvoice(bench, await aCaller(bench))).json()) as { documentId: string };
    await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Refused', exampleReason });
    await bench.clock.settle();
    expect(bodyOf(bench.webhooks.received[0])).toMatchObject({ data: { documentState: 'Refused', rejectionReason } });
  });

  it('is listed by name, so that a person can choose', async () => {
    const bench = await openBench();
    expect(await (await bench.control('GET', '/reasons')).json()).toEqual(EXAMPLE_REASONS);
  });
});

describe('a rotation of keys', () => {
  it('without an overlap leaves what the old key signed unverifiable, and the new one verifiable', async () => {
    const bench = await openBench({ keys: 'new', switches: { keyOverlap: false } });
    await accepted(bench);
    await bench.control('POST', '/keys/rotate');
    await accepted(bench);
    const jwks = (await (await bench.call('/.well-known/jwks.json')).json()) as Parameters<typeof readJwt>[1];
    const [before, after] = bench.webhooks.received.map(({ headers }) => headers['x-service-webhook-signature'] ?? '');
    expect(() => readJwt(before ?? '', jwks)).toThrow('no such key');
    expect(readJwt(after ?? '', jwks).genuine).toBe(true);
  });
});
