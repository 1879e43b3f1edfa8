import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, headersOf, importInvoice, openBench } from '../bench.ts';
import { invoiceStatus } from '../switch-proofs/proof.ts';

const status = (bench: Bench, caller: Caller) => bench.call(`/v1/integrations/${caller.integrationId}`, { headers: headersOf(caller) });

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
      expect((await status(bench, caller)).status).toBe(statusAnswer);
    }
  });

  it('tells the truth without a body', async () => {
    const bench = await openBench({ switches: { statusAnswer: 'empty' } });
    const active = await status(bench, await aCaller(bench));
    expect([active.status, await active.text()]).toEqual([200, '']);
    expect((await status(bench, await revoked(bench))).status).toBe(401);
  });

  it.each([401, 404, 410] as const)('answers %i for a revoked integration, with the reason', async (revokedStatus) => {
    const bench = await openBench({ switches: { revokedStatus } });
    const response = await status(bench, await revoked(bench, 'CPA_CLOSED'));
    expect([response.status, await response.json()]).toMatchObject([revokedStatus, { status: revokedStatus, detail: 'CPA Closed' }]);
  });

  it('answers 200 for a revoked integration and tells it by a member', async () => {
    const bench = await openBench({ switches: { revokedStatus: 200 } });
    const response = await status(bench, await revoked(bench));
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
