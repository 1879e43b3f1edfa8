import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, headersOf, importEntries, importInvoice, openBench } from '../bench.ts';
import { EMPTY_LINES } from '../fixtures/entries.ts';

const START = Date.UTC(2026, 0, 5, 8);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('§ Delivery', () => {
  it('lists each attempt with its status: any 2xx ends them, anything else is followed by another after 5 s', async () => {
    const bench = await openBench();
    bench.webhooks.answer(301);
    await decided(bench);
    bench.webhooks.answer(299);
    await bench.clock.advance(4_999);
    expect(bench.webhooks.received.length).toBe(1);
    await bench.clock.advance(1);
    const attempts = [{ status: 301 }, { status: 299 }];
    expect(await deliveries(bench)).toMatchObject([{ state: 'delivered', nextAt: null, attempts }]);
  });

  it.each(['unreachable', 'timed-out', 'broken'] as const)('takes "%s" as a failure', async (fault) => {
    const bench = await openBench();
    bench.webhooks.answer(fault);
    await decided(bench);
    expect(await deliveries(bench)).toMatchObject([{ state: 'pending', attempts: [{ status: null, code: 'TEST' }] }]);
  });

  it('retries 5, 10 and 30 s after the first failure, then every 5 minutes, and stops after 48 hours', async () => {
    const bench = await openBench();
    bench.webhooks.answer(503);
    await decided(bench);
    await bench.clock.advance(60 * HOUR);
    const [delivery] = await deliveries(bench);
    const offsets = delivery?.attempts.map(({ at }) => Date.parse(at) - START) ?? [];
    expect(offsets.slice(0, 6)).toEqual([0, 5_000, 10_000, 30_000, 30_000 + 5 * MINUTE, 30_000 + 10 * MINUTE]);
    expect(offsets.at(-1)).toBe(30_000 + 575 * 5 * MINUTE);
    expect(offsets.length).toBe(579);
    expect(delivery?.state).toBe('given-up');
  });

  it('delivers duplicates with the same id when the switch says so', async () => {
    const bench = await openBench({ switches: { duplicateDeliveries: 2 } });
    await decided(bench);
    const ids = bench.webhooks.received.map(({ body }) => (JSON.parse(body.toString()) as { id: string }).id);
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
  });

  it('does not let a slow receiver hold up another event', async () => {
    const bench = await openBench();
    let calls = 0;
    bench.webhooks.answer(async (request) => {
      calls += 1;
      if (calls === 1) await bench.clock.sleep(9_000, request.stop);
      return 204;
    });
    await decided(bench);
    await decided(bench);
    expect((await deliveries(bench)).map(({ state }) => state)).toEqual(['pending', 'delivered']);
  });

  it('keeps events while nobody has said where they go', async () => {
    const bench = await openBench({ switches: { webhookUrl: null } });
    await decided(bench);
    await bench.clock.advance(72 * HOUR);
    expect(bench.webhooks.received.length).toBe(0);
    await bench.control('PUT', '/webhook-url', { url: 'http://127.0.0.1:9/late' });
    await bench.clock.settle();
    expect(bench.webhooks.received.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/late']);
  });
});

describe('States and transitions, Document', () => {
  it('decides on its own after the delay, and refuses what the rule names with its French reason', async () => {
    const bench = await openBench();
    const refuseWhen = [{ contains: 'ILLISIBLÉ', reason: 'Document illisible, merci de le renvoyer.' }];
    await bench.control('PATCH', '/switches', { autoDecide: { afterMs: 1_000, refuseWhen } });
    const caller = await aCaller(bench);
    await importInvoice(bench, caller, { filename: 'facture.pdf' });
    await importInvoice(bench, caller, { filename: 'Scan illisiblé.pdf'.normalize('NFD') });
    await importInvoice(bench, caller, { comment: 'peut-être illisiblé' });
    await bench.clock.advance(999);
    expect((await states(bench)).map(([state]) => state)).toEqual([null, null, null]);
    await bench.clock.advance(1);
    const refused = ['Refused', 'Document illisible, merci de le renvoyer.'];
    expect(await states(bench)).toEqual([['Accepted', null], refused, refused]);
    expect(bench.webhooks.received.length).toBe(3);
  });

  it('lets a second decision through as another event', async () => {
    const bench = await openBench();
    await decided(bench);
    const [document] = (await (await bench.control('GET', '/documents')).json()) as { documentId: string }[];
    await bench.control('POST', `/documents/${document?.documentId}/decide`, { documentState: 'Refused' });
    await bench.clock.settle();
    expect(bench.webhooks.received.length).toBe(2);
  });
});

type Delivery = { state: string; nextAt: string | null; attempts: { at: string; status: number | null; code: string | null }[] };

async function deliveries(bench: Bench): Promise<Delivery[]> {
  return (await (await bench.control('GET', '/deliveries')).json()) as Delivery[];
}

async function states(bench: Bench): Promise<[string | null, string | null][]> {
  const documents = await (await bench.control('GET', '/documents')).json();
  return (documents as { documentState: string | null; rejectionReason: string | null }[]).map((one) => [
    one.documentState,
    one.rejectionReason,
  ]);
}

async function decided(bench: Bench): Promise<void> {
  const response = await importInvoice(bench, await aCaller(bench));
  const { documentId } = (await response.json()) as { documentId: string };
  await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Accepted' });
  await bench.clock.settle();
}

const STRANGER = '11111111-2222-4333-8444-555555555555';

describe('§ Integration status', () => {
  it('names the integration that is valid', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const response = await status(bench, caller);
    expect([response.status, await response.json()]).toMatchObject([200, { integrationId: caller.integrationId }]);
  });
});

