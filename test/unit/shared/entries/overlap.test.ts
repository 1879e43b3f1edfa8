import { array, assert, constantFrom, integer, property, record, shuffledSubarray, tuple } from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EntryLine, inCurrency, type ReadLine } from '#shared/entries/entry-lines.ts';
import { entriesBody } from '#shared/entries/canonical.ts';
import { readContractJson } from '#shared/entries/contract-json.ts';
import { readFec } from '#shared/entries/fec.ts';
import { readXimport } from '#shared/entries/fixed-widths.ts';
import { overlap } from '#shared/entries/overlap.ts';

const LINE: EntryLine = {
  date: '2026-01-31',
  debit: inCurrency(1230),
  credit: inCurrency(0),
  journal: 'VE',
  account: '606300',
  reference: 'F 12',
  label: 'Été',
  thirdParty: 'CL1',
};

function read(lines: readonly EntryLine[]): readonly ReadLine[] {
  return lines.map((line, index) => ({ place: { line: index + 1 }, line }));
}

/** Numbers of lines, and where the fresh ones and those under other dates stand. */
function compared(sent: readonly EntryLine[], now: readonly EntryLine[]): unknown {
  const { inFile, sentBefore, fresh, otherDates } = overlap(sent, read(now));
  return {
    inFile,
    sentBefore,
    fresh: fresh.map(({ place }) => place.line),
    otherDates: otherDates.map(({ line, sentDate }) => [line.place.line, sentDate]),
  };
}

describe('lines that were sent before', () => {
  it('of 4 equal ones in the file, of which 3 were sent, leave 1 new', () => {
    expect(compared([LINE, LINE, LINE], [LINE, LINE, LINE, LINE])).toEqual({ inFile: 4, sentBefore: 3, fresh: [4], otherDates: [] });
  });

  it('are counted once each, however many were sent', () => {
    expect(compared([LINE, LINE, LINE], [LINE])).toEqual({ inFile: 1, sentBefore: 1, fresh: [], otherDates: [] });
    expect(compared([], [LINE, LINE])).toEqual({ inFile: 2, sentBefore: 0, fresh: [1, 2], otherDates: [] });
    expect(compared([LINE], [])).toEqual({ inFile: 0, sentBefore: 0, fresh: [], otherDates: [] });
  });

  it.each<[string, Partial<EntryLine>]>([
    ['journal', { journal: 'AC' }],
    ['reference', { reference: 'F 13' }],
    ['account', { account: '606400' }],
    ['third party', { thirdParty: 'CL2' }],
    ['label', { label: 'Ete' }],
    ['debit', { debit: inCurrency(1231) }],
    ['side', { debit: inCurrency(0), credit: inCurrency(1230) }],
    ['currency', { debit: inCurrency(1230, 'USD') }],
  ])('are others with another %s', (_what, other) => {
    expect(compared([LINE], [{ ...LINE, ...other }])).toEqual({ inFile: 1, sentBefore: 0, fresh: [1], otherDates: [] });
  });

  it.each<[string, Partial<EntryLine>]>([
    ['a label with its accents set apart', { label: 'E\u0301te\u0301' }],
    ['blanks around a code', { journal: 'VE ', account: ' 606300' }],
    ['what the key does not have', { thirdPartyLabel: 'Crémerie', documentReference: 'x', dueDate: '2026-02-28', journalLabel: 'Ventes' }],
  ])('are the same with %s', (_what, other) => {
    expect(compared([LINE], [{ ...LINE, ...other }])).toMatchObject({ sentBefore: 1, fresh: [] });
  });

  it('under other dates are new and named, each with the date under which it was sent', () => {
    const later = { ...LINE, date: '2026-02-28' };
    expect(compared([LINE, later], [LINE, later, { ...LINE, date: '2026-03-31' }])).toEqual({
      inFile: 3,
      sentBefore: 2,
      fresh: [3],
      otherDates: [],
    });
    expect(compared([LINE], [later, later])).toEqual({ inFile: 2, sentBefore: 0, fresh: [1, 2], otherDates: [[1, '2026-01-31']] });
    const march = { ...LINE, date: '2026-03-31' };
    expect(compared([LINE, later], [march])).toMatchObject({ otherDates: [[1, '2026-01-31']] });
    expect(compared([LINE, LINE], [later, LINE])).toEqual({ inFile: 2, sentBefore: 1, fresh: [1], otherDates: [[1, '2026-01-31']] });
  });
});

