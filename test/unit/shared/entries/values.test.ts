import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { DATE_PATTERNS, guessDatePattern, guessDecimals, plainAmount, readAmount, readDate, readSide } from '#shared/entries/values.ts';

describe('an amount', () => {
  it.each([
    ['', 0],
    ['   ', 0],
    ['0,00', 0],
    ['-0,00', 0],
    [' 0,00', 0],
    ['12', 1200],
    ['12,3', 1230],
    ['12,34', 1234],
    ['12,3400', 1234],
    ['1186,890', 118689],
    ['0,340', 34],
    [',50', 50],
    [' 000000000012345,67', 1234567],
    ['-000000000000430,02', -43002],
    ['0000000069,60', 6960],
    ['12 345,67', 1234567],
    ['12\u00A0345,67', 1234567],
    ['12\u202F345,67', 1234567],
    ['12\u2009345,67', 1234567],
    ["1'234'567,89", 123456789],
    ['1’234’567,89', 123456789],
    ['1.234,56', 123456],
    ['1.234.567', 123456700],
    ['12 345', 1234500],
    ['-430,02', -43002],
    ['430,02-', -43002],
    ['−430,02', -43002],
    ['- 430,02', -43002],
    ['+430,02', 43002],
    ['(430,02)', -43002],
    ['12,00 €', 1200],
    ['-0,01 €', -1],
    ['(12,00 €)', -1200],
    ['EUR 12345,67', 1234567],
    ['EUR -12345,67', -1234567],
    ['12,00 EUR', 1200],
    ['90071992547409,91', 9_007_199_254_740_991],
  ])('%j with a comma is %d cents', (text, cents) => {
    expect(readAmount(text, ',')).toBe(cents);
  });

  it.each([
    ['12345.67', 1234567],
    ['1,234,567.89', 123456789],
    ['-€1,234.50', -123450],
    ['€0.01', 1],
    ['-10000', -1000000],
    ["12'345.60", 1234560],
    ['0', 0],
  ])('%j with a dot is %d cents', (text, cents) => {
    expect(readAmount(text, '.')).toBe(cents);
  });

  it.each([
    ['--5', ','],
    ['-5-', ','],
    ['(-5)', ','],
    ['1.234,56', '.'],
    ['1,234.56', ','],
    ['12,34,56', ','],
    ['1,2345,678.00', '.'],
    ['1 23,00', ','],
    ['1 234 56,00', ','],
    ['0.234', ','],
    ['1.234 567,00', ','],
    ['12,', ','],
    [',', ','],
    ['-', ','],
    ['abc', ','],
    ['ABC', ','],
    ['1e5', ','],
    ['4,11E+07', ','],
    ['0x10', ','],
    ['١٢', ','],
    ['9'.repeat(65), ','],
    ['NaN', '.'],
  ] as const)('%j is none', (text, decimals) => {
    expect(readAmount(text, decimals)).toEqual({ kind: 'no-amount', value: text });
  });

  it.each([
    ['1234567.8899999999', '.', '1234567.89'],
    ['-1234567.8899999999', '.', '-1234567.89'],
    ['0.30000000000000004', '.', '0.30'],
    ['0,005', ',', '0.01'],
    ['-0,999', ',', '-1.00'],
    ['12 345,678', ',', '12345.68'],
    ['1998,9999999999998', ',', '1999.00'],
  ] as const)('%j has too many decimals, and %j%s is meant', (text, decimals, meant) => {
    expect(readAmount(text, decimals)).toEqual({ kind: 'decimals', value: text, meant });
  });

  it.each([
    ['12,345', ','],
    ['12,345', '.'],
    ['12.345', ','],
    ['12.345', '.'],
    ['12,340', ','],
    ['-148.630', '.'],
  ] as const)('%j could be a thousand under %j as well, so that nothing is meant', (text, decimals) => {
    expect(readAmount(text, decimals)).toEqual({ kind: 'decimals', value: text });
  });

  it('in another currency is a fault of its own, and one too large as well', () => {
    expect(readAmount('USD 12.00', '.')).toEqual({ kind: 'currency', value: 'USD 12.00' });
    expect(readAmount('12,00 $', ',')).toEqual({ kind: 'currency', value: '12,00 $' });
    expect(readAmount('$12.00', '.', 'USD')).toBe(1200);
    expect(readAmount('12.00 CHF', '.', 'CHF')).toBe(1200);
    expect(readAmount('90071992547409,92', ',')).toEqual({ kind: 'amount-too-large', value: '90071992547409,92' });
  });

  it('is shown with a dot', () => {
    expect([5, -5, 0, 100, -123456].map(plainAmount)).toEqual(['0.05', '-0.05', '0.00', '1.00', '-1234.56']);
  });

  it('of five million letters is none, and only its beginning is shown', () => {
    for (const letter of ['-', '(', ',', '1', ' 1', '€']) {
      const fault = readAmount(`x${letter.repeat(5_000_000)}x`, ',');
      expect(fault).toMatchObject({ kind: 'no-amount' });
      expect(JSON.stringify(fault).length).toBeLessThan(130);
    }
  });
});

