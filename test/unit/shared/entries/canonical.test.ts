import { array, assert, constantFrom, integer, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entriesSchema } from '#shared/contract/entries.ts';
import {
  bodySize,
  bytesInBody,
  canonicalText,
  EMPTY_BODY_BYTES,
  entriesBody,
  metadataFor,
  sameMetadata,
} from '#shared/entries/canonical.ts';
import { readContractJson } from '#shared/entries/contract-json.ts';
import { type EntryLine, inCurrency, type ReadLine } from '#shared/entries/entry-lines.ts';
import { centsOf, isoDay, plainDecimal } from '#shared/entries/json-values.ts';
import { plainAmount } from '#shared/entries/values.ts';

const CENTS = inCurrency(1230);
const NOTHING = inCurrency(0);
const LINE: EntryLine = { date: '2026-01-31', debit: CENTS, credit: NOTHING, journal: 'VE', account: '606300', reference: 'F 12' };

function linesOf(text: string): readonly EntryLine[] {
  const read = readContractJson(text, { anyCurrency: true });
  expect(read).toMatchObject({ errors: [] });
  return 'refused' in read ? [] : read.lines.map(({ line }: ReadLine) => line);
}

describe('an amount', () => {
  it.each([
    ['12.30', 1230],
    ['12.3', 1230],
    ['12', 1200],
    ['1e2', 10_000],
    ['1.5E1', 1500],
    ['123e-2', 123],
    ['19.99', 1999],
    ['-0.05', -5],
    ['-0', 0],
    ['0.000', 0],
    ['1.100000', 110],
    ['0e999999999999', 0],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('is its digits: %s', (text, cents) => {
    expect(centsOf(text)).toEqual({ cents });
    expect(canonicalText([{ ...LINE, debit: { ...CENTS, cents } }])).toContain(`"cents":${cents},`);
  });

  it.each([
    ['1.005', 101],
    ['1234567.8899999999', 123_456_789],
    ['-0.005', -1],
    ['0.001', 0],
    ['0.0099', 1],
    ['1e-400', 0],
    ['9.995', 1000],
  ])('with more decimals is asked, with the nearest cents: %s', (text, meant) => {
    expect(centsOf(text)).toEqual({ meant });
  });

  it.each([
    ['90071992547409.92', 'too-large'],
    ['1e30', 'too-large'],
    ['1e999999999999999', 'too-large'],
    ['', 'none'],
    ['1,5', 'none'],
    ['0x10', 'none'],
    ['1.', 'none'],
  ])('is not %s', (text, why) => {
    expect(centsOf(text)).toBe(why);
  });

  it('is written with two decimals, and read as it was', () => {
    expect([1230, -5, 0, 100, 9_007_199_254_740_991].map(plainAmount)).toEqual(['12.30', '-0.05', '0.00', '1.00', '90071992547409.91']);
    assert(
      property(integer({ min: -(10 ** 12), max: 10 ** 12 }), (drawn) => {
        expect(centsOf(plainAmount(drawn))).toEqual({ cents: drawn });
      }),
    );
  });

  it('of a rate has one spelling', () => {
    expect(['1.0', '1e0', '0.9210', '100', '1e-3', '-2.50', '0.00', '1e41', 'x'].map(plainDecimal)).toEqual([
      '1',
      '1',
      '0.921',
      '100',
      '0.001',
      '-2.5',
      '0',
      null,
      null,
    ]);
  });
});

describe('a day', () => {
  it.each([
    ['2026-02-28', { day: '2026-02-28' }],
    ['2024-02-29', { day: '2024-02-29' }],
    ['20260131', { day: '2026-01-31' }],
    ['2026-01-31T14:05:00', { day: '2026-01-31' }],
    ['2026-01-31T00:00:00.000Z', { day: '2026-01-31' }],
    ['2026-01-31T23:00:00+01:00', { day: '2026-01-31' }],
    ['2026-01-30T23:00:00.000Z', { meant: '2026-01-30' }],
    ['2026-01-30T23:00:00+00:00', { meant: '2026-01-30' }],
    ['2026-02-29', {}],
    ['1900-02-29', {}],
    ['2026-04-31', {}],
    ['2026-00-10', {}],
    ['2026-1-5', {}],
    ['26-01-05', {}],
    ['05/01/2026', {}],
    ['2026-01-31T', {}],
    ['x', {}],
  ])('%s', (text, expected) => {
    expect(isoDay(text)).toEqual(expected);
  });
});

const text = string({ unit: 'binary', maxLength: 12 }).map((any) =>
  // oxlint-disable-next-line no-control-regex
  any.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '').toWellFormed(),
);
const code = constantFrom('VE', 'AC', '606300', '0411', 'é', 'e\u0301', ' x', '"\\');
const cents = integer({ min: -99_999_999, max: 99_999_999 });
const amount = record({
  cents,
  currency: constantFrom('EUR', 'USD'),
  currencyCents: cents,
  currencyRate: constantFrom('1', '1.0', '0.921', '1e-2'),
});
const axis = record({
  sections: array(record({ debit: amount, credit: amount, section: code }), { minLength: 1, maxLength: 2 }),
});
const drawnLine = record(
  {
    date: constantFrom('2026-01-31', '2024-02-29'),
    debit: amount,
    credit: amount,
    journal: code,
    account: code,
    reference: code,
    dueDate: constantFrom('2026-03-01'),
    label: text,
    thirdParty: text,
    documentReference: text,
    analyticalAxes: array(axis, { maxLength: 2 }).map((axes) => axes.map((one, index) => ({ axisCode: `A${index}`, ...one }))),
  },
  { requiredKeys: ['date', 'debit', 'credit', 'journal', 'account', 'reference'] },
);

describe('the body that is sent, and the one text of its lines', () => {
  const line: EntryLine = {
    date: '2026-01-31',
    debit: CENTS,
    credit: { ...NOTHING, cents: -5 },
    journal: 'VE',
    account: '606300',
    reference: 'F 12',
    label: 'Cafe\u0301 "€"',
    thirdParty: '',
  };

  it('are these, to the letter', () => {
    expect(entriesBody([line])).toBe(
      '{"data":{"lines":[{"date":"2026-01-31","debit":{"amount":12.30,"currency":"EUR","currencyAmount":12.30,"currencyRate":1},' +
        '"credit":{"amount":-0.05,"currency":"EUR","currencyAmount":0.00,"currencyRate":1},"journal":"VE","account":"606300","reference":"F 12","label":"Café \\"€\\""}]}}',
    );
    expect(canonicalText([line])).toBe(
      '{"date":"2026-01-31","debit":{"cents":1230,"currency":"EUR","currencyCents":1230,"currencyRate":1},' +
        '"credit":{"cents":-5,"currency":"EUR","currencyCents":0,"currencyRate":1},"journal":"VE","account":"606300","reference":"F 12","label":"Café \\"€\\""}\n',
    );
  });

  it('read again are the same lines, and the service takes every body', () => {
    assert(
      property(array(drawnLine, { minLength: 1, maxLength: 4 }), (lines) => {
        const body = entriesBody(lines);
        const again = linesOf(body);
        expect(canonicalText(again)).toBe(canonicalText(lines));
        expect(entriesBody(again)).toBe(body);
        expect(entriesSchema.safeParse(JSON.parse(body)).success).toBe(true);
        expect(bodySize(body).bytes).toBe(Buffer.byteLength(body));
        const bytes = lines.reduce((sum, one) => sum + bytesInBody(one), EMPTY_BODY_BYTES - 1);
        expect(bytes).toBe(Buffer.byteLength(body));
      }),
      { numRuns: 500 },
    );
  });

  it('do not depend on how a file spells them', () => {
    const one = entriesBody([{ ...LINE, label: 'Café' }])
      .replace('é', '\\u00e9')
      .replace('"journal"', '"thirdParty":"","journal"');
    const other = `{"entries":{"data":{"lines":[{"label":"Cafe\u0301","reference":"F 12","account":"606300","journal":"VE","date":"20260131",
      "credit":{"currencyRate":1.0,"currencyAmount":0.0,"currency":"EUR","amount":-0},
      "debit":{"currencyRate":1e0,"amount":123e-1,"currencyAmount":12.300,"currency":"EUR"}}]}}}`;
    const canonical = canonicalText(linesOf(one));
    expect(canonical).toContain('"cents":1230');
    expect(canonicalText(linesOf(other))).toBe(canonical);
    expect(canonicalText(linesOf(one.replace('F 12', 'F 13')))).not.toBe(canonical);
  });

  it('are within the limit, perhaps, or not', () => {
    expect([5_000_000, 5_000_001, 5_242_880, 5_242_881].map((bytes) => bodySize(' '.repeat(bytes)).fits)).toEqual([
      'safe',
      'perhaps',
      'perhaps',
      'too-large',
    ]);
    expect(bodySize('é').bytes).toBe(2);
  });
});

describe('metadata', () => {
  const sent = metadataFor({ linesSha256: 'a1', mappingSha256: null });

  it('is a version and two hashes', () => {
    expect(JSON.stringify(sent)).toBe('{"v":1,"linesSha256":"a1","mappingSha256":null}');
  });

  it.each<[string, unknown, boolean]>([
    ['the same', { ...sent }, true],
    ['the same in another order', { mappingSha256: null, linesSha256: 'a1', v: 1 }, true],
    ['another hash', { ...sent, linesSha256: 'a2' }, false],
    ['one member more', { ...sent, x: 1 }, false],
    ['one fewer', { v: 1, linesSha256: 'a1' }, false],
    ['another kind', { ...sent, v: '1' }, false],
    ['none', null, false],
    ['a list', [], false],
    ['a text', JSON.stringify(sent), false],
  ])('that came back is compared by members: %s', (_what, returned, same) => {
    expect(sameMetadata(sent, returned)).toBe(same);
  });
});
