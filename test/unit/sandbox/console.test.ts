import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConsoleFile, consoleRoute } from '#sandbox/console/console-route.ts';
import { refuseForeignPage } from '#sandbox/control/foreign-page.ts';
import { entryLinesIn, totalsOf } from '#sandbox/console/page/control/answers.ts';
import { openApi } from '#sandbox/control/open-api.ts';
import { openStore } from '#sandbox/store/store.ts';
import { DEFAULT_SWITCHES, switchesSchema } from '#sandbox/switches/switches-schema.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { consoleSwitches } from '#shared/i18n/console-switches.ts';
import { SECOND_MS, wallMs } from '#shared/lib/duration.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { readFileSync } from 'node:fs';
import { decodeInThread } from '#sandbox/decoding/decode-in-thread.ts';
import type { MediaType } from '#shared/contract/media-types.ts';
import { mediaTypeOf } from '#sandbox/imports/invoice-form.ts';
import { concat, utf8 } from '#shared/lib/bytes.ts';
import { SCANS } from '#test/contract/fixtures/answers.ts';
import { HELP } from '#sandbox/read-arguments.ts';
import { FAULT_ROUTES } from '#sandbox/faults/fault-rules.ts';
import { projectText } from '#test/support/project-text.ts';

const INTEGRATION = integrationIdSchema.parse('0d9c7a7e-6d1b-4c55-8b53-51f2a2ab7c01');

