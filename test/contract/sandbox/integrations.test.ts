import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, headersOf, importEntries, importInvoice, openBench } from '../bench.ts';
import { EMPTY_LINES } from '../fixtures/entries.ts';

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
