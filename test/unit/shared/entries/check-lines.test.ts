import { array, assert, constantFrom, integer, property, record, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceOf, splitBatch } from '#shared/entries/balance.ts';
import { entriesBody } from '#shared/entries/canonical.ts';
import { checkLines, type KnownBooks } from '#shared/entries/check-lines.ts';
import { type EntryLine, inCurrency, type ReadLine } from '#shared/entries/entry-lines.ts';
import { decodeText } from '#shared/entries/encoding.ts';
import { readFec } from '#shared/entries/fec.ts';
import { readXimport } from '#shared/entries/fixed-widths.ts';
import { readFileSync } from 'node:fs';

const LINE: EntryLine = {
  date: '2026-01-31',
  debit: inCurrency(1230),
  credit: inCurrency(0),
  journal: 'VE',
  account: '606300',
  reference: 'F 12',
};
/** Balances `LINE`. */
const OTHER: EntryLine = { ...LINE, debit: inCurrency(0), credit: inCurrency(1230), account: '401000' };

/** Lines as a file would have them, one after the other. */
function read(...lines: readonly (Partial<EntryLine> & { readonly entry?: string })[]): readonly ReadLine[] {
  return lines.map(({ entry, ...line }, index) => ({
    place: { line: index + 1 },
    line: { ...LINE, ...line },
    ...(entry === undefined ? {} : { entry }),
  }));
}

/** Each as `line name kind value → meant`. */
function found(lines: readonly ReadLine[], known: KnownBooks = {}): readonly string[] {
  const { errors, warnings } = checkLines(lines, known);
  return [...errors, ...warnings].map(({ line, name = '', kind, value, meant }) =>
    [line, name, kind, ...(value === undefined ? [] : [value]), ...(meant === undefined ? [] : [`→ ${meant}`])].join(' '),
  );
}

function side(debit: number, credit = 0): Pick<EntryLine, 'debit' | 'credit'> {
  return { debit: inCurrency(debit), credit: inCurrency(credit) };
}

const KNOWN: KnownBooks = {
  today: '2026-02-10',
  year: { from: '2026-01-01', to: '2026-12-31' },
  journals: new Set(['VE', 'AC']),
  accounts: new Set(['606300', '401000', '021000']),
};

describe('a line', () => {
  it.each<[string, Partial<EntryLine>, readonly string[]]>([
    ['nothing is wrong with', {}, []],
    ['without a date', { date: '' }, ['1 date missing']],
    [
      'without journal, account and reference',
      { journal: ' ', account: '', reference: '\t' },
      ['1 journal missing', '1 account missing', '1 reference no-reference'],
    ],
    ['before the year that was named', { date: '2025-12-31' }, ['1 date outside-year 2025-12-31 → 2026-01-01/2026-12-31']],
    [
      'after it, and in the future',
      { date: '2027-01-01' },
      ['1 date outside-year 2027-01-01 → 2026-01-01/2026-12-31', '1 date future-date 2027-01-01'],
    ],
    ['of tomorrow', { date: '2026-02-11' }, ['1 date future-date 2026-02-11']],
    ['of today', { date: '2026-02-10' }, []],
    ['with both sides', side(1230, 50), ['1 credit both-sides 0.50']],
    ['with no side', side(0), ['1 debit no-side-filled']],
    ['with a negative side', side(-5), ['1 debit negative -0.05']],
    ['of a journal never used before', { journal: 'OD' }, ['1 journal new-journal OD']],
    ['of a class never used before', { account: '512000' }, ['1 account new-account-class 5']],
    ['of a third party of letters', { account: 'CL0001' }, []],
    ['whose account a spreadsheet took for a number', { account: '4,11E+07' }, ['1 account cut-account 4,11E+07']],
    ['the same with a dot', { account: '4.11e7' }, ['1 account cut-account 4.11e7']],
    ['whose account got decimals', { account: '606300,00' }, ['1 account cut-account 606300,00 → 606300']],
    ['whose account lost a zero', { account: '21000' }, ['1 account cut-account 21000 → 021000']],
    ['with a known account of zeros', { account: '021000' }, []],
  ])('%s', (_what, other, expected) => {
    // What balances it is on a line that has nothing else to be found.
    const [own] = read(other);
    const { debit, credit } = { ...LINE, ...other };
    const balancing = { ...LINE, journal: own?.line.journal ?? '', ...side(credit.cents, debit.cents) };
    const alone = found([...read(other)], KNOWN).filter((fault) => !fault.includes('unbalanced'));
    expect(alone).toEqual(expected);
    expect(found(read(other, balancing)).filter((fault) => fault.includes('unbalanced'))).toEqual([]);
  });

  it('of books of which nothing is known is not called new', () => {
    expect(found(read({ journal: 'OD', account: '512000', date: '2031-01-01' }, { ...OTHER, journal: 'OD' }))).toEqual([]);
    expect(found(read({ journal: 'OD' }, { ...OTHER, journal: 'OD' }), { journals: new Set(), accounts: new Set() })).toEqual([]);
  });

  it('has an account that is known, even where one with a zero in front is, too', () => {
    expect(found(read({ account: '21000' }, OTHER), { accounts: new Set(['21000', '021000', '401000']) })).toEqual([]);
  });

  it('says a new journal and a new class once', () => {
    const lines = read(
      { journal: 'OD', account: '512000' },
      { ...OTHER, journal: 'OD', account: '530000' },
      { journal: 'OD', account: '700000' },
      { ...OTHER, journal: 'OD' },
    );
    expect(found(lines, KNOWN)).toEqual(['1 journal new-journal OD', '1 account new-account-class 5', '3 account new-account-class 7']);
  });

  it('has the place that its format gives it', () => {
    const [line] = read({ account: '' });
    expect(checkLines(line === undefined ? [] : [line], {}, { account: { column: 5, name: 'CompteNum' } }).errors).toEqual([
      { line: 1, column: 5, name: 'CompteNum', kind: 'missing' },
    ]);
    const inJson: ReadLine = { place: { line: 7, column: 3, name: 'data.lines[4]' }, line: { ...LINE, account: '' } };
    expect(checkLines([inJson]).errors).toEqual([{ line: 7, column: 3, name: 'data.lines[4].account', kind: 'missing' }]);
  });
});