const line = record({ journal: constantFrom('VE', 'AC'), cents: constantFrom(1, 2, 3), date: constantFrom('2026-01-01', '2026-01-02') });
const lines = array(
  line.map(({ journal, cents, date }) => ({ ...LINE, journal, date, debit: inCurrency(cents) })),
  { maxLength: 40 },
);

function same(one: EntryLine, other: EntryLine): boolean {
  return one.journal === other.journal && one.date === other.date && one.debit.cents === other.debit.cents;
}

/** The same by counting each kind of line for itself, with no map. */
function countedSlowly(sent: readonly EntryLine[], now: readonly EntryLine[]): number {
  const kinds = now.filter((one, index) => now.findIndex((other) => same(one, other)) === index);
  return kinds.reduce(
    (sum, kind) => sum + Math.min(sent.filter((one) => same(one, kind)).length, now.filter((one) => same(one, kind)).length),
    0,
  );
}

describe('any two lists of lines', () => {
  it('have as many in common as counting finds, and every line of the file is either repeated or fresh', () => {
    assert(
      property(lines, lines, (sent, now) => {
        const found = overlap(sent, read(now));
        expect(found.sentBefore).toBe(countedSlowly(sent, now));
        const both = [...found.repeated, ...found.fresh].toSorted((one, other) => one.place.line - other.place.line);
        expect(both).toEqual(read(now));
        expect(overlap([...sent, ...found.fresh.map((one) => one.line)], read(now)).fresh).toEqual([]);
        expect(found.otherDates.length).toBeLessThanOrEqual(Math.min(found.fresh.length, sent.length - found.sentBefore));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of real books with twins in them: what was sent in part leaves the rest, in whatever order', () => {
    const books = readXimport(readFileSync('test/entries/open/dolibarr/XIMPORT.TXT', 'utf8'));
    const all = 'refused' in books ? [] : books.lines.map((one) => one.line);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBeLessThan(all.length);
    assert(
      property(shuffledSubarray(all), tuple(integer({ min: 0, max: 3 }), constantFrom(...all)), (sent, [times, twin]) => {
        const now = [...all, ...Array.from({ length: times }, () => twin)];
        const { sentBefore, fresh } = overlap(sent, read(now));
        expect([sentBefore, fresh.length]).toEqual([sent.length, now.length - sent.length]);
      }),
      { numRuns: 200 },
    );
  });

  it('that a program exported by its own and by their documents dates are the same under other dates', () => {
    const [own, documents] = ['fec.txt', 'fec2.txt'].map(fecLines);
    const { sentBefore, fresh, otherDates } = overlap(own?.map((one) => one.line) ?? [], documents ?? []);
    expect([sentBefore, fresh.length, otherDates.length]).toEqual([0, 158, 158]);
    expect(otherDates.every(({ line: { line: later }, sentDate }) => later.date !== sentDate)).toBe(true);
  });

  it('are the same in a FEC and in JSON', () => {
    const fec = fecLines('fec.txt');
    const json = readContractJson(entriesBody(fec.map((one) => one.line)));
    const { sentBefore, fresh } = overlap(
      fec.map((one) => one.line),
      'refused' in json ? [] : json.lines,
    );
    expect([sentBefore, fresh]).toEqual([158, []]);
  });
});

function fecLines(name: string): readonly ReadLine[] {
  const found = readFec(readFileSync(`test/entries/open/dolibarr/${name}`, 'utf8'), { separator: '\t', quoting: 'bare' });
  return 'refused' in found ? [] : found.lines;
}
