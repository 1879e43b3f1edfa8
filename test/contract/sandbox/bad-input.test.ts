import { describe, expect, it } from 'vitest';
import { aCaller, type Bench, type Caller, headersOf, importEntries, openBench, type RawAnswer, rawHttp } from '../bench.ts';
import { ENTRIES, entriesOf, LINE } from '../fixtures/entries.ts';
import { pdfOf, SCANS } from '../fixtures/answers.ts';

type Bytes = string | Uint8Array;

const bytesOf = (...parts: readonly Bytes[]) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

const field = (name: string, value: Bytes, more = '') =>
  bytesOf(`--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`, value, '\r\n');
const FILENAME = field('filename', 'a.pdf');
const FILE = field('file', SCANS.pdf, '; filename="scan.pdf"\r\nContent-Type: application/pdf');
const END = '--B--\r\n';
const form = (...parts: readonly Bytes[]) => bytesOf(FILENAME, FILE, ...parts, END);

type Sent = { readonly route?: string; readonly type: string | null; readonly body: Bytes; readonly headers?: string };

async function sent(bench: Bench, caller: Caller, of: Sent): Promise<RawAnswer> {
  const own = Object.entries(headersOf(caller)).map(([name, value]) => `${name}: ${value}\r\n`);
  const type = of.type === null ? '' : `content-type: ${of.type}\r\n`;
  const body = bytesOf(of.body);
  const head = `POST /v1/integrations/${caller.integrationId}/${of.route ?? 'purchase-invoices'} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n`;
  return rawHttp(bench.origin, bytesOf(head, ...own, type, of.headers ?? `content-length: ${body.byteLength}\r\n`, '\r\n', body));
}

const problemOf = (answer: RawAnswer) => ({
  status: answer.status,
  ...(JSON.parse(answer.body) as { errorCode?: string; detail?: string }),
  type: /^content-type: *(\S+)/im.exec(answer.head)?.[1],
});

/** The problem in the answer, and what was recorded nevertheless. */
async function refusal(of: Sent) {
  const bench = await openBench({ way: 'socket' });
  const answer = problemOf(await sent(bench, await aCaller(bench), of));
  return { ...answer, recorded: (await (await bench.control('GET', '/documents')).json()) as unknown[] };
}

const refused = (detail: RegExp) => ({
  status: 400,
  type: 'application/problem+json',
  errorCode: 'VALIDATION_ERROR',
  detail: expect.stringMatching(detail) as unknown,
  recorded: [],
});

const MULTIPART = 'multipart/form-data; boundary=B';