describe('the decimal sign of a column', () => {
  it.each([
    [['12345,67', '0,00', ''], ','],
    [['12345.67', '0', '10000'], '.'],
    [['1,234,567.89', '1,234.00'], '.'],
    [['1.234.567'], ','],
    [['12,345', '3,50'], ','],
    [['12,345', '3.50'], '.'],
    [['12,345', '12.345'], null],
    [['12', '1000'], null],
    [['12,30', '12.30'], null],
    [['12,30', '12,40', '1.234,50', '12.3'], ','],
  ] as const)('of %j is %j', (values, decimals) => {
    expect(guessDecimals(values).decimals).toBe(decimals);
  });

  it('is guessed with the numbers that speak for it', () => {
    expect(guessDecimals(['12,30', '1,234.50', '12,345', '7'])).toEqual({ decimals: null, comma: 1, dot: 1, unclear: 1 });
  });
});

describe('a side', () => {
  it('is a letter, a word or a signed one', () => {
    expect(['D', 'd', ' D ', '+1', '1', 'Débit', 'S'].map(readSide)).toEqual(Array.from({ length: 7 }, () => 'debit'));
    expect(['C', 'c', '-1', 'crédit', 'H'].map(readSide)).toEqual(Array.from({ length: 5 }, () => 'credit'));
    expect(readSide('X')).toEqual({ kind: 'no-side', value: 'X' });
    expect(readSide(' ')).toMatchObject({ kind: 'missing' });
  });
});

describe('a date', () => {
  const DAY = '2026-03-07';
  it.each([
    ['yyyymmdd', '20260307'],
    ['ddmmyyyy', '07032026'],
    ['ddmmyy', '070326'],
    ['yyyy-mm-dd', '2026-03-07'],
    ['yyyy/mm/dd', '2026/03/07'],
    ['dd/mm/yyyy', '07/03/2026'],
    ['dd.mm.yyyy', '07.03.2026'],
    ['dd-mm-yyyy', '07-03-2026'],
    ['d/m/yyyy', '7/3/2026'],
    ['dd/mm/yy', '07/03/26'],
    ['mm/dd/yyyy', '03/07/2026'],
    ['m/d/yyyy', '3/7/2026'],
    ['mm/dd/yy', '03/07/26'],
  ] as const)('is read as %s', (pattern, text) => {
    expect(readDate(text, pattern)).toBe(DAY);
    expect(readDate(` ${text} `, pattern)).toBe(DAY);
    expect(readDate(`${text}1`, pattern)).toEqual({ kind: 'no-date', value: `${text}1` });
  });

  it('with a time is the day of it', () => {
    expect(readDate('2026-03-07 23:59:59', 'yyyy-mm-dd')).toBe(DAY);
    expect(readDate('07/03/2026 08:15', 'dd/mm/yyyy')).toBe(DAY);
  });

  it.each([
    ['31022026', 'ddmmyyyy'],
    ['20230229', 'yyyymmdd'],
    ['29/02/1900', 'dd/mm/yyyy'],
    ['31/04/2026', 'dd/mm/yyyy'],
    ['00/01/2026', 'dd/mm/yyyy'],
    ['01/13/2026', 'dd/mm/yyyy'],
    ['0000-00-00', 'yyyy-mm-dd'],
    ['02060101', 'yyyymmdd'],
    ['21000101', 'yyyymmdd'],
    ['1/2/2026', 'dd/mm/yyyy'],
    ['46023', 'yyyymmdd'],
    ['2026-1-1', 'yyyy-mm-dd'],
    ['2026-01-01x', 'yyyy-mm-dd'],
  ] as const)('%j is none as %s', (text, pattern) => {
    expect(readDate(text, pattern)).toEqual({ kind: 'no-date', value: text });
  });

  it('has its leap days, and its two digits of a year from 1970 to 2069', () => {
    expect(readDate('29/02/2000', 'dd/mm/yyyy')).toBe('2000-02-29');
    expect(readDate('29/02/2024', 'dd/mm/yyyy')).toBe('2024-02-29');
    expect(['010169', '010170', '010100'].map((text) => readDate(text, 'ddmmyy'))).toEqual(['2069-01-01', '1970-01-01', '2000-01-01']);
  });

  it('that is empty is missing', () => {
    expect(readDate('  ', 'yyyymmdd')).toEqual({ kind: 'missing' });
  });
});

