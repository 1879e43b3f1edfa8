import { describe, expect, it } from 'vitest';
import { readMapped, readMappedText } from '#shared/entries/apply-mapping.ts';
import type { EntriesReading } from '#shared/entries/entry-lines.ts';
import { fitsMapping } from '#shared/entries/fit-mapping.ts';
import { entriesMappingSchema, type EntriesMapping, type MappedColumn, mappingText } from '#shared/entries/mapping.ts';
import { guessDialect, readRows } from '#shared/entries/rows.ts';

const HEADINGS = ['Date', 'Journal', 'Compte', 'Pièce', 'Libellé', 'Débit', 'Crédit', 'Note'];
const HEADING = HEADINGS.join(';');
const column = (number: number): MappedColumn => ({ column: number, name: HEADINGS[number - 1] ?? '' });
const from = (number: number): { readonly from: 'column' } & MappedColumn => ({ from: 'column', ...column(number) });

const MAPPING: EntriesMapping = {
  v: 1,
  encoding: null,
  dialect: { separator: ';', quoting: 'csv' },
  headingRow: 1,
  firstRow: 2,
  headings: HEADINGS,
  decimal: ',',
  dates: 'dd/mm/yyyy',
  sources: { date: [from(1)], journal: [from(2)], account: [from(3)], reference: [from(4)], label: [from(5)] },
  amounts: { form: 'two', debit: column(6), credit: column(7) },
  negative: 'keep',
  skip: [],
  padded: false,
  currency: 'EUR',
  labelFromAccount: false,
};

