import { describe, expect, it } from 'vitest';
import { registerWords } from '#electron/register/register-words.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { anItem, CONVERSION, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';
import { csvLine } from '#electron/register/register-sink.ts';
import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPages, textRuns } from '#electron/register/pdf-pages.ts';

const { rowOf } = registerWords({ language: 'en', locale: 'en-GB', timeZone: 'UTC' });
const stateOf = (state: ItemState) => rowOf(anItem({ state }), 'Bakery').state;
const reasonOf = (problem: Problem) => rowOf(anItem({ state: { kind: 'unfit', by: 'service', problem } }), 'Bakery').reason;

describe('a moment in the deposit register', () => {
  const afternoon = Date.UTC(2026, 10, 22, 13, 5, 9);
  const written = (language: 'en' | 'fr', locale: string) =>
    registerWords({ language, locale, timeZone: 'Europe/Paris' }).moment(afternoon);

  it.each([
    ['fr', 'fr-FR', '22/11/2026 14:05'],
    ['fr', 'en-US', '22/11/2026 14:05'],
    ['en', 'en-GB', '22/11/2026 14:05'],
    ['en', 'en-US', '11/22/2026 02:05 PM'],
    ['en', 'en', '22/11/2026 14:05'],
    ['en', 'nonsense!', '22/11/2026 14:05'],
  ] as const)('is written in %s as a person of %s writes it, in their own time', (language, locale, said) => {
    expect(written(language, locale)).toBe(said);
  });

  it('is a day that sorts, and that every system takes, in the name of the file', () => {
    expect(registerWords({ language: 'fr', locale: 'fr-FR', timeZone: 'Pacific/Auckland' }).day(afternoon)).toBe('2026-11-23');
  });
});

describe('a line of the deposit register', () => {
  it('of a result that a person took unproven says so, and since when; of one that is only told, that it is awaited', () => {
    const [documentId, at] = [DOCUMENT, NOW];
    const result = { documentId, at, reason: null, contradicted: false };
    expect(stateOf({ kind: 'accepted', ...result, unproven: { takenAt: NOW } })).toBe('Accepted – unproven, taken on 05/01/2026 08:00');
    expect(stateOf({ kind: 'refused', ...result, unproven: { takenAt: NOW } })).toBe('Refused – unproven, taken on 05/01/2026 08:00');
    expect(stateOf({ kind: 'accepted', ...result, replacedUnproven: 'confirmed' })).toBe('Accepted');
    const unproven = { kind: 'accepted', documentId, at, reason: null, seenAt: at } as const;
    expect(stateOf({ kind: 'awaiting', documentId, since: at, unproven })).toBe('Result without proof');
  });

  it('of a document that the service did not take has the service’s own words', () => {
    const tooLarge = { kind: 'too-large', bytes: 5_100_000, bytesMax: 5_000_000 } as const;
    expect(reasonOf({ ...tooLarge, detail: 'The scan has 61 pages.' })).toBe('The scan has 61 pages.');
    expect(reasonOf({ kind: 'declined', errorCode: null, detail: 'The name is not valid.' })).toBe('The name is not valid.');
    expect(reasonOf(tooLarge)).toBe('');
    expect(reasonOf({ kind: 'password' })).toBe('');
  });
});

it('has the user’s own number of a document, in the table and on paper', async () => {
  expect(rowOf(anItem({ ownNumber: '2026-118', ownNumberFrom: 'user' }), 'Bakery').ownNumber).toBe('2026-118');
  expect(rowOf(anItem(), 'Bakery').ownNumber).toBe('');
  expect(await readable({ ownNumber: '2026-118', ownNumberFrom: 'name' })).toContain('Your number 2026-118 SHA-256');
});

function resultAtOf(rejectedAt?: number): string {
  const own = rejectedAt === undefined ? {} : { rejectedAt: wallMs(rejectedAt) };
  const state: ItemState = { kind: 'refused', documentId: DOCUMENT, at: NOW, ...own, reason: null, contradicted: false };
  return rowOf(anItem({ receivedAt: wallMs(NOW - 3_600_000), state }), 'Bakery').resultAt;
}

