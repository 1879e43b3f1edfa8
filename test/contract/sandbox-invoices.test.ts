import { describe, expect, it } from 'vitest';
import { aCaller, type Fields, importInvoice, openBench, WAYS } from './bench.ts';
import { AXIS_WITHOUT_SECTIONS, EMPTY_LINES, ENTRIES, TWICE_ONE_AXIS, UNBALANCED } from './fixtures/entries.ts';
import { pdfOf, SCANS } from './fixtures/scans.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const file = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

describe.each(WAYS)('§ Import routes: an invoice (%s)', (way) => {
  it.each(['purchase-invoices', 'sales-invoices'])('answers 200 with a documentId on %s', async (route) => {
    const bench = await openBench({ way });
    const response = await importInvoice(bench, await aCaller(bench), {}, route);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ documentId: expect.stringMatching(UUID) });
  });

  it('records the fields and the very bytes', async () => {
    const bench = await openBench({ way });
    const caller = await aCaller(bench);
    const fields = { filename: 'Facture é n°12.PDF', comment: 'Pour Léa', userEmail: 'a@b.fr', externalReference: 'iy1:x_-9' };
    const { documentId } = (await (await importInvoice(bench, caller, fields)).json()) as { documentId: string };
    expect(await (await bench.control('GET', '/documents')).json()).toMatchObject([
      {
        documentId,
        integrationId: caller.integrationId,
        importType: 'purchase-invoices',
        ...fields,
        bytes: SCANS.pdf.byteLength,
        // printf of the same content through sha256sum.
        sha256: '8404fa50a064e4d372329c4c5e92e3d34668180d9e1e2b3659d24ec4a249b92c',
        receivedAt: '2026-01-05T08:00:00.000Z',
        documentState: null,
      },
    ]);
  });

  it('answers 400 VALIDATION_ERROR as a problem', async () => {
    const bench = await openBench({ way });
    const response = await importInvoice(bench, await aCaller(bench), { filename: 'facture.txt' });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: '/problems/validation-error',
      title: 'Bad Request',
      status: 400,
      detail: expect.stringContaining('filename'),
      errorCode: 'VALIDATION_ERROR',
    });
  });
});

describe('§ Invoice form', () => {
  const taken: [string, Fields][] = [
    ['a JPEG', { filename: 'a.jpg', file: file(SCANS.jpeg) }],
    ['a JPEG that ends with .jpeg', { filename: 'a.jpeg', file: file(SCANS.jpeg) }],
    ['a PNG', { filename: 'a.png', file: file(SCANS.png) }],
    ['a BMP', { filename: 'a.bmp', file: file(SCANS.bmp) }],
    ['an ending in upper case', { filename: 'A.PDF' }],
    ['a filename of 120 characters', { filename: `${'é'.repeat(116)}.pdf` }],
    ['120 characters that take two code units each', { filename: `${'😀'.repeat(116)}.pdf` }],
    ['a reference of 64 characters', { externalReference: `${'aZ09_-:'.repeat(9)}x` }],
    ['a comment of any length', { comment: 'Très long. '.repeat(2_000) }],
    ['a file of 5,242,880 bytes', { file: file(pdfOf(5_242_880)) }],
    ['entries as a JSON string', { entries: JSON.stringify(ENTRIES) }],
    ['entries as a JSON part', { entries: new Blob([JSON.stringify(ENTRIES)], { type: 'application/json' }) }],
    ['entries that do not balance, on an axis that does not come to 100 %', { entries: JSON.stringify(UNBALANCED) }],
    [
      'an organization with any members',
      { organization: JSON.stringify({ name: 'Léa SARL', siren: '552100554', address: { city: 'Lyon' } }) },
    ],
    ['a field that nobody knows', { colour: 'blue' }],
  ];
  it.each(taken)('takes %s', async (_, fields) => {
    const bench = await openBench();
    const response = await importInvoice(bench, await aCaller(bench), fields);
    expect([response.status, await response.json()]).toEqual([200, { documentId: expect.stringMatching(UUID) }]);
  });

  const refused: [string, Fields, string][] = [
    ['no file', { file: null }, 'file'],
    ['a file that is a text field', { file: 'not a file' }, 'file'],
    ['an empty file', { file: file(new Uint8Array()) }, 'file'],
    ['a file of another format', { file: file(SCANS.text) }, 'file'],
    ['a file of 5,242,881 bytes', { file: file(pdfOf(5_242_881)) }, 'file'],
    ['no filename', { filename: null }, 'filename'],
    ['an empty filename', { filename: '' }, 'filename'],
    ['another ending', { filename: 'facture.tiff' }, 'filename'],
    ['no ending', { filename: 'pdf' }, 'filename'],
    ['a filename of 121 characters', { filename: `${'a'.repeat(117)}.pdf` }, 'filename'],
    ['a userEmail that is none', { userEmail: 'Léa' }, 'userEmail'],
    ['a userEmail that is empty', { userEmail: '' }, 'userEmail'],
    ['a reference of 65 characters', { externalReference: 'a'.repeat(65) }, 'externalReference'],
    ['an empty reference', { externalReference: '' }, 'externalReference'],
    ['a reference with a dot', { externalReference: 'a.b' }, 'externalReference'],
    ['a reference with a character of the range _ to :', { externalReference: 'a;b' }, 'externalReference'],
    ['a reference with an accent', { externalReference: 'é' }, 'externalReference'],
    ['entries that are no JSON', { entries: '{' }, 'entries'],
    ['entries without lines', { entries: JSON.stringify(EMPTY_LINES) }, 'entries'],
    ['entries in the wrapper of the other route', { entries: JSON.stringify({ entries: ENTRIES }) }, 'entries'],
    ['one axisCode twice on a line', { entries: JSON.stringify(TWICE_ONE_AXIS) }, 'entries'],
    ['an axis without sections', { entries: JSON.stringify(AXIS_WITHOUT_SECTIONS) }, 'entries'],
    ['an organization that is no object', { organization: '[1]' }, 'organization'],
    ['an organization that is no JSON', { organization: 'Léa SARL' }, 'organization'],
  ];
  it.each(refused)('answers 400 VALIDATION_ERROR to %s', async (_, fields, named) => {
    const bench = await openBench();
    const response = await importInvoice(bench, await aCaller(bench), fields);
    const expected = { status: 400, errorCode: 'VALIDATION_ERROR', detail: expect.stringMatching(new RegExp(`^${named}\\b`)) };
    expect([response.status, await response.json()]).toMatchObject([400, expected]);
    expect(await (await bench.control('GET', '/documents')).json()).toEqual([]);
  });

  it('answers 400 VALIDATION_ERROR to a body that is no form', async () => {
    const bench = await openBench();
    const { integrationId, integrationSecret, token } = await aCaller(bench);
    const headers = { authorization: `Bearer ${token}`, 'x-service-api-key': integrationSecret, 'content-type': 'application/json' };
    const path = `/v1/integrations/${integrationId}/purchase-invoices`;
    expect((await bench.call(path, { method: 'POST', headers, body: '{}' })).status).toBe(400);
    const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await bench.call(path, { method: 'POST', headers: broken, body: '--x\r\nnothing' })).status).toBe(400);
  });
});

