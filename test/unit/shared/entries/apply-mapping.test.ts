import { describe, expect, it } from 'vitest';
import { readMappedText } from '#shared/entries/apply-mapping.ts';
import type { EntriesReading } from '#shared/entries/entry-lines.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { column, from, HEADING, MAPPING } from './typed-mapping.ts';

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
      leftOut: 0,
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

  it('are named where they spread no line, and never spread another one', () => {
    const analytics: EntriesMapping['analytics'] = { axisCode: [{ from: 'constant', text: 'SHOPS' }], section: [from(5)] };
    const analytical = '01/01/2026;AC;606300;F1;SHOP;6,00;;A\n';
    const broken = `01/01/2026;AC;606300;F1;SHOP;1,00;;T\n${analytical}01/01/2026;AC;606300;F1;SHOP;x;;G\n${analytical}`;
    const { lines, warnings } = reading(`${analytical}01/01/2026;AC;606300;F1;SHOP;6,00;;G\n${broken}`, { kinds, analytics });
    expect(lines.map(({ line }) => line.analyticalAxes)).toEqual([undefined]);
    expect(warnings.map(({ line, kind }) => [line, kind])).toEqual([2, 5, 7].map((line) => [line, 'analytical-row']));
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