describe('an axis', () => {
  const section = { debit: inCurrency(1000), credit: inCurrency(0), section: 'S1' };
  it.each<[string, EntryLine['analyticalAxes'], readonly string[]]>([
    ['that adds up', [{ axisCode: 'A', sections: [section, { ...section, debit: inCurrency(230) }] }], []],
    ['that does not', [{ axisCode: 'A', sections: [section] }], ['1 analyticalAxes[0] partial-axis 10.00 → 12.30']],
    [
      'whose other side does not count',
      [{ axisCode: 'A', sections: [{ ...section, debit: inCurrency(1230), credit: inCurrency(7) }] }],
      [],
    ],
    [
      'twice',
      [
        { axisCode: 'A', sections: [{ ...section, debit: inCurrency(1230) }] },
        { axisCode: 'A', sections: [{ ...section, debit: inCurrency(1230) }] },
      ],
      ['1 analyticalAxes[1].axisCode duplicate-axis A'],
    ],
    [
      'without sections',
      [{ axisCode: 'A', sections: [] }],
      ['1 analyticalAxes[0].sections no-sections', '1 analyticalAxes[0] partial-axis 0.00 → 12.30'],
    ],
    [
      'without codes',
      [{ axisCode: '', sections: [{ ...section, debit: inCurrency(1230), section: ' ' }] }],
      ['1 analyticalAxes[0].axisCode missing', '1 analyticalAxes[0].sections[0].section missing'],
    ],
  ])('%s', (_what, axes, expected) => {
    expect(found(read({ analyticalAxes: axes ?? [] }, OTHER))).toEqual(expected);
  });
});

describe('balance', () => {
  it('is that of the entries where numbers tell them apart, by journal', () => {
    const lines = read(
      { entry: '1' },
      { ...OTHER, entry: '1' },
      { entry: '1', journal: 'AC' },
      { ...OTHER, entry: '1', journal: 'AC' },
      { entry: '2' },
      { ...OTHER, entry: '2', ...side(0, 1229) },
    );
    expect(balanceOf(lines).groups.map(({ journal, entry = '*', difference }) => `${journal} ${entry} ${difference}`)).toEqual([
      'VE 1 0',
      'AC 1 0',
      'VE 2 1',
    ]);
    expect(found(lines)).toEqual(['5 2 unbalanced-entry 0.01']);
  });

  it.each([
    ['one number on every line', ['0', '0', '0', '0']],
    ['numbers of something else', ['1', '2', '3', '4']],
    ['a line without number', ['1', '1', '2', '']],
  ])('is that of the journals for %s', (_what, numbers) => {
    const lines = read(...[LINE, OTHER, LINE, OTHER].map((line, index) => ({ ...line, entry: numbers[index] ?? '' })));
    expect(balanceOf(lines)).toMatchObject({ by: 'journal', balanced: true });
    expect(found(lines)).toEqual([]);
    expect(found(read(...lines.slice(1).map(({ line, entry = '' }) => ({ ...line, entry }))))).toEqual(['1 VE unbalanced-journal -12.30']);
  });

  it('is counted without a float', () => {
    const most = Number.MAX_SAFE_INTEGER;
    expect(found(read(side(most), side(most), side(1), side(0, most), { ...side(0, most) }))).toEqual(['1 VE unbalanced-journal 0.01']);
  });

  it('is out by the one cent that is missing in the books of a real program', () => {
    const books = readXimport(readFileSync('test/entries/open/dolibarr/XIMPORT.TXT', 'utf8'));
    const { errors, warnings } = checkLines('refused' in books ? [] : books.lines);
    expect(errors).toEqual([]);
    expect(warnings.filter(({ kind }) => kind === 'no-reference').map(({ line }) => line)).toEqual([106, 107, 140, 141]);
    const unbalanced = warnings.filter(({ kind }) => kind.startsWith('unbalanced'));
    expect(unbalanced).toEqual([
      { line: expect.any(Number) as number, name: expect.any(String) as string, kind: 'unbalanced-entry', value: '0.01' },
    ]);
  });
});

