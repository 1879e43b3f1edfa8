import { describe, expect, it } from 'vitest';
import { aCaller, importEntries, openBench, WAYS } from '../bench.ts';
import { ENTRIES, entriesOf, LINE } from '../fixtures/entries.ts';

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
});

describe('§ Entries route', () => {
  it('takes members that nobody knows', async () => {
    const bench = await openBench();
    const body = { entries: entriesOf({ ...LINE, colour: 'blue' }), colour: 'blue' };
    expect((await importEntries(bench, await aCaller(bench), body)).status).toBe(200);
  });

  it.each(['lea', ''])('answers 400 VALIDATION_ERROR to "%s" as userEmail', async (userEmail) => {
    const bench = await openBench();
    const response = await importEntries(bench, await aCaller(bench), { entries: ENTRIES, userEmail });
    expect([response.status, await response.json()]).toMatchObject([400, { errorCode: 'VALIDATION_ERROR' }]);
  });
});