describe('the control API refuses', () => {
  const host = '127.0.0.1:4100';

  it('pages of other sites and origins, and names that were made to point here', () => {
    expect(asked({ host, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(asked({ host, 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(asked({ host, origin: 'http://127.0.0.1:9999' })).toBe(403);
    expect(asked({ host, origin: 'null' })).toBe(403);
    expect(asked({ host: 'evil.example:4100', origin: 'http://evil.example:4100' })).toBe(403);
  });

  it('neither its own page nor a program', () => {
    expect(asked({ host, 'sec-fetch-site': 'same-origin', origin: `http://${host}` })).toBeUndefined();
    expect(asked({ host, 'sec-fetch-site': 'none' })).toBeUndefined();
    expect(asked({ host: 'localhost:4100' })).toBeUndefined();
    expect(asked({ host: '[::1]:4100' })).toBeUndefined();
    expect(asked({})).toBeUndefined();
  });
});

describe('the console', () => {
  it('says how to build it when it is not built', async () => {
    const answer = await get(async () => null, '/console/');
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  });

  it('serves its own few files under a policy without exceptions, and nothing else', async () => {
    expect((await get(built, '/console')).headers.get('location')).toBe('/console/');
    for (const path of ['/console/', '/console/console.js', '/console/console.css', '/console/icon.svg']) {
      const answer = await get(built, path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; (?!.*unsafe)/);
    }
    for (const path of ['/console/server.ts', '/console/..%2fconsole.js', '/console/__proto__', '/console/a/b']) {
      expect((await get(built, path)).status).toBe(404);
    }
  });

  it('knows every switch in French, and its default from the API', () => {
    expect(Object.keys(consoleSwitches).sort()).toEqual(Object.keys(switchesSchema.shape).sort());
    const { properties } = openApi('http://127.0.0.1:4100/control').components.schemas.Switches;
    const defaults = Object.entries(properties).map(([name, property]) => [name, (property as { default: unknown }).default]);
    expect(Object.fromEntries(defaults)).toEqual(DEFAULT_SWITCHES);
  });
});

const eur = (amount: string) => `{"amount":${amount},"currency":"EUR","currencyAmount":0,"currencyRate":1}`;
const lineOf = ([debit, credit]: readonly [string, string]) =>
  `{"date":"2026-01-31","debit":${eur(debit)},"credit":${eur(credit)},"journal":"AC","account":"6","reference":"a"}`;
const totals = (...lines: readonly (readonly [string, string])[]) =>
  totalsOf(entryLinesIn(`{"data":{"lines":[${lines.map(lineOf).join(',')}]}}`));

describe('the totals of the lines that the console shows', () => {
  it('are added up from the text, in whatever way a number is written', () => {
    expect(totals(['12.30', '-0'], ['1e2', '112.3'])).toEqual({ debit: '11230e-2', credit: '1123e-1', difference: null });
    expect(totals(['0.1', '0'], ['0.2', '0'], ['0', '0.3'])).toMatchObject({ difference: null });
    expect(totals(['-5E-1', '0'], ['0', '-12.345'])).toEqual({ debit: '-5e-1', credit: '-12345e-3', difference: '11845e-3' });
    const large = '90071992547409931234567.89';
    expect(totals([large, '0.01'], ['0.12', '0'])).toMatchObject({ debit: '9007199254740993123456801e-2' });
  });

  it('are none with an amount of more digits than money has', () => {
    expect(totals(['1e300', '0'])).toBeNull();
    expect(totals(['9'.repeat(60), '0'])).toBeNull();
    expect(totals([`0.${'0'.repeat(60)}1`, '0'])).toBeNull();
  });
});

describe('the entries that were received', () => {
  it('are kept to the newest 200 and 100 MB, in a rush too', () => {
    const { putEntries, keptEntries } = files();
    const ids = Array.from({ length: 205 }, () => putEntries(10, 3));
    expect(keptEntries()).toEqual(ids.slice(5));
    putEntries(30_000_000, 30_000_000);
    const last = putEntries(30_000_000, 30_000_000);
    expect(keptEntries()).toEqual([last]);
  });
});

describe('the files that were uploaded', () => {
  it('are kept to the newest 200 and 100 MB', () => {
    const { put, kept } = files();
    const ids = Array.from({ length: 205 }, (_, second) => put(10, second));
    expect([...kept()]).toEqual(ids.slice(5));
    put(60_000_000, 1_000);
    const last = put(60_000_000, 1_001);
    expect([...kept()]).toEqual([last]);
  });

  it('are left out in a rush, but for the first 20 of a second', () => {
    const { put, kept } = files();
    const ids = Array.from({ length: 30 }, () => put(10, 7));
    expect([...kept()]).toEqual(ids.slice(0, 20));
    put(10, 8);
    expect(kept().length).toBe(21);
  });
});

function asked(headers: Record<string, string>): number | undefined {
  return refuseForeignPage(new Request('http://127.0.0.1:4100/control/clock', { headers }))?.status;
}

function get(file: ConsoleFile, path: string): Response | Promise<Response> {
  return consoleRoute(file).request(path);
}

async function built(): ReturnType<ConsoleFile> {
  return new Uint8Array([0x20]);
}

function files() {
  const store = openStore(':memory:');
  const random = seededRandom(3);
  onTestFinished(() => store.close());
  store.integrations.put(INTEGRATION, 'hash', 0);
  const none = {
    userEmail: null,
    comment: null,
    entryLines: null,
    organization: null,
    metadata: null,
    decoded: null,
    decideAt: null,
    dueState: null,
    dueReason: null,
    reference: null,
  };
  const put = (bytes: number, second: number) => {
    const id = documentIdSchema.parse(random.uuid());
    const at = wallMs(second * SECOND_MS);
    const named = { id, integrationId: INTEGRATION, importType: 'purchase-invoices', filename: 'a.pdf', sha256: 'x' } as const;
    store.documents.put({ ...none, ...named, bytes, receivedAt: at });
    store.files.put(id, { mediaType: 'application/pdf', content: new Uint8Array(bytes) }, at);
    return id;
  };
  return {
    put,
    kept: () => [...store.files.kept().keys()],
    putEntries: (entries: number, metadata: number) => {
      const id = put(1, 7);
      store.received.put(id, { entries: new Uint8Array(entries), metadata: new Uint8Array(metadata) });
      return id;
    },
    keptEntries: () => [...store.received.kept()],
  };
}

const FILES = new URL('../../support/files/', import.meta.url);
const bytesOfFile = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(new URL(name, FILES)));
const decode = (mediaType: MediaType, content: Uint8Array<ArrayBuffer>) => decodeInThread({ mediaType, content });

describe('the decoder of uploaded files', () => {
  it('counts the pages of a PDF, and measures the first one in points', async () => {
    const decoded = await decode('application/pdf', bytesOfFile('facture-trois-feuilles.pdf'));
    if ('fault' in decoded) throw new Error(decoded.fault);
    expect([decoded.pages, Math.round(decoded.width), Math.round(decoded.height)]).toEqual([3, 596, 843]);
  });

  it('measures pictures in dots', async () => {
    const png = bytesOfFile('note-de-restaurant.png');
    const view = new DataView(png.buffer);
    expect(await decode('image/png', png)).toEqual({ pages: 1, width: view.getUint32(16), height: view.getUint32(20) });
    const bmp = bytesOfFile('recu-de-timbres.bmp');
    const header = new DataView(bmp.buffer);
    expect(await decode('image/bmp', bmp)).toEqual({ pages: 1, width: header.getInt32(18, true), height: header.getInt32(22, true) });
    expect(await decode('image/jpeg', bytesOfFile('ticket-de-parking.jpg'))).toMatchObject({
      pages: 1,
      width: expect.any(Number) as number,
    });
  });

  it.each([
    ['application/pdf', 'sans-page.pdf', 'Invalid page request.'],
    ['application/pdf', 'protege.pdf', 'No password given'],
    ['application/pdf', 'coupe.pdf', 'Invalid PDF structure.'],
    ['image/jpeg', 'coupe.jpg', 'It has no end.'],
    ['image/png', 'coupe.png', 'There are some read requests waitng on finished stream'],
    ['image/bmp', 'coupe.bmp', 'Dots are missing.'],
  ] as const)('finds a fault in %s %s', async (mediaType, name, fault) => {
    expect(await decode(mediaType, bytesOfFile(name))).toEqual({ fault });
  });

  it('decodes the pictures of a PDF too', async () => {
    const { PDFDocument } = await import('pdf-lib');
    const document = await PDFDocument.create();
    document.addPage([200, 300]).drawImage(await document.embedJpg(bytesOfFile('ticket-de-parking.jpg')));
    const pdf = await document.save({ useObjectStreams: false });
    expect(await decode('application/pdf', pdf.slice())).toEqual({ pages: 1, width: 200, height: 300 });
    const damaged = pdf.slice();
    const picture = Buffer.from(damaged.buffer).indexOf('ffd8ff', undefined, 'hex');
    damaged.fill(0, picture, picture + 1_000);
    expect(await decode('application/pdf', damaged)).toEqual({ fault: 'A picture of page 1 cannot be decoded.' });
  });

  it('answers for bytes that are nothing', async () => {
    for (const mediaType of ['application/pdf', 'image/jpeg', 'image/png', 'image/bmp'] as const) {
      expect(await decode(mediaType, new Uint8Array(60))).toEqual({ fault: expect.stringMatching(/\w/) as string });
    }
  });
});

describe('mediaTypeOf', () => {
  it.each([
    ['a PDF', SCANS.pdf, 'application/pdf'],
    ['a JPEG', SCANS.jpeg, 'image/jpeg'],
    ['a PNG', SCANS.png, 'image/png'],
    ['a BMP', SCANS.bmp, 'image/bmp'],
    ['a PDF after 1,000 bytes of something else', concat([new Uint8Array(1_000), SCANS.pdf]), 'application/pdf'],
    ['a PDF after 1,024 bytes of something else', concat([new Uint8Array(1_024), SCANS.pdf]), null],
    ['a text', SCANS.text, null],
    ['a text that begins with BM', utf8('BM'), null],
    ['a GIF', utf8('GIF89a'), null],
    ['nothing', new Uint8Array(), null],
  ])('knows %s by its content', (_, bytes, expected) => {
    expect(mediaTypeOf(bytes)).toBe(expected);
  });
});

const page = projectText('docs/sandbox.md');
const rows = (heading: string): string[][] =>
  (page.split(heading)[1]?.split(/\n#+ /)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.slice(2, -2).split(' | '));

describe('docs/sandbox.md', () => {
  it('leaves the list of switches to --help, which has each with its default and what it does', () => {
    const { shape } = switchesSchema;
    expect(page).toContain('`npm run -s sandbox -- --help`');
    const missing = Object.entries(shape).filter(([name, { description = '' }]) => {
      const start = `\n  ${name} ${JSON.stringify(Object.entries(DEFAULT_SWITCHES).find(([key]) => key === name)?.[1])}: `;
      return description === '' || !HELP.includes(`${start}${description}\n`);
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it('names no switch that the program does not have', () => {
    const named = rows('\n## Switches\n').flatMap(([names = '']) => names.replaceAll('`', '').split(', '));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !Object.hasOwn(switchesSchema.shape, name))).toEqual([]);
  });

  it('names every call of the control API', () => {
    const calls = Object.entries(openApi('http://127.0.0.1:4100/control').paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(calls.filter((call) => !page.includes(`\`${call}`))).toEqual([]);
  });

  it('names every route that a fault can strike, and every effect', () => {
    expect(FAULT_ROUTES.filter((route) => !page.includes(`\`${route}\``))).toEqual([]);
    const effects = ['latency', 'slow-answer', 'reset-request', 'lose-answer', 'truncate-answer', 'status', 'content-type'];
    expect(effects.filter((kind) => !page.includes(`"kind":"${kind}"`))).toEqual([]);
  });
});
