import { describe, expect, it } from 'vitest';
import { aCaller, importEntries, importInvoice, openBench, WAYS } from './bench.ts';
import {
  AMOUNT_MEMBERS,
  AXIS_WITHOUT_SECTIONS,
  EMPTY_LINES,
  ENTRIES,
  entriesOf,
  LINE,
  REQUIRED_LINE_MEMBERS,
  SECTION,
  TWICE_ONE_AXIS,
  UNBALANCED,
  without,
} from './fixtures/entries.ts';

/** `{"a":"…"}` of exactly this many bytes of UTF-8. */
const metadataOf = (bytes: number) => ({ a: 'é'.repeat((bytes - 8) / 2) });

describe.each(WAYS)('§ Entries route (%s)', (way) => {
  it('answers 200 with a documentId and records the lines', async () => {
    const bench = await openBench({ way });
    const body = { entries: ENTRIES, userEmail: 'lea@example.fr', externalReference: 'paie-01', metadata: { month: 'janvier' } };
    const response = await importEntries(bench, await aCaller(bench), body);
    const answer: unknown = await response.json();
    expect([response.status, answer]).toEqual([200, { documentId: expect.any(String) }]);
    expect(await (await bench.control('GET', '/documents')).json()).toMatchObject([
      { importType: 'entries', externalReference: 'paie-01', userEmail: 'lea@example.fr', entryLines: 2, metadata: { month: 'janvier' } },
    ]);
  });

  it('answers 400 VALIDATION_ERROR to empty lines with the right secret, and 401 with a wrong one', async () => {
    const bench = await openBench({ way });
    const caller = await aCaller(bench);
    const right = await importEntries(bench, caller, { entries: EMPTY_LINES });
    expect([right.status, await right.json()]).toMatchObject([400, { errorCode: 'VALIDATION_ERROR' }]);
    const wrong = await importEntries(bench, { ...caller, integrationSecret: 'wrong' }, { entries: EMPTY_LINES });
    expect([wrong.status, await wrong.json()]).toEqual([401, expect.not.objectContaining({ errorCode: expect.anything() })]);
    expect(await (await bench.control('GET', '/documents')).json()).toEqual([]);
  });
});

describe('§ Entries route', () => {
  it.each([
    ['null as metadata', { entries: ENTRIES, metadata: null }],
    ['an empty object as metadata', { entries: ENTRIES, metadata: {} }],
    ['metadata of 16,384 bytes', { entries: ENTRIES, metadata: metadataOf(16_384) }],
    ['entries that do not balance', { entries: UNBALANCED }],
    ['an empty array of axes', { entries: entriesOf({ ...LINE, analyticalAxes: [] }) }],
    ['members that nobody knows', { entries: entriesOf({ ...LINE, colour: 'blue' }), colour: 'blue' }],
  ])('takes %s', async (_, body) => {
    const bench = await openBench();
    expect((await importEntries(bench, await aCaller(bench), body)).status).toBe(200);
  });

  const refused: [string, unknown][] = [
    ['no entries', {}],
    ['entries without data', { entries: {} }],
    ['the bare structure without its wrapper', ENTRIES],
    ['entries as a JSON string', { entries: JSON.stringify(ENTRIES) }],
    ['an array', [{ entries: ENTRIES }]],
    ...REQUIRED_LINE_MEMBERS.map((member): [string, unknown] => [
      `a line without ${member}`,
      { entries: entriesOf(without(LINE, member)) },
    ]),
    ...AMOUNT_MEMBERS.flatMap((member): [string, unknown][] => [
      [`a debit without ${member}`, { entries: entriesOf({ ...LINE, debit: without(LINE.debit, member) }) }],
      [`a credit without ${member}`, { entries: entriesOf({ ...LINE, credit: without(LINE.credit, member) }) }],
    ]),
    ['an amount that is a text', { entries: entriesOf({ ...LINE, debit: { ...LINE.debit, amount: '12' } }) }],
    ['one axisCode twice on a line', { entries: TWICE_ONE_AXIS }],
    ['an axis without sections', { entries: AXIS_WITHOUT_SECTIONS }],
    ['an axis without axisCode', { entries: entriesOf({ ...LINE, analyticalAxes: [{ sections: [SECTION] }] }) }],
    [
      'a section without its code',
      { entries: entriesOf({ ...LINE, analyticalAxes: [{ axisCode: 'A', sections: [without(SECTION, 'section')] }] }) },
    ],
    ['a userEmail that is none', { entries: ENTRIES, userEmail: 'lea' }],
    ['a userEmail that is empty', { entries: ENTRIES, userEmail: '' }],
    ['a reference of 65 characters', { entries: ENTRIES, externalReference: 'a'.repeat(65) }],
    ['metadata that is an array', { entries: ENTRIES, metadata: [] }],
    ['metadata that is a text', { entries: ENTRIES, metadata: 'x' }],
    ['metadata that is a number', { entries: ENTRIES, metadata: 1 }],
    ['metadata that is a boolean', { entries: ENTRIES, metadata: false }],
    ['metadata of 16,386 bytes', { entries: ENTRIES, metadata: metadataOf(16_386) }],
    ['entries of more than 5,242,880 bytes', { entries: entriesOf({ ...LINE, label: 'a'.repeat(5_242_880) }) }],
  ];
  it.each(refused)('answers 400 VALIDATION_ERROR to %s', async (_, body) => {
    const bench = await openBench();
    const response = await importEntries(bench, await aCaller(bench), body);
    expect([response.status, await response.json()]).toMatchObject([400, { errorCode: 'VALIDATION_ERROR' }]);
  });

  it('keeps references apart from those of invoices, and unique among entries', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    expect((await importInvoice(bench, caller, { externalReference: 'a' })).status).toBe(200);
    expect((await importEntries(bench, caller, { entries: ENTRIES, externalReference: 'a' })).status).toBe(200);
    expect((await importEntries(bench, caller, { entries: ENTRIES, externalReference: 'a' })).status).toBe(409);
  });

  it('wants application/json', async () => {
    const bench = await openBench();
    const { integrationId, integrationSecret, token } = await aCaller(bench);
    const headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integrationSecret, 'content-type': 'text/plain' };
    const init = { method: 'POST', headers, body: JSON.stringify({ entries: ENTRIES }) };
    expect((await bench.call(`/v1/integrations/${integrationId}/entries`, init)).status).toBe(400);
  });
});