describe('§ Integration secret', () => {
  it.each([
    ['no secret', (caller: Caller) => ({ authorization: `Bearer ${caller.token}` })],
    ['a wrong secret', (caller: Caller) => headersOf({ ...caller, integrationSecret: 'wrong' })],
  ])('is wanted for the status too: %s is 401 without errorCode', async (_, headers) => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const response = await bench.call(`/v1/integrations/${caller.integrationId}`, { headers: headers(caller) });
    expect([response.status, Object.keys((await response.json()) as object)]).toEqual([401, ['type', 'title', 'status', 'detail']]);
  });

  it('is 401 for an integration that is not known, UUID or not', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    for (const integrationId of [STRANGER, 'no-uuid']) expect((await status(bench, { ...caller, integrationId })).status).toBe(401);
  });

  it('needs no secret for the status when the switch says so', async () => {
    const bench = await openBench({ switches: { statusNeedsSecret: false } });
    const caller = await aCaller(bench);
    expect((await status(bench, { ...caller, integrationSecret: 'wrong' })).status).toBe(200);
    expect((await importInvoice(bench, { ...caller, integrationSecret: 'wrong' })).status).toBe(401);
  });
});

const CLOSURES = [
  ['SMB_CLOSED', 'SMB Closed'],
  ['SMB_NOTFOUND', 'SMB not Found'],
  ['CPA_CLOSED', 'CPA Closed'],
] as const;

describe('States and transitions, Integration', () => {
  it.each(CLOSURES)('answers an import with 400 %s, revokes, and says "%s" with every 401 after it', async (errorCode, reason) => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await bench.control('POST', `/integrations/${caller.integrationId}/close`, { errorCode });
    expect((await status(bench, caller)).status).toBe(200);
    const first = await importInvoice(bench, caller);
    expect([first.status, await first.json()]).toMatchObject([400, { status: 400, errorCode }]);
    for (const again of [await importInvoice(bench, caller), await importEntries(bench, caller, {}), await status(bench, caller)]) {
      expect([again.status, await again.json()]).toMatchObject([401, { detail: reason }]);
    }
  });

  it('looks at the company before the data', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await bench.control('POST', `/integrations/${caller.integrationId}/close`, { errorCode: 'SMB_CLOSED' });
    const response = await importEntries(bench, caller, { entries: EMPTY_LINES });
    expect(await response.json()).toMatchObject({ errorCode: 'SMB_CLOSED' });
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('tells an automatic revocation by an event when the switch is %s', async (revocationEventAfterAutoRevoke, told) => {
    const bench = await openBench({ switches: { revocationEventAfterAutoRevoke } });
    const caller = await aCaller(bench);
    await bench.control('POST', `/integrations/${caller.integrationId}/close`, { errorCode: 'CPA_CLOSED' });
    await importInvoice(bench, caller);
    await bench.clock.settle();
    expect(bench.webhooks.received.length).toBe(told);
  });

  it('tells a revocation by a person whatever that switch says', async () => {
    const bench = await openBench({ switches: { revocationEventAfterAutoRevoke: false } });
    const caller = await aCaller(bench);
    await bench.control('POST', `/integrations/${caller.integrationId}/revoke`);
    await bench.clock.settle();
    expect(bench.webhooks.received.length).toBe(1);
    expect(await (await status(bench, caller)).json()).toMatchObject({ status: 401, detail: 'Integration revoked' });
  });

  it('keeps the reason from who has not the secret', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await bench.control('POST', `/integrations/${caller.integrationId}/close`, { errorCode: 'CPA_CLOSED' });
    await importInvoice(bench, caller);
    const response = await importInvoice(bench, { ...caller, integrationSecret: 'wrong' });
    expect(await response.json()).toMatchObject({ status: 401, detail: expect.not.stringContaining('CPA') });
  });

  it('makes a revoked integration active again with a new secret, under the same id', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    await importInvoice(bench, caller, { externalReference: 'a' });
    await bench.control('POST', `/integrations/${caller.integrationId}/revoke`);
    const again = {
      ...caller,
      ...((await (await bench.control('POST', '/integrations', { integrationId: caller.integrationId })).json()) as object),
    };
    expect((await status(bench, again)).status).toBe(200);
    expect((await status(bench, caller)).status).toBe(401);
    expect((await importInvoice(bench, again, { externalReference: 'a' })).status).toBe(409);
  });
});

function status(bench: Bench, caller: Caller): Promise<Response> {
  return bench.call(`/v1/integrations/${caller.integrationId}`, { headers: headersOf(caller) });
}
