import type { JsonWebKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, importInvoice, openBench, WEBHOOK_URL } from '../bench.ts';
import { type Received, readJwt } from '../webhooks.ts';

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
    expect(bodyOf(received)).toEqual({
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
    expect(bench.webhooks.received.map(bodyOf)).toMatchObject([{ type: 'Revocation', data: { integrationId } }]);
    expect(Object.keys((bodyOf(bench.webhooks.received[0]) as { data: object }).data)).toEqual(['integrationId']);
  });

  it('leaves the integrationId out of a status when the switch says so', async () => {
    const bench = await openBench({ switches: { nullIntegrationId: true } });
    const documentId = await sent(bench, await aCaller(bench));
    await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
    await bench.clock.settle();
    expect(bodyOf(bench.webhooks.received[0])).toMatchObject({ data: { integrationId: null, documentId } });
  });
});

describe('§ Webhook signature', () => {
  it('signs for five minutes, by the clock of the sandbox, with no claim beyond those of the document', async () => {
    const bench = await openBench();
    await decided(bench);
    const [received] = bench.webhooks.received;
    const { header, claims } = readJwt(received?.headers['x-service-webhook-signature'] ?? '', await jwks(bench));
    expect(header).toEqual({ alg: 'RS512', typ: 'JWT', kid: expect.any(String) });
    expect(Object.keys(claims).sort()).toEqual(['body_sha256', 'ce_type', 'exp', 'iat', 'iss', 'jti']);
    expect(claims).toMatchObject({ iat: Date.UTC(2026, 0, 5, 8) / 1000, exp: Date.UTC(2026, 0, 5, 8, 5) / 1000 });
  });

  it('signs by a new key after a rotation, and goes on publishing the old one', async () => {
    const bench = await openBench({ keys: 'new' });
    const { kid } = (await (await bench.control('POST', '/keys/rotate')).json()) as { kid: string };
    await decided(bench);
    const published = await jwks(bench);
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

async function jwks(bench: Bench): Promise<{ readonly keys: readonly JsonWebKey[] }> {
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

function bodyOf(received: Received | undefined): unknown {
  return JSON.parse(received?.body.toString('utf8') ?? 'null');
}
