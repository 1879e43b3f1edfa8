import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, type Fields, headersOf } from '../bench.ts';
import { importEntries, importInvoice, openBench, WAYS } from '../bench.ts';
import { ENTRIES, entriesOf, LINE } from '../fixtures/entries.ts';
import { pdfOf, SCANS } from '../fixtures/answers.ts';
import { entriesStatus, invoiceStatus } from '../switch-proofs/proof.ts';

const FIVE_MB = 5_242_880;

/** Entries of exactly this many bytes of UTF-8, mostly two-byte letters. */
function entriesOfBytes(bytes: number): ReturnType<typeof entriesOf> {
  const empty = Buffer.byteLength(JSON.stringify(entriesOf({ ...LINE, label: '' })));
  const left = bytes - empty;
  return entriesOf({ ...LINE, label: `${'é'.repeat(Math.floor(left / 2))}${'a'.repeat(left % 2)}` });
}

const metadataOfBytes = (bytes: number) => ({ a: 'a'.repeat(bytes - '{"a":""}'.length) });
const reference = (length: number) => 'a'.repeat(length);

describe('Limits, at the boundary and one past it', () => {
  const table: [string, number, (size: number) => Promise<number>][] = [
    ['file', FIVE_MB, async (size) => invoiceStatus(await openBench(), { file: new Blob([pdfOf(size)]) })],
    ['entries on an invoice', FIVE_MB, async (size) => invoiceStatus(await openBench(), { entries: JSON.stringify(entriesOfBytes(size)) })],
    ['entries alone', FIVE_MB, async (size) => entriesStatus(await openBench(), { entries: entriesOfBytes(size) })],
    ['metadata', 16_384, async (size) => entriesStatus(await openBench(), { metadata: metadataOfBytes(size) })],
    ['filename', 120, async (size) => invoiceStatus(await openBench(), { filename: `${'a'.repeat(size - 4)}.pdf` })],
    ['externalReference of an invoice', 64, async (size) => invoiceStatus(await openBench(), { externalReference: reference(size) })],
    ['externalReference of entries', 64, async (size) => entriesStatus(await openBench(), { externalReference: reference(size) })],
  ];
  it.each(table)('%s: %i is taken, one more is not', async (_, limit, send) => {
    expect([await send(limit), await send(limit + 1)]).toEqual([200, 400]);
  });

  it('has no limit for a comment', async () => {
    expect(await invoiceStatus(await openBench(), { comment: 'a'.repeat(900_000) })).toBe(200);
  });
});

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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const file = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]);