describe('the date of a result in the deposit register', () => {
  it('is that of the refusal itself, else that of the event; one that cannot be stands beside it', () => {
    expect(resultAtOf()).toBe('05/01/2026 08:00');
    expect(resultAtOf(NOW - 60_000)).toBe('05/01/2026 07:59');
    expect(resultAtOf(Date.UTC(2062, 0, 1))).toBe('05/01/2026 08:00 (dated 01/01/2062 00:00 by the service)');
    expect(resultAtOf(0)).toBe('05/01/2026 08:00 (dated 01/01/1970 00:00 by the service)');
  });
});

function sentOf(changes: Partial<Item>, language: 'en' | 'fr' = 'en') {
  const words = registerWords({ language, locale: language, timeZone: 'UTC' });
  const { sha256, sentAs, versionSha256 } = words.rowOf(anItem(changes), 'Bakery');
  return { sha256, sentAs: sentAs.replaceAll(/\s/g, ' '), versionSha256 };
}

describe('what the deposit register says was sent', () => {
  const accepted: ItemState = { kind: 'accepted', documentId: DOCUMENT, at: NOW, reason: null, contradicted: false };
  const tiff = { name: 'loyer.tiff', sentName: 'loyer.pdf', conversion: CONVERSION, attempts: 1, receivedAt: NOW, state: accepted };
  const theirs = { attempts: 0, receivedAt: null, sentElsewhere: true, state: accepted };

  it('of a converted document is its version, with the fingerprints of both', () => {
    const [file, version] = [anItem().sha256, CONVERSION.sha256];
    expect(sentOf(tiff)).toEqual({ sha256: file, sentAs: 'loyer.pdf, a PDF made by Intray (2 pages, 30 kB)', versionSha256: version });
    expect(sentOf(tiff, 'fr').sentAs).toBe('loyer.pdf, un PDF créé par Intray (2 pages, 30 ko)');
  });

  it('of a version that no upload was begun of is nothing', () => {
    expect(sentOf({ ...tiff, attempts: 0, receivedAt: null, state: anItem().state })).toMatchObject({ sentAs: '', versionSha256: '' });
  });

  it('is not known where another computer sent something in place of a file that cannot be sent as it is', () => {
    const unknown = {
      sha256: anItem().sha256,
      sentAs: 'Not known: another computer or an earlier installation sent it.',
      versionSha256: 'Not known',
    };
    expect(sentOf({ ...theirs, name: 'loyer.tiff', mediaType: null })).toEqual(unknown);
    expect(sentOf({ ...tiff, sentElsewhere: true })).toEqual(unknown);
    expect(sentOf({ ...theirs, mediaType: null }, 'fr').versionSha256).toBe('Inconnue');
  });

  it('of a file that was sent as it is is the file, by the name that it was given', () => {
    expect(sentOf({ attempts: 1, receivedAt: NOW, state: accepted })).toMatchObject({ sentAs: '', versionSha256: '' });
    expect(sentOf(theirs)).toMatchObject({ sentAs: '', versionSha256: '' });
    expect(sentOf({ attempts: 1, sentName: 'facture (2).pdf' })).toMatchObject({ sentAs: 'facture (2).pdf', versionSha256: '' });
  });
});

function saidOf(item: Partial<Item>): string {
  return rowOf(anItem(item), 'Bakery').reason;
}

describe('what the deposit register says of entries', () => {
  const lines = { lines: 1_204, debitCents: 123_456_789, creditCents: -50, warnings: 0, linesSha256: 'e'.repeat(64), mappingSha256: null };
  const entries: Partial<Item> = { importType: 'entries', name: 'paie.json', leftAt: NOW, attempts: 1, receivedAt: NOW, entries: lines };

  it('is how many lines were sent, their totals to the cent, and the hash of the lines', () => {
    const sentAs = '1,204 lines of entries, debit 1,234,567.89, credit -0.50';
    expect(sentOf(entries)).toEqual({ sha256: anItem().sha256, sentAs, versionSha256: 'e'.repeat(64) });
    expect(sentOf(entries, 'fr').sentAs).toBe('1 204 lignes d’écritures, débit 1 234 567,89, crédit -0,50');
    expect(sentOf({ ...entries, leftAt: null, attempts: 0, receivedAt: null })).toMatchObject({ sentAs: '', versionSha256: '' });
  });

  it('is not known where another computer sent them, unless the service gives back the same hash', () => {
    const theirs = { ...entries, leftAt: null, attempts: 0, sentElsewhere: true };
    expect(sentOf(theirs).versionSha256).toBe('Not known');
    expect(sentOf({ ...theirs, entries: { ...lines, returned: 'same' } }).versionSha256).toBe('e'.repeat(64));
  });

  it('is that other lines were sent, where the service gives back another hash', () => {
    expect(saidOf({ ...entries, entries: { ...lines, returned: 'different' } })).toBe('the service says that other lines were sent');
    expect(saidOf({ ...entries, entries: { ...lines, returned: 'same' } })).toBe('');
  });
});