/** The cells of a column of an unquoted file without its first line. */
function column(file: string, separator: string, index: number): readonly string[] {
  const lines = readFileSync(`test/entries/open/${file}`, 'utf8').split(/\r?\n/);
  return lines.slice(1, -1).map((line) => line.split(separator)[index] ?? '');
}

describe('the pattern of a column of dates', () => {
  it.each([
    [['20260131', '20260201'], 'yyyymmdd'],
    [['31012026', ''], 'ddmmyyyy'],
    [['310126'], 'ddmmyy'],
    [['05/01/2026', '31/01/2026'], 'dd/mm/yyyy'],
    [['01/05/2026', '01/31/2026'], 'mm/dd/yyyy'],
    [['5/1/2026', '31/01/2026'], 'd/m/yyyy'],
    [['01/22/26'], 'mm/dd/yy'],
    [['2026-01-05'], 'yyyy-mm-dd'],
    [['05.01.2026'], 'dd.mm.yyyy'],
    [['20260131', '20260231', '20260201'], 'yyyymmdd'],
  ] as const)('of %j is %s', (values, pattern) => {
    expect(guessDatePattern(values)).toMatchObject({ pattern, ambiguous: [] });
  });

  it('is asked where day and month could be either, even if all of them are the same', () => {
    const ambiguous = ['dd/mm/yyyy', 'mm/dd/yyyy'];
    expect(guessDatePattern(['05/01/2026', '02/03/2026'])).toEqual({ pattern: null, ambiguous, values: 2, fitting: 2 });
    expect(guessDatePattern(['01/01/2026'])).toMatchObject({ pattern: null, ambiguous });
    expect(guessDatePattern(['05/01/26'])).toMatchObject({ pattern: null, ambiguous: ['dd/mm/yy', 'mm/dd/yy'] });
  });

  it('is none where nothing is a date', () => {
    expect(guessDatePattern(['abc', '', '12'])).toEqual({ pattern: null, ambiguous: [], values: 2, fitting: 0 });
  });

  it('is found in files of other programs', () => {
    expect(guessDatePattern(column('dolibarr/coala.csv', ';', 0)).pattern).toBe('dd/mm/yyyy');
    expect(guessDatePattern(column('dolibarr/cegid.csv', ';', 0)).pattern).toBe('ddmmyyyy');
    expect(guessDatePattern(column('gnucash/simple-C.csv', ';', 0)).pattern).toBe('mm/dd/yy');
    expect(guessDatePattern(column('dolibarr/sage50ch.csv', ',', 1)).pattern).toBe('dd.mm.yyyy');
    expect(DATE_PATTERNS.length).toBe(13);
  });
});
