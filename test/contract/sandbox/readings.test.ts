import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, headersOf, importInvoice, openBench, tokenForm } from '../bench.ts';
import { invoiceStatus } from '../switch-proofs/proof.ts';

const askStatus = (bench: Bench, caller: Caller) => bench.call(`/v1/integrations/${caller.integrationId}`, { headers: headersOf(caller) });

async function revoked(bench: Bench, errorCode = 'SMB_CLOSED'): Promise<Caller> {
  const caller = await aCaller(bench);
  await bench.control('POST', `/integrations/${caller.integrationId}/close`, { errorCode });
  await importInvoice(bench, caller);
  return caller;
}

describe('the status route, as the switch has it', () => {
  it.each([200, 401, 404, 410, 500, 503] as const)('always says %i to a good token', async (statusAnswer) => {
    const bench = await openBench({ switches: { statusAnswer } });
    for (const caller of [await aCaller(bench), await revoked(bench), { ...(await aCaller(bench)), integrationSecret: 'wrong' }]) {
      expect((await askStatus(bench, caller)).status).toBe(statusAnswer);
    }
  });

  it('tells the truth without a body', async () => {
    const bench = await openBench({ switches: { statusAnswer: 'empty' } });
    const active = await askStatus(bench, await aCaller(bench));
    expect([active.status, await active.text()]).toEqual([200, '']);
    expect((await askStatus(bench, await revoked(bench))).status).toBe(401);
  });

  it.each([401, 404, 410] as const)('answers %i for a revoked integration, with the reason', async (revokedStatus) => {
    const bench = await openBench({ switches: { revokedStatus } });
    const response = await askStatus(bench, await revoked(bench, 'CPA_CLOSED'));
    expect([response.status, await response.json()]).toMatchObject([revokedStatus, { status: revokedStatus, detail: 'CPA Closed' }]);
  });

  it('answers 200 for a revoked integration and tells it by a member', async () => {
    const bench = await openBench({ switches: { revokedStatus: 200 } });
    const response = await askStatus(bench, await revoked(bench));
    expect([response.status, await response.json()]).toMatchObject([200, { status: 'revoked' }]);
  });
});

describe('the reason of a revocation', () => {
  it.each([
    ['SMB_CLOSED', 'SMB Closed'],
    ['SMB_NOTFOUND', 'SMB not Found'],
    ['CPA_CLOSED', 'CPA Closed'],
  ])('after %s is given as plain text when the switch says so', async (errorCode, reason) => {
    const bench = await openBench({ switches: { revokedReasonIn: 'text' } });
    const response = await importInvoice(bench, await revoked(bench, errorCode));
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      401,
      'text/plain; charset=utf-8',
      `${reason}\n`,
    ]);
  });

  it('is given nowhere when the switch says so', async () => {
    const bench = await openBench({ switches: { revokedReasonIn: 'nowhere' } });
    expect(await (await importInvoice(bench, await revoked(bench))).text()).not.toContain('SMB');
  });
});

