import { describe, expect, it } from 'vitest';
import { readMapped } from '#shared/entries/apply-mapping.ts';
import type { EntriesMisfit } from '#shared/domain/item/entries-schemas.ts';
import { misfitSentence } from '#shared/i18n/fault-words.ts';
import { translator } from '#shared/i18n/translate.ts';
import { fitsMapping, mappingIn, misfitsOf } from '#shared/entries/fit-mapping.ts';
import { mappingText } from '#shared/entries/canonical.ts';
import { entriesMappingSchema, type EntriesMapping } from '#shared/entries/mapping.ts';
import { guessDialect, readRows } from '#shared/entries/rows.ts';
import { HEADING, MAPPING } from './typed-mapping.ts';

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
    [
      'month and day the other way round',
      `${HEADING}\n${ROW}\n${ROW}`.replace('31/01/2026', '01/31/2026').replace('31/01/2026', '02/01/2026'),
      [{ kind: 'dates', column: 1, expected: 'dd/mm/yyyy', found: 'mm/dd/yyyy' }],
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

/** Of a file that differs from those of the mapping: what keeps it from being read. */
function misfits(text: string, change: Partial<EntriesMapping> = {}): readonly unknown[] {
  const mapping = { ...MAPPING, ...change };
  const { dialect } = guessDialect(text, 1);
  const { rows } = readRows(text, dialect);
  return misfitsOf(fitsMapping(rows, mapping, dialect), rows, mapping).map(({ kind }) => kind);
}

describe('a difference keeps a file from being read', () => {
  const FILE = `${HEADING}\n31/01/2026;AC;606300;F1;Farine;12,50;;x\n`;
  const turned = FILE.replace('Journal;Compte', 'Compte;Journal').replace('AC;606300', '606300;AC');
  const byNumber = { sources: { ...MAPPING.sources, account: [{ from: 'column' as const, column: 3 }] } };

  it.each([
    ['a used column is missing', FILE.replace('Compte;', '').replace('606300;', ''), ['missing']],
    ['a used column has another name', FILE.replace('Compte', 'N° compte'), ['renamed']],
    ['the cells are separated otherwise', FILE.replaceAll(';', '\t'), ['separator']],
    ['its dates are written otherwise', FILE.replace('31/01/2026', '2026-01-31'), ['dates']],
    ['its decimals are written otherwise', FILE.replace('12,50', '12.50'), ['decimals']],
    ['it has no headings', FILE.slice(HEADING.length + 1).repeat(2), ['no-headings']],
  ])('where %s', (_what, text, kinds) => {
    expect(misfits(text)).toEqual(kinds);
  });

  it('where columns changed places, and one is known by its number alone', () => {
    expect(misfits(turned, byNumber)).toEqual(['moved']);
  });

  it.each([
    ['a column is new', `${HEADING};Axe\n31/01/2026;AC;606300;F1;Farine;12,50;;x;y\n`],
    ['columns changed places', turned],
    ['one that nothing is taken from is missing', FILE.replace(';Note', '').replace(';x', '')],
    ['one that nothing is taken from has another name', FILE.replace('Note', 'Remarque')],
  ])('but not where %s', (_what, text) => {
    expect(misfits(text)).toEqual([]);
  });

  it('that moved, came or went leaves the columns where this file has them', () => {
    const { rows } = readRows('Axe;Compte;Journal;Pièce;Date;Débit;Crédit;Libellé\nx', { separator: ';', quoting: 'csv' });
    const { headings, sources, amounts } = mappingIn(rows, MAPPING);
    expect(headings).toEqual(['Axe', 'Compte', 'Journal', 'Pièce', 'Date', 'Débit', 'Crédit', 'Libellé']);
    expect(sources.date).toEqual([{ from: 'column', column: 5, name: 'Date' }]);
    expect(mappingIn(rows, { ...MAPPING, headings: [...MAPPING.headings, ''] }).headings).toEqual([...headings, '']);
    expect(amounts).toMatchObject({ debit: { column: 6, name: 'Débit' }, credit: { column: 7, name: 'Crédit' } });
  });
});

describe('what is said of a file that its folder was not told the columns of', () => {
  it.each([
    [{ kind: 'separator', expected: ';', found: '\t' }, 'The cells are separated by tabs now, no longer by semicolons.'],
    [{ kind: 'separator', expected: ';', found: null }, 'The file is a spreadsheet now, no longer a text.'],
    [{ kind: 'separator', expected: null, found: ',' }, 'The file is a text now, no longer a spreadsheet.'],
    [{ kind: 'no-headings', line: 3 }, 'Line 3 has none of the headings of before.'],
    [{ kind: 'missing', name: 'Compte', column: 3 }, 'The column “Compte”, which was column 3, is missing.'],
    [{ kind: 'renamed', name: 'Compte', column: 3, found: 'N°' }, 'Column 3 is called “N°” now, no longer “Compte”.'],
    [{ kind: 'moved', name: 'Compte', column: 3, found: 5 }, 'The column “Compte” is column 5 now, no longer column 3.'],
    [{ kind: 'columns', expected: 8, found: 9 }, 'The file has 9 columns instead of 8.'],
    [{ kind: 'dates', column: 1, expected: 'dd/mm/yyyy', found: 'mm/dd/yyyy' }, 'The dates in column 1 are written otherwise than before.'],
    [{ kind: 'decimals', expected: ',', found: '.' }, 'The amounts have “.” before their decimals now, no longer “,”.'],
  ] as const satisfies readonly (readonly [EntriesMisfit, string])[])('%j', (misfit, said) => {
    expect(misfitSentence(misfit, { t: translator('en') }).replaceAll(/[\u2068\u2069]/g, '')).toBe(said);
    expect(misfitSentence(misfit, { t: translator('fr') })).not.toMatch(/[{}]|undefined/);
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