describe('a form that is not one', () => {
  const table: [string, Partial<Sent> & Pick<Sent, 'body'>, RegExp][] = [
    ['an empty boundary', { type: 'multipart/form-data; boundary=""', body: form() }, /boundary/],
    ['a boundary of 71 characters', { type: `multipart/form-data; boundary=${'B'.repeat(71)}`, body: form() }, /boundary/],
    ['another kind of multipart', { type: 'multipart/mixed; boundary=B', body: form() }, /multipart\/form-data/],
    ['no end', { body: bytesOf(FILENAME, FILE) }, /middle of a part/],
    [
      'no empty line after the headers',
      { body: bytesOf('--B\r\nContent-Disposition: form-data; name="filename"\r\na.pdf\r\n', END) },
      /headers/,
    ],
    ['lines that end with LF alone', { body: form().toString('latin1').replaceAll('\r\n', '\n') }, /followed by something/],
    ['a part without a name', { body: form(`--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n`) }, /no name/],
    ['a part that is an attachment', { body: form(`--B\r\nContent-Disposition: attachment; name="x"\r\n\r\nx\r\n`) }, /not form-data/],
    ['a part with base64 of its own', { body: form(field('comment', 'eA==', '\r\nContent-Transfer-Encoding: base64')) }, /encoded/],
    ['a part header without a colon', { body: form(field('comment', 'x', '\r\nnothing')) }, /malformed/],
    ['part headers without end', { body: form(field('comment', 'x', `; x="${'a'.repeat(20_000)}"`)) }, /too many/],
    ['a part header that is no UTF-8', { body: form(bytesOf('--B\r\nX: ', Uint8Array.of(0xff), '\r\n\r\nx\r\n')) }, /UTF-8/],
    ['65 parts', { body: form(...Array.from({ length: 65 }, (_, n) => field(`x${n}`, 'y'))) }, /64 parts/],
    ['two parts called file', { body: form(FILE) }, /^file is given more than once/],
    ['two parts called filename', { body: form(FILENAME) }, /^filename is given more than once/],
    ['a file of no bytes', { body: bytesOf(FILENAME, field('file', '', '; filename="a.pdf"'), END) }, /^file is empty/],
    [
      'a filename that is no UTF-8',
      { body: bytesOf(field('filename', Uint8Array.of(0xe9, 0x2e, 0x70, 0x64, 0x66)), FILE, END) },
      /^filename is no UTF-8/,
    ],
    ['a comment that is no UTF-8', { body: form(field('comment', Uint8Array.of(0xc3, 0x28))) }, /^comment is no UTF-8/],
    ['half of a surrogate pair as UTF-8', { body: form(field('comment', Uint8Array.of(0xed, 0xa0, 0x80))) }, /^comment is no UTF-8/],
    ['a NUL in the filename', { body: bytesOf(field('filename', 'a\0.pdf'), FILE, END) }, /^filename has a NUL/],
    ['a NUL in the comment', { body: form(field('comment', 'a\0b')) }, /^comment has a NUL/],
    ['a NUL in the reference', { body: form(field('externalReference', 'a\0b')) }, /^externalReference/],
    [
      'a form inside the form',
      { body: form(field('entries', '--C--', '\r\nContent-Type: multipart/form-data; boundary=C')) },
      /form of its own/,
    ],
    ['entries nested 100,000 deep', { body: form(field('entries', '['.repeat(100_000) + ']'.repeat(100_000))) }, /deeper/],
    ['an organization with a member twice', { body: form(field('organization', '{"name":"a","n\\u0061me":"b"}')) }, /twice/],
    ['an organization called __proto__', { body: form(field('organization', '{"address":{"__proto__":{"a":1}}}')) }, /__proto__/],
  ];
  it.each(table)('with %s is answered 400 as a problem, and nothing is recorded', async (_, of, detail) => {
    expect(await refusal({ type: MULTIPART, ...of })).toMatchObject(refused(detail));
  });

  const taken: [string, Partial<Sent> & Pick<Sent, 'body'>][] = [
    ['a quoted boundary', { type: 'multipart/form-data; boundary="B"', body: form() }],
    ['a preamble and an epilogue', { body: bytesOf('preamble\r\n', form(), 'epilogue') }],
    ['white space after a boundary', { body: form().toString('latin1').replaceAll('--B\r\n', '--B \t\r\n') }],
    ['names without quotation marks', { body: form().toString('latin1').replace('name="filename"', 'name=filename') }],
    ['a quotation mark in the file name', { body: bytesOf(FILENAME, field('file', SCANS.pdf, '; filename="a\\"b;c.pdf"'), END) }],
    ['fields called like members of a prototype', { body: form(field('__proto__', 'x'), field('constructor', 'y')) }],
    ['a byte-order mark before the entries', { body: form(field('entries', `\uFEFF${JSON.stringify(ENTRIES)}`)) }],
    [
      'entries as a JSON part with a filename',
      { body: form(field('entries', JSON.stringify(ENTRIES), '; filename="e.json"\r\nContent-Type: application/json')) },
    ],
    [
      'entries as a JSON part without one',
      { body: form(field('entries', JSON.stringify(ENTRIES), '\r\nContent-Type: application/json; charset=utf-8')) },
    ],
  ];
  it.each(taken)('but has %s is taken', async (_, of) => {
    const bench = await openBench({ way: 'socket' });
    const answer = await sent(bench, await aCaller(bench), { type: MULTIPART, ...of });
    expect([answer.status, Object.keys(JSON.parse(answer.body) as object)]).toEqual([200, ['documentId']]);
    expect(Object.prototype).toEqual({});
  });
});