describe('Errors, 409 DUPLICATE_EXTERNAL_REFERENCE', () => {
  it('names the document that has the reference, and when it came', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const { documentId } = (await (await importInvoice(bench, caller, { externalReference: 'a' })).json()) as { documentId: string };
    await bench.clock.advance(60_000);
    const response = await importInvoice(bench, caller, { externalReference: 'a', file: file(SCANS.png) });
    const expected = { status: 409, errorCode: 'DUPLICATE_EXTERNAL_REFERENCE', documentId, depositDate: '2026-01-05T08:00:00.000Z' };
    expect([response.status, await response.json()]).toMatchObject([409, expected]);
  });

  it('keeps a namespace for each import type and each integration', async () => {
    const bench = await openBench();
    const [one, other] = [await aCaller(bench), await aCaller(bench)];
    const fields = { externalReference: 'a' };
    expect((await importInvoice(bench, one, fields)).status).toBe(200);
    expect((await importInvoice(bench, one, fields, 'sales-invoices')).status).toBe(200);
    expect((await importInvoice(bench, other, fields)).status).toBe(200);
    expect((await importInvoice(bench, one, fields)).status).toBe(409);
  });

  it.each(WAYS)('lets one of twenty through that come at once (%s)', async (way) => {
    const bench = await openBench({ way });
    const caller = await aCaller(bench);
    const all = await Promise.all(Array.from({ length: 20 }, () => importInvoice(bench, caller, { externalReference: 'same' })));
    const taken = all.filter(({ status }) => status === 200);
    expect([taken.length, all.filter(({ status }) => status === 409).length]).toEqual([1, 19]);
  });

  it('does not release the reference of a refused document', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const { documentId } = (await (await importInvoice(bench, caller, { externalReference: 'a' })).json()) as { documentId: string };
    await bench.control('POST', `/documents/${documentId}/decide`, { documentState: 'Refused', rejectionReason: 'Non' });
    expect((await importInvoice(bench, caller, { externalReference: 'a' })).status).toBe(409);
  });

  it('takes any number of documents without a reference', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    expect((await importInvoice(bench, caller)).status).toBe(200);
    expect((await importInvoice(bench, caller)).status).toBe(200);
  });
});