function reading(text: string, change: Partial<EntriesMapping> = {}): EntriesReading {
  const read = readMappedText(`${HEADING}\n${text}`, { ...MAPPING, ...change });
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

const sidesOf = ({ lines }: EntriesReading): unknown => lines.map(({ line }) => [line.debit.cents, line.credit.cents]);

describe('a mapped line', () => {
  it('has the members of its columns, all four of an amount, and what has no place in the service beside it', () => {
    expect(reading('31/01/2026;AC;0606300;F 1; Farine ;12,5;;à revoir')).toEqual({
      format: 'csv',
      lines: [
        {
          place: { line: 2 },
          line: {
            date: '2026-01-31',
            debit: { cents: 1250, currency: 'EUR', currencyCents: 1250, currencyRate: '1' },
            credit: { cents: 0, currency: 'EUR', currencyCents: 0, currencyRate: '1' },
            journal: 'AC',
            account: '0606300',
            reference: 'F 1',
            label: ' Farine ',
          },
          unsent: { Note: 'à revoir' },
        },
      ],
      errors: [],
      warnings: [],
    });
  });

  it('has all its faults at once, each on its physical line, its column and under its heading', () => {
    const { lines, errors } = reading(
      '31/02/2026;;606300;F1;x;1.5,2;;\n\n01/01/2026;AC;;;x;1,005;abc;\n02/01/2026;AC;606300;F2;x;1,005;;\n;AC;1;1;;;;\n',
    );
    expect(errors).toEqual([
      { line: 2, column: 1, name: 'Date', kind: 'no-date', value: '31/02/2026' },
      { line: 2, column: 2, name: 'Journal', kind: 'missing' },
      { line: 2, column: 6, name: 'Débit', kind: 'no-amount', value: '1.5,2' },
      { line: 4, column: 3, name: 'Compte', kind: 'missing' },
      { line: 4, column: 4, name: 'Pièce', kind: 'missing' },
      { line: 4, column: 6, name: 'Débit', kind: 'decimals', value: '1,005' },
      { line: 4, column: 7, name: 'Crédit', kind: 'no-amount', value: 'abc' },
      { line: 5, column: 6, name: 'Débit', kind: 'decimals', value: '1,005' },
      { line: 6, column: 1, name: 'Date', kind: 'missing' },
    ]);
    expect(lines).toEqual([]);
  });

  it('is there beside more than two decimals, with the cents that are meant', () => {
    const { lines, errors } = reading('01/01/2026;AC;606300;F1;x;1234567,8899999999;;');
    expect(errors).toEqual([{ line: 2, column: 6, name: 'Débit', kind: 'decimals', value: '1234567,8899999999', meant: '1234567.89' }]);
    expect(lines.map(({ line }) => line.debit.cents)).toEqual([123_456_789]);
  });

  it('takes constants and patterns of its date and its entry where the file has nothing', () => {
    const sources: EntriesMapping['sources'] = {
      ...MAPPING.sources,
      journal: [{ from: 'constant', text: 'PAIE' }],
      reference: [from(4), { from: 'pattern', pattern: 'PAIE {yyyy-mm} n°{entry}' }, { from: 'pattern', pattern: '{dd}.{mm}.{yyyy}' }],
      entry: [from(8)],
    };
    const { lines } = reading('31/01/2026;;641100;F1;;1;;7\n31/01/2026;;641100;;;1;;7\n31/01/2026;;641100;;;1;;', { sources });
    expect(lines.map(({ line, entry }) => [line.journal, line.reference, entry])).toEqual([
      ['PAIE', 'F1', '7'],
      ['PAIE', 'PAIE 2026-01 n°7', '7'],
      ['PAIE', '31.01.2026', undefined],
    ]);
  });

  it('takes what is left empty from the first line of its own entry, never from the one before', () => {
    const sources: EntriesMapping['sources'] = {
      ...MAPPING.sources,
      date: [{ ...from(1), asAbove: true }],
      reference: [
        { ...from(4), asAbove: true },
        { from: 'constant', text: 'none' },
      ],
    };
    const { lines } = reading('01/01/2026;AC;1;F1;;1;;\n;AC;2;;;;1;\n02/01/2026;AC;3;;;1;;\n;AC;4;;;;1;', {
      sources,
      entryBegins: column(1),
    });
    expect(lines.map(({ line }) => [line.date, line.account, line.reference])).toEqual([
      ['2026-01-01', '1', 'F1'],
      ['2026-01-01', '2', 'F1'],
      ['2026-01-02', '3', 'none'],
      ['2026-01-02', '4', 'none'],
    ]);
  });

  it('has the account’s name instead of its label where the folder says so, and the account where it has no name', () => {
    const sources: EntriesMapping['sources'] = { ...MAPPING.sources, accountLabel: [from(8)] };
    const { lines } = reading('31/01/2026;OD;421000;P1;Salaire Dupont;;1;Personnel\n31/01/2026;OD;421001;P1;Salaire Durand;;1;', {
      sources,
      labelFromAccount: true,
    });
    expect(lines.map(({ line }) => line.label)).toEqual(['Personnel', '421001']);
    expect(JSON.stringify(lines)).not.toMatch(/Dupont|Durand/);
  });

  it('in another currency is a fault and no line', () => {
    const sources: EntriesMapping['sources'] = { ...MAPPING.sources, currency: [from(8)] };
    const { lines, errors } = reading(
      '01/01/2026;AC;1;F1;;1;;eur\n01/01/2026;AC;2;F1;;1;;USD\n01/01/2026;AC;3;F1;;$1,00;;\n01/01/2026;AC;4;F1;;1;;',
      { sources },
    );
    expect(lines.map(({ line }) => line.account)).toEqual(['1', '4']);
    expect(errors).toEqual([
      { line: 3, column: 8, name: 'Note', kind: 'currency', value: 'USD', meant: 'EUR' },
      { line: 4, column: 6, name: 'Débit', kind: 'currency', value: '$1,00' },
    ]);
  });
});

describe('sides', () => {
  const NEGATIVE = '01/01/2026;AC;1;F1;;-12,00;;\n01/01/2026;AC;2;F1;;;-3,00;\n01/01/2026;AC;3;F1;;-1,00;2,00;';

  it.each([
    [
      'as written',
      {},
      [
        [-1200, 0],
        [0, -300],
        [-100, 200],
      ],
    ],
    [
      'on the other side',
      { negative: 'move' },
      [
        [0, 1200],
        [300, 0],
        [0, 300],
      ],
    ],
    [
      'as a way of writing debits',
      { amounts: { form: 'two', debit: column(6), credit: column(7), debitsNegative: true } },
      [
        [1200, 0],
        [0, -300],
        [100, 200],
      ],
    ],
  ] as const)('below zero are taken %s, as the mapping says', (_how, change, sides) => {
    expect(sidesOf(reading(NEGATIVE, change))).toEqual(sides);
  });

  it.each([
    [
      'debit',
      [
        [1200, 0],
        [0, 300],
        [0, 0],
      ],
    ],
    [
      'credit',
      [
        [0, 1200],
        [300, 0],
        [0, 0],
      ],
    ],
  ] as const)('of one signed column have the positive amounts as %s', (positive, sides) => {
    expect(
      sidesOf(
        reading('01/01/2026;AC;1;F1;;12;;\n01/01/2026;AC;2;F1;;(3,00);;\n01/01/2026;AC;3;F1;;0,00;;', {
          amounts: { form: 'signed', amount: column(6), positive },
        }),
      ),
    ).toEqual(sides);
  });

  it('of an amount with a letter follow the mapping’s letters alone', () => {
    const amounts: EntriesMapping['amounts'] = {
      form: 'side',
      amount: column(6),
      side: column(8),
      debit: ['S', '+1'],
      credit: ['H', '-1'],
    };
    const read = reading(
      '01/01/2026;AC;1;F1;;1;;s\n01/01/2026;AC;2;F1;;1;;H\n01/01/2026;AC;3;F1;;1;;-1\n01/01/2026;AC;4;F1;;1;;D\n01/01/2026;AC;5;F1;;1;;',
      { amounts },
    );
    expect(sidesOf(read)).toEqual([
      [100, 0],
      [0, 100],
      [0, 100],
    ]);
    expect(read.errors).toEqual([
      { line: 5, column: 8, name: 'Note', kind: 'no-side', value: 'D' },
      { line: 6, column: 8, name: 'Note', kind: 'missing', value: '' },
    ]);
  });
});

describe('rows that are no lines', () => {
  const kinds: EntriesMapping['kinds'] = { column: column(8), lines: ['G'], analytical: ['A'] };
  const ROWS =
    '01/01/2026;AC;606300;F1;SHOP;10,00;;G\n01/01/2026;AC;606300;F1;SHOP;6,00;;A\n01/01/2026;AC;606300;F1;WEB;4,00;;A\n01/01/2026;AC;401000;F1;x;;10,00;G\n';

  it('because they are analytical are left out and named', () => {
    const { lines, warnings, errors } = reading(ROWS, { kinds });
    expect(lines.map(({ place }) => place.line)).toEqual([2, 5]);
    expect(warnings).toEqual([3, 4].map((line) => ({ line, column: 8, name: 'Note', kind: 'analytical-row', value: 'A' })));
    expect(errors).toEqual([]);
  });

  it('or become sections of the line above where the mapping says what their columns mean', () => {
    const analytics: EntriesMapping['analytics'] = { axisCode: [{ from: 'constant', text: 'SHOPS' }], section: [from(5)] };
    const { lines, warnings } = reading(ROWS, { kinds, analytics });
    expect(
      lines.map(({ line }) =>
        line.analyticalAxes?.map(({ axisCode, sections }) => [axisCode, sections.map(({ section, debit }) => [section, debit.cents])]),
      ),
    ).toEqual([
      [
        [
          'SHOPS',
          [
            ['SHOP', 600],
            ['WEB', 400],
          ],
        ],
      ],
      undefined,
    ]);
    expect(warnings).toEqual([]);
  });

  it('are a fault where nobody has said what they are, and skipped where somebody has', () => {
    const text = `${ROWS};;;;;20,00;20,00;T\nTotal;;;;;1;1;G`;
    expect(reading(text, { kinds }).errors.filter(({ kind }) => kind === 'row-kind')).toEqual([
      { line: 6, column: 8, name: 'Note', kind: 'row-kind', value: 'T' },
    ]);
    const skip = [
      { column: column(1), begins: '' },
      { column: column(1), begins: 'Total' },
    ];
    expect(reading(text, { kinds, skip }).errors).toEqual([]);
  });

  it('make a file without lines one with a fault', () => {
    expect(reading(';;;;;;;\n').errors).toEqual([{ line: 2, kind: 'no-lines' }]);
  });
});

describe('separators in labels', () => {
  const CLEAN = Array.from({ length: 6 }, (_, day) => `0${day + 1}/01/2026;AC;606300;F1;Farine de blé;1,00;;`).join('\n');

  it('are joined where one way of joining fits the columns, and are else a fault of their line', () => {
    const text = `${CLEAN}\n07/01/2026;AC;606300;F1;Pain; brioche; œufs;1,00;;\n08/01/2026;AC;606300;F1;Pain;12,00;1,00;;\n`;
    const { lines, errors } = reading(text);
    expect(lines.map(({ line }) => line.label).slice(6)).toEqual(['Pain; brioche; œufs', 'Pain;12,00']);
    expect(errors).toEqual([]);
  });

  it('are never joined by guess where a second text stands beside the label', () => {
    const sources: EntriesMapping['sources'] = { ...MAPPING.sources, reference: [{ from: 'constant', text: 'none' }] };
    const text = `${CLEAN}\n07/01/2026;AC;606300;F1;Pain;sec;1,00;;`.replaceAll(';F1;', ';Ticket bleu;');
    expect(reading(text, { sources }).errors).toEqual([{ line: 8, kind: 'cells', value: '9', meant: '8' }]);
  });

  it('never shift an empty last column into its neighbour', () => {
    const { lines } = reading(`${CLEAN}\n07/01/2026;AC;606300;F1;Pain; brioche;1,00;;\n`);
    expect(lines.at(-1)?.line).toMatchObject({ label: 'Pain; brioche', debit: { cents: 100 }, credit: { cents: 0 } });
  });

  it('are not taken for a separator at the end of each line', () => {
    const { lines, errors } = reading('01/01/2026;AC;606300;F1;Farine;1,00;;x;\n02/01/2026;AC;606300;F1;Farine;1,00;;;\n');
    expect([lines.length, errors.length]).toEqual([2, 0]);
  });
});

/** Read in the dialect that explains the text. */
function differences(text: string, change: Partial<EntriesMapping> = {}): unknown {
  const mapping = { ...MAPPING, ...change };
  const { dialect } = guessDialect(text, mapping.headingRow ?? 1);
  return fitsMapping(readRows(text, dialect).rows, mapping, dialect);
}

describe('a file that does not fit its folder', () => {
  const ROW = '31/01/2026;AC;606300;F1;Farine;12,50;;x';

  it('is told from one that does', () => {
    expect(differences(`${HEADING}\n${ROW}\n`)).toEqual([]);
    expect(differences(`${HEADING}\n${ROW}\n31/02/2026;AC;606300;F1;Farine;12.50;;x\n`)).toEqual([]);
  });

  it.each([
    ['another separator', `${HEADING}\n${ROW}`.replaceAll(';', '\t'), [{ kind: 'separator', expected: ';', found: '\t' }]],
    [
      'a column less',
      `${HEADING}\n${ROW}`.replace(';Note', '').replace(';x', ''),
      [{ kind: 'missing', name: 'Note', column: 8, mapped: false }],
    ],
    [
      'a renamed column',
      `${HEADING}\n${ROW}`.replace('Compte', 'N° compte'),
      [{ kind: 'renamed', name: 'Compte', column: 3, mapped: true, found: 'N° compte' }],
    ],
    [
      'columns that changed places',
      `${HEADING}\n${ROW}`.replace('Journal;Compte', 'Compte;Journal'),
      [
        { kind: 'moved', name: 'Journal', column: 2, mapped: true, found: 3 },
        { kind: 'moved', name: 'Compte', column: 3, mapped: true, found: 2 },
      ],
    ],
    ['a new column', `${HEADING};Axe\n${ROW};y`, [{ kind: 'new', name: 'Axe', column: 9 }]],
    ['no headings', `${ROW}\n${ROW}`, [{ kind: 'no-headings', line: 1 }]],
    [
      'other dates',
      `${HEADING}\n${ROW}`.replace('31/01/2026', '2026-01-31'),
      [{ kind: 'dates', column: 1, expected: 'dd/mm/yyyy', found: 'yyyy-mm-dd' }],
    ],
    ['other decimals', `${HEADING}\n${ROW}`.replace('12,50', '12.50'), [{ kind: 'decimals', expected: ',', found: '.' }]],
  ])('because it has %s', (_what, text, found) => {
    expect(differences(text)).toEqual(found);
  });

  it('because it has another number of columns, where there are no headings', () => {
    const bare = { headingRow: null, firstRow: 1 };
    expect(differences(`${ROW}\n${ROW}`, bare)).toEqual([]);
    expect(differences(`${ROW};1\n${ROW};1`, bare)).toEqual([{ kind: 'columns', expected: 8, found: 9 }]);
  });

  it('is still read by the names of its columns where they only moved', () => {
    const rows = readRows('Note;Crédit;Débit;Libellé;Pièce;Compte;Journal;Date\nx;;12,50;Farine;F1;606300;AC;31/01/2026', {
      separator: ';',
      quoting: 'csv',
    }).rows;
    expect(readMapped(rows, MAPPING).lines.map(({ line }) => [line.date, line.account, line.debit.cents])).toEqual([
      ['2026-01-31', '606300', 1250],
    ]);
  });
});

describe('the mapping itself', () => {
  it('has one text, whatever the order of its members', () => {
    const other = Object.fromEntries(Object.entries(MAPPING).toReversed()) as EntriesMapping;
    expect(mappingText({ ...other, kinds: undefined })).toBe(mappingText(MAPPING));
    expect(mappingText({ ...MAPPING, negative: 'move' })).not.toBe(mappingText(MAPPING));
    expect(entriesMappingSchema.parse(JSON.parse(mappingText(MAPPING)))).toEqual(MAPPING);
  });

  it.each([
    ['another version', { v: 2 }],
    ['an unknown member', { colour: 'red' }],
    ['an unknown word in a pattern', { sources: { ...MAPPING.sources, reference: [{ from: 'pattern', pattern: 'PAIE {month}' }] } }],
    ['no source for a required member', { sources: { ...MAPPING.sources, journal: undefined } }],
    ['an unknown date pattern', { dates: 'mmm yyyy' }],
    ['a column beyond all', { skip: [{ column: { column: 10_000 }, begins: '' }] }],
  ])('is refused with %s', (_what, change) => {
    expect(entriesMappingSchema.safeParse({ ...MAPPING, ...change }).success).toBe(false);
    expect(entriesMappingSchema.safeParse(MAPPING).success).toBe(true);
  });
});