describe('a JSON body that is not one', () => {
  const lines = JSON.stringify(ENTRIES);
  const table: [string, Bytes, RegExp][] = [
    ['bytes that are no UTF-8', bytesOf('{"entries":"', Uint8Array.of(0xff), '"}'), /UTF-8/],
    ['UTF-16', Buffer.from(`{"entries":${lines}}`, 'utf16le'), /not JSON|UTF-8/],
    ['a NUL', `{"entries":${lines}}\0`, /not JSON/],
    ['100,000 arrays in one another', '['.repeat(100_000) + ']'.repeat(100_000), /deeper/],
    [
      '100,000 objects in one another in a line',
      `{"entries":{"data":{"lines":[{"x":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}]}}}`,
      /deeper/,
    ],
    ['2,000,000 arrays left open', '['.repeat(2_000_000), /not JSON/],
    ['entries twice', `{"entries":${lines},"entries":${lines}}`, /"entries" twice/],
    ['a member of a line twice', `{"entries":{"data":{"lines":[{"date":"2026-01-01","date":"2026-01-02"}]}}}`, /"date" twice/],
    ['metadata with a member twice', `{"entries":${lines},"metadata":{"a":1,"a":2}}`, /"a" twice/],
    ['a line with __proto__', `{"entries":{"data":{"lines":[{"__proto__":{"date":"x"}}]}}}`, /__proto__/],
    ['constructor at the root', `{"entries":${lines},"constructor":{}}`, /constructor/],
    ['an amount beyond all numbers', `{"entries":${lines.replace('120.5', '1e999')}}`, /amount/],
    ['a reference that is no string', `{"entries":${lines},"externalReference":5}`, /externalReference/],
    ['a reference with a NUL', `{"entries":${lines},"externalReference":"a\\u0000"}`, /externalReference/],
  ];
  it.each(table)('%s is answered 400 as a problem, and nothing is recorded', async (_, body, detail) => {
    expect(await refusal({ route: 'entries', type: 'application/json', body })).toMatchObject(refused(detail));
  });

  it('may have any names and numbers in metadata, which comes back letter by letter', async () => {
    const metadata = '{ "__proto__": {"constructor": 1.0}, "n": 12345678901234567890, "e": 1E+2, "s": "\\u00e9\\/\\u0000 é" , "l": [ ] }';
    const bench = await openBench({ way: 'socket', switches: { autoDecide: { afterMs: 0 } } });
    const body = `{"metadata":${metadata},"entries":${lines}}`;
    const answer = await sent(bench, await aCaller(bench), { route: 'entries', type: 'application/json', body });
    expect(answer.status).toBe(200);
    await bench.clock.settle();
    expect(bench.webhooks.received[0]?.body.toString('utf8')).toContain(`"metadata":${metadata}}}`);
  });
});

describe('a body of 6 MB', () => {
  it('is answered as the switch says, and nothing is recorded', async () => {
    const bench = await openBench({ way: 'socket', switches: { oversizeStatus: 413 } });
    const caller = await aCaller(bench);
    const large = bytesOf(FILENAME, field('file', pdfOf(6_000_000), '; filename="a.pdf"'), END);
    expect((await sent(bench, caller, { type: MULTIPART, body: large })).status).toBe(413);
    const entries = entriesOf({ ...LINE, label: 'a'.repeat(6_000_000) });
    expect((await importEntries(bench, caller, { entries })).status).toBe(413);
    expect(await (await bench.control('GET', '/documents')).json()).toEqual([]);
  });

  it('that no import can be is refused by its length alone, or when that many bytes have come', async () => {
    const bench = await openBench({ way: 'socket', switches: { oversizeStatus: 413 } });
    const caller = await aCaller(bench);
    const promised = await sent(bench, caller, { type: MULTIPART, body: '', headers: 'content-length: 900000000\r\n' });
    expect(promised.status).toBe(413);
    const chunk = `${(20_000_000).toString(16)}\r\n`;
    const body = bytesOf(chunk, pdfOf(20_000_000), '\r\n0\r\n\r\n');
    const chunked = await sent(bench, caller, { type: MULTIPART, body, headers: 'transfer-encoding: chunked\r\n' });
    expect([0, 413]).toContain(chunked.status);
    expect(await (await bench.control('GET', '/documents')).json()).toEqual([]);
  });
});

describe('a request that is not one', () => {
  it.each([
    ['64 KB of headers', `GET /v1/health HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(65_536)}\r\n\r\n`, 431],
    ['no host', 'GET /v1/health HTTP/1.1\r\n\r\n', 400],
    ['a NUL in a header', 'GET /v1/health HTTP/1.1\r\nhost: a\r\nx: a\0b\r\n\r\n', 400],
    ['two lengths', 'POST /oauth2/token HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 400],
    ['an escape that is none', 'GET /v1/integrations/%E0%A4%A HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 401],
    ['a NUL in the path', 'GET /v1/integrations/%00 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 401],
    ['a path that is none', 'GET //%00/ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', 404],
    ['a form for a token with a field twice', tokenTwice(), 400],
  ])('with %s is answered %s', async (_, bytes, status) => {
    const bench = await openBench({ way: 'socket' });
    expect((await rawHttp(bench.origin, bytes)).status).toBe(status);
    expect((await bench.call('/.well-known/jwks.json')).status).toBe(200);
  });
});

function tokenTwice(): string {
  const body = 'grant_type=client_credentials&grant_type=client_credentials&client_id=a&client_secret=b';
  const head = 'POST /oauth2/token HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n';
  return `${head}content-length: ${body.length}\r\n\r\n${body}`;
}