describe('real books', () => {
  it.each([
    ['0000000001FEC20220831.txt', '\t', 5_422, 6],
    ['111111111FEC20221231.TXT', '|', 934, 1],
  ] as const)('balance by their entries, and are cut between them: %s', (name, separator, count, parts) => {
    const books = readFec(decodeText(readFileSync(`test/entries/open/fec-masked/${name}`)).text, { separator, quoting: 'bare' });
    const lines = 'refused' in books ? [] : books.lines;
    expect(lines).toHaveLength(count);
    expect(balanceOf(lines)).toMatchObject({ by: 'entry', balanced: true });
    expect(checkLines(lines)).toEqual({ errors: [], warnings: [] });
    const split = splitBatch(lines, 300_000);
    expect('parts' in split && [split.parts.length, split.parts.flat().length]).toEqual([parts, count]);
  });
});

describe('a batch that is too large', () => {
  const kilobyte = 'x'.repeat(1000);
  const entry = (number: number, journal = 'VE'): readonly (EntryLine & { readonly entry: string })[] =>
    [LINE, OTHER].map((line) => ({ ...line, journal, label: kilobyte, entry: String(number) }));
  const lines = read(...[1, 2, 3, 4].flatMap((number) => entry(number)));

  it('is cut between entries, and no line is in two parts or in none', () => {
    const split = splitBatch(lines, 5_500);
    expect(split).toMatchObject({ by: 'entry' });
    expect('parts' in split && split.parts.map((part) => part.map(({ place }) => place.line))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ]);
    expect(splitBatch(lines, 100_000)).toEqual({ by: 'nothing', parts: [lines] });
  });

  it('is cut between journals where no number tells the entries', () => {
    const unnumbered = read(...['VE', 'AC', 'VE'].flatMap((journal) => entry(0, journal)));
    const split = splitBatch(unnumbered, 5_500);
    expect(split).toMatchObject({ by: 'journal' });
    expect('parts' in split && split.parts.map((part) => part.map(({ place }) => place.line))).toEqual([
      [1, 2, 5, 6],
      [3, 4],
    ]);
  });

  it('is not cut where a part would not balance, or one entry is too large', () => {
    expect(splitBatch(lines, 2_000)).toMatchObject({ cannot: 'entry-too-large', group: { journal: 'VE', entry: '1' } });
    expect(splitBatch(read(...entry(0), ...entry(0)), 4_000)).toMatchObject({ cannot: 'journal-too-large', group: { journal: 'VE' } });
    expect(splitBatch(lines.slice(0, -1), 5_500)).toMatchObject({ cannot: 'out-of-balance', group: { entry: '4', difference: 1230n } });
  });

  it('is cut by whole journals where its entries are out and the journals are not', () => {
    const [last, ...others] = entry(9);
    const odd = read(...entry(1), ...entry(2), ...entry(3), { ...LINE, ...last, entry: '4' }, ...others, ...entry(1, 'AC'));
    expect(splitBatch(odd, 12_000)).toMatchObject({ by: 'journal', parts: [{ length: 8 }, { length: 2 }] });
  });

  it('comes in parts that balance and fit, whatever it is made of', () => {
    const drawn = tuple(
      array(record({ number: integer({ min: 1, max: 9 }), journal: constantFrom('VE', 'AC'), cents: integer({ min: 1, max: 999 }) }), {
        minLength: 1,
        maxLength: 30,
      }),
      integer({ min: 1_000, max: 6_000 }),
    );
    assert(
      property(drawn, ([drawnLines, bytes]) => {
        const both = read(
          ...drawnLines.flatMap(({ number, journal, cents }) => [
            { ...side(cents), journal, entry: String(number) },
            { ...side(0, cents), journal, entry: String(number) },
          ]),
        );
        const split = splitBatch(both, bytes);
        const tooLarge = 'cannot' in split ? split.group.lines : [];
        const parts = 'cannot' in split ? [] : split.parts;
        const key = ({ line, entry: number = '' }: ReadLine): string =>
          'by' in split && split.by === 'entry' ? `${line.journal} ${number}` : line.journal;
        const keys = parts.map((part) => new Set(part.map(key)));
        expect({
          cut: parts.flat().toSorted((one, other) => one.place.line - other.place.line),
          isTooLarge: bytesOf(tooLarge) > bytes,
          largest: parts.filter((part) => bytesOf(part) > bytes),
          unbalanced: parts.filter((part) => part.reduce((sum, { line }) => sum + line.debit.cents - line.credit.cents, 0) !== 0),
          inTwoParts: keys.reduce((sum, { size }) => sum + size, 0) - new Set(keys.flatMap((own) => [...own])).size,
        }).toEqual({ cut: 'cannot' in split ? [] : both, isTooLarge: 'cannot' in split, largest: [], unbalanced: [], inTwoParts: 0 });
      }),
      { numRuns: 1_000 },
    );
  });
});

function bytesOf(lines: readonly ReadLine[]): number {
  return Buffer.byteLength(entriesBody(lines.map(({ line }) => line)));
}