describe('other readings', () => {
  it.each([
    ['code-points', `${'😀'.repeat(116)}.pdf`, 200],
    ['code-points', `${'😀'.repeat(117)}.pdf`, 400],
    ['code-units', `${'😀'.repeat(58)}.pdf`, 200],
    ['code-units', `${'😀'.repeat(59)}.pdf`, 400],
    ['bytes', `${'é'.repeat(58)}.pdf`, 200],
    ['bytes', `${'é'.repeat(59)}.pdf`, 400],
  ] as const)('a filename is measured in %s', async (filenameUnit, filename, expected) => {
    expect(await invoiceStatus(await openBench({ switches: { filenameUnit } }), { filename })).toBe(expected);
  });

  it.each([
    ['iso-local', '2026-01-05T08:00:00'],
    ['none', undefined],
  ] as const)('a depositDate is written as %s', async (depositDateAs, written) => {
    const bench = await openBench({ switches: { depositDateAs } });
    const caller = await aCaller(bench);
    await importInvoice(bench, caller, { externalReference: 'a' });
    const again = (await (await importInvoice(bench, caller, { externalReference: 'a' })).json()) as { depositDate?: string };
    expect(again.depositDate).toBe(written);
  });

  it('a refused reference that was released can be refused and released again, and is bound by the last document', async () => {
    const bench = await openBench({ switches: { refusedReferenceReleased: true } });
    const caller = await aCaller(bench);
    const send = () => importInvoice(bench, caller, { externalReference: 'a' });
    for (let times = 0; times < 2; times += 1) {
      const { documentId } = (await (await send()).json()) as { documentId: string };
      await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Refused' });
    }
    const { documentId } = (await (await send()).json()) as { documentId: string };
    expect(await (await send()).json()).toMatchObject({ status: 409, documentId });
  });

  it.each(['2026-01-31', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00+01:00', '2026-01-31T10:00:00'])(
    'a line may be dated %s',
    async (date) => {
      const bench = await openBench();
      const amount = { amount: 1, currency: 'EUR', currencyAmount: 1, currencyRate: 1 };
      const line = { date, dueDate: date, debit: amount, credit: amount, journal: 'AC', account: '6', reference: 'a' };
      expect(await invoiceStatus(bench, { entries: JSON.stringify({ data: { lines: [line] } }) })).toBe(200);
    },
  );
});

type TokenAnswer = { token_type: string; expires_in: number; access_token: string };

describe('§ Partner token', () => {
  it('keeps several tokens alive at once', async () => {
    const bench = await openBench();
    const tokens = [await bench.token(), await bench.token()];
    expect(tokens[0]).not.toBe(tokens[1]);
    for (const token of tokens) expect((await health(bench, token)).status).toBe(204);
  });

  it.each([
    ['a wrong secret', { client_secret: 'no' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: '00000000-0000-4000-8000-000000000000' }, 401, 'invalid_client'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', { scope: 'everything' }, 400, 'invalid_scope'],
  ])('refuses %s in OAuth style', async (_, fields, status, error) => {
    const bench = await openBench();
    const response = await bench.call('/oauth2/token', tokenForm(bench.sandbox, fields));
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
  });

  it('takes a form without scope, or with an empty one', async () => {
    const bench = await openBench();
    const form = new URLSearchParams(tokenForm(bench.sandbox, { scope: '' }).body as URLSearchParams);
    expect((await bench.call('/oauth2/token', { method: 'POST', body: form })).status).toBe(200);
    form.delete('scope');
    expect((await bench.call('/oauth2/token', { method: 'POST', body: form })).status).toBe(200);
  });

  it.each(['grant_type', 'client_id', 'client_secret'])('answers invalid_request when %s is missing', async (field) => {
    const bench = await openBench();
    const form = new URLSearchParams(tokenForm(bench.sandbox).body as URLSearchParams);
    form.delete(field);
    const response = await bench.call('/oauth2/token', { method: 'POST', body: form });
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
  });

  it('answers invalid_request to JSON', async () => {
    const bench = await openBench();
    const body = JSON.stringify({ grant_type: 'client_credentials' });
    const response = await bench.call('/oauth2/token', { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    expect(((await response.json()) as { error: string }).error).toBe('invalid_request');
  });

  it('says the life that the switch sets, and ends it then', async () => {
    const bench = await openBench({ switches: { tokenLifeSeconds: 5 } });
    const { access_token, expires_in } = (await (await bench.call('/oauth2/token', tokenForm(bench.sandbox))).json()) as TokenAnswer;
    expect(expires_in).toBe(5);
    await bench.clock.advance(4_999);
    expect((await health(bench, access_token)).status).toBe(204);
    await bench.clock.advance(1);
    expect((await health(bench, access_token)).status).toBe(401);
  });
});

function health(bench: Bench, token: string): Promise<Response> {
  return bench.call('/v1/health', { headers: { authorization: `Bearer ${token}` } });
}