describe.each(WAYS)('§ Import routes: an invoice (%s)', (way) => {
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
        // Computed by printf of the same content through sha256sum.
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
    ['120 characters that take two code units each', { filename: `${'😀'.repeat(116)}.pdf` }],
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
    ['another ending', { filename: 'facture.tiff' }, 'filename'],
    ['a userEmail that is none', { userEmail: 'Léa' }, 'userEmail'],
    ['a userEmail that is empty', { userEmail: '' }, 'userEmail'],
    ['an empty reference', { externalReference: '' }, 'externalReference'],
    ['a reference with a character of the range _ to :', { externalReference: 'a;b' }, 'externalReference'],
    ['entries that are no JSON', { entries: '{' }, 'entries'],
    ['an organization that is no object', { organization: '[1]' }, 'organization'],
  ];
  it.each(refused)('names the field in the 400 VALIDATION_ERROR to %s', async (_, fields, named) => {
    const bench = await openBench();
    const response = await importInvoice(bench, await aCaller(bench), fields);
    const expected = { status: 400, errorCode: 'VALIDATION_ERROR', detail: expect.stringMatching(new RegExp(`^${named}\\b`)) };
    expect([response.status, await response.json()]).toMatchObject([400, expected]);
    expect(await (await bench.control('GET', '/documents')).json()).toEqual([]);
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
});

/** Valid in every member, and written as no program of ours would: a re-serialisation is another text. */
const WRITTEN =
  '{ "data" :\t{"lines":[ {"date":"2026-01-31","debit":{"amount":12.30,"currency":"EUR","currencyAmount":1e2,"currencyRate":1.0},' +
  '"credit":{ "currencyRate":1E+0, "amount":-0 ,"currency":"EUR","currencyAmount":0.00},\r\n"journal":"A\\u0043","account":"0607000",' +
  '"reference":"a\\"},\\\\","label":"\\u00e9 é \\/ 😀 , }]","data":{"entries":[1,{}],"metadata":"x"},"big":12345678901234567890} ] } }';
const METADATA = '{"n" : 12345678901234567890,"e":1E+2 ,"__proto__":[ ],"s":"\\u0000\\"}"}';
const BOM = '\uFEFF';

describe.each(WAYS)('the entries of a batch are kept to the letter (%s)', (way) => {
  const bodies: [string, string, string | null][] = [
    ['alone', `{"entries":${WRITTEN}}`, null],
    ['white space', `\r\n{ "metadata"\n:\t${METADATA}\r\n, "entries" : ${WRITTEN} \n,"userEmail":"a@b.fr" }\n`, METADATA],
    ['a byte-order mark', `${BOM}{"entries":${WRITTEN},"metadata":${METADATA}}`, METADATA],
    ['names with escapes', `{"\\u0065ntries":${WRITTEN},"m\\u0065tadata":${METADATA}}`, METADATA],
    ['its name elsewhere', `{"x":{"entries":1,"metadata":2},"y":"\\"entries\\":{","entries":${WRITTEN},"z":[{"entries":3}]}`, null],
    ['numbers beside it', `{"x":-1.5e3,"entries":${WRITTEN},"y":true,"metadata":${METADATA} ,"z":null}`, METADATA],
    ['no metadata said', `{"metadata" : null ,"entries":${WRITTEN}}`, 'null'],
  ];
  it.each(bodies)('with %s', async (_, body, metadata) => {
    const bench = await openBench({ way });
    const id = await takenId(bench, await aCaller(bench), { body });
    expect([await kept(bench, id, 'entries'), await kept(bench, id, 'metadata')]).toEqual([WRITTEN, metadata]);
  });

  it('as the last of several, where those are allowed', async () => {
    const bench = await openBench({ way, switches: { strictJson: false } });
    const body = `{"entries":[],"metadata":7,"entries":${WRITTEN},"metadata":{"a":1},"metadata" :${METADATA}}`;
    const id = await takenId(bench, await aCaller(bench), { body });
    expect([await kept(bench, id, 'entries'), await kept(bench, id, 'metadata')]).toEqual([WRITTEN, METADATA]);
  });
});

describe.each(WAYS)('the entries beside an invoice are kept to the letter (%s)', (way) => {
  const parts: [string, string, string][] = [
    ['a string', '', WRITTEN],
    ['a string with white space around it', '', `\r\n \n\t${WRITTEN} \r\n\r\n`],
    ['a JSON part', '\r\nContent-Type: application/json; charset=utf-8', `${WRITTEN}\n`],
    ['a JSON part with a filename', '; filename="e.json"\r\nContent-Type: application/json', WRITTEN],
    ['a JSON part with a byte-order mark', '\r\nContent-Type: application/json', `${BOM}${WRITTEN}`],
  ];
  it.each(parts)('as %s', async (_, head, entries) => {
    const bench = await openBench({ way });
    const id = await takenId(bench, await aCaller(bench), {
      route: 'sales-invoices',
      type: 'multipart/form-data; boundary=B',
      body: formOf(head, entries),
    });
    expect([await kept(bench, id, 'entries'), await kept(bench, id, 'metadata')]).toEqual([entries, null]);
  });
});

describe('entries that are not there are said not to be', () => {
  it('of a scan without any, of a batch without metadata, and of nothing', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const { documentId } = (await (await importInvoice(bench, caller)).json()) as { documentId: string };
    const batch = await takenId(bench, caller, { body: `{"entries":${WRITTEN}}` });
    expect(await askRefusal(bench, documentId, 'entries')).toBe('404 This document came without entries.');
    expect(await askRefusal(bench, batch, 'metadata')).toBe('404 This document came without metadata.');
    expect(await askRefusal(bench, 'nothing', 'entries')).toBe('404 There is no such thing.');
  });

  it('of all but the newest 200, also when they came within a second', async () => {
    const bench = await openBench();
    const caller = await aCaller(bench);
    const body = `{"entries":${WRITTEN},"metadata":${METADATA}}`;
    const ids: string[] = [];
    for (let count = 0; count < 202; count += 1) ids.push(await takenId(bench, caller, { body }));
    const [first = '', second = '', third = ''] = ids;
    expect(await askRefusal(bench, first, 'entries')).toBe('404 The entries of this document are not kept any more: only the newest are.');
    expect(await askRefusal(bench, second, 'metadata')).toBe(
      '404 The metadata of this document are not kept any more: only the newest are.',
    );
    expect(await kept(bench, third, 'entries')).toBe(WRITTEN);
    const listed = (await (await bench.control('GET', '/documents')).json()) as readonly { entriesKept: boolean; entryLines: number }[];
    expect(listed.map(({ entriesKept }) => entriesKept)).toEqual(ids.map((_, index) => index > 1));
    expect(listed[0]).toMatchObject({ entryLines: 1, metadata: JSON.parse(METADATA) as unknown });
  });
});

type Raw = { readonly route?: string; readonly type?: string; readonly body: string };

/** Sends exactly this body, and returns the document's id. */
async function takenId(bench: Bench, caller: Caller, { route = 'entries', type = 'application/json', body }: Raw): Promise<string> {
  const headers = { ...headersOf(caller), 'content-type': type };
  const path = `/v1/integrations/${caller.integrationId}/${route}`;
  const answer = await bench.call(path, { method: 'POST', headers, body: Buffer.from(body) });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { documentId: string }).documentId;
}

/** What the sandbox kept, decoded without leaving out a byte-order mark; null if it came without. */
async function kept(bench: Bench, documentId: string, member: 'entries' | 'metadata'): Promise<string | null> {
  const answer = await bench.control('GET', `/documents/${documentId}/${member}`);
  if (answer.status === 404) return null;
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
}

async function askRefusal(bench: Bench, documentId: string, member: 'entries' | 'metadata'): Promise<string> {
  const answer = await bench.control('GET', `/documents/${documentId}/${member}`);
  const { status, detail } = (await answer.json()) as { status: number; detail: string };
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  return `${status} ${detail}`;
}

const part = (name: string, more: string, value: string) =>
  `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

function formOf(head: string, entries: string): string {
  const scan = Buffer.from(SCANS.pdf).toString('latin1');
  return `${part('filename', '', 'a.pdf')}${part('file', '; filename="a.pdf"', scan)}${part('entries', head, entries)}--B--\r\n`;
}