describe('a cell of the table', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+33 1 23', "'+33 1 23"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    [' =1', "' =1"],
    ['fin ', '"fin "'],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['=HYPERLINK("http://x";"y")', '"\'=HYPERLINK(""http://x"";""y"")"'],
    ['Facture n° 1.pdf', 'Facture n° 1.pdf'],
    ['a=b', 'a=b'],
    ['dit "oui"', '"dit ""oui"""'],
    ['deux\nlignes', '"deux\nlignes"'],
    ['a;b', '"a;b"'],
    ['a,b', '"a,b"'],
    ['', ''],
  ])('%j is written as %j', (cell, written) => {
    expect(csvLine([cell], ';')).toBe(`${written}\r\n`);
  });
});

const LOOK = { language: 'en', locale: 'en-GB', timeZone: 'UTC' } as const;
const FONT = `${import.meta.dirname}/../../../../build/fonts/DejaVuSansCondensed.ttf`;

/** What can be read on the pages of a register of this one document. */
async function readable(changes: Partial<Item>): Promise<string> {
  const ask = drawPages();
  const rows = [registerWords(LOOK).rowOf(anItem(changes), 'Bakery')];
  const font = new Uint8Array(readFileSync(FONT));
  const begun = await ask({ kind: 'begin', font, look: LOOK, about: { title: 'Register', madeAt: new Date(NOW) } });
  const drawn = [...begun, ...(await ask({ kind: 'rows', rows })), ...(await ask({ kind: 'end' }))];
  const task = getDocument({ data: new Uint8Array(Buffer.concat(drawn)), verbosity: 0 });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
}

it('names what was sent in place of a file, with both fingerprints', async () => {
  const text = await readable({ sentName: 'facture.v2.pdf', conversion: CONVERSION, attempts: 1 });
  expect(text).toContain(`SHA-256 ${anItem().sha256}`);
  expect(text).toContain('Sent as: facture.v2.pdf, a PDF made by Intray (2 pages, 30 kB)');
  expect(text).toContain(`SHA-256 of the version ${CONVERSION.sha256}`);
});

it('has no such line of a file that was sent as it is', async () => {
  expect(await readable({ attempts: 1 })).not.toContain('Sent as');
});

it('says that what another computer sent in place of a file is not known', async () => {
  const text = await readable({ mediaType: null, sentElsewhere: true });
  expect(text).toContain('Sent as: Not known: another computer or an earlier installation sent it.');
  expect(text).toContain('SHA-256 of the version Not known');
});

describe('a line of a register on paper', () => {
  it('is one run where everything is read from the left', () => {
    expect(textRuns('Facture n° 12 (copie).pdf')).toEqual(['Facture n° 12 (copie).pdf']);
    expect(textRuns('')).toEqual(['']);
  });

  it('has words from right to left in their own order, numbers in theirs, and what follows behind them', () => {
    expect(textRuns('فاتورة رقم ١٢.pdf')).toEqual(['١', '٢', ' ', 'رقم', ' ', 'فاتورة', '.', 'pdf']);
    expect(textRuns('Scan חשבונית 2026-11 b')).toEqual(['Scan', ' ', ...Array.from('2026-11'), ' ', 'חשבונית', ' ', 'b']);
  });

  it('turns brackets that stand between such words, and no others', () => {
    expect(textRuns('(אב) (גד)').join('|')).toBe('(|גד|)| |(|אב|)');
  });
});
