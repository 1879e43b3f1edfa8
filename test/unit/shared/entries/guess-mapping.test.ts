import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readWorkbook } from '#electron/intake/inspect/xlsx.ts';
import { readMapped, readMappedText } from '#shared/entries/apply-mapping.ts';
import type { EntriesReading, TableRow } from '#shared/entries/entry-lines.ts';
import { rowsToGuess } from '#shared/entries/fit-mapping.ts';
import { guessedMapping, guessMapping, type MappingGuess } from '#shared/entries/guess-mapping.ts';
import { MAPPED_MEMBERS } from '#shared/entries/column-roles.ts';
import { type EntriesMapping, entriesMappingSchema } from '#shared/entries/mapping.ts';
import { guessDialect } from '#shared/entries/rows.ts';
import { FOREIGN } from './foreign-mappings.ts';
import type { ForeignFile } from './typed-mapping.ts';

type Opened = {
  readonly rows: readonly TableRow[];
  readonly dialect: EntriesMapping['dialect'];
  readonly read: (mapping: EntriesMapping) => EntriesReading;
};

function opened({ file, encoding }: ForeignFile): Opened {
  const bytes = readFileSync(`test/entries/open/${file}`);
  if (file.endsWith('.xlsx')) {
    const workbook = readWorkbook(bytes);
    if ('refused' in workbook) throw new Error(workbook.refused);
    return { rows: workbook.rows, dialect: null, read: (mapping) => readMapped(workbook.rows, mapping) };
  }
  const text = new TextDecoder(encoding ?? 'utf-8').decode(bytes);
  const { dialect } = guessDialect(text);
  const read = (mapping: EntriesMapping): EntriesReading => {
    const reading = readMappedText(text, mapping);
    if ('refused' in reading) throw new Error(reading.refused);
    return reading;
  };
  return { rows: rowsToGuess(text, dialect), dialect, read };
}

type Count = { right: number; unsure: number; asked: number; wrong: number };

/** Puts each guess alone into the mapping that a person made: it is right if the same lines come out. */
function judged(foreign: ForeignFile): Count {
  const { rows, dialect, read } = opened(foreign);
  const { mapping } = foreign;
  const guess = guessMapping(rows);
  const want = JSON.stringify(read(mapping).lines.map(({ line, entry }) => [line, entry]));
  const count: Count = { right: 0, unsure: 0, asked: 0, wrong: 0 };
  const judge = (change: Partial<EntriesMapping> | null, unsure: boolean): void => {
    if (change === null) count.asked += 1;
    else {
      const same = JSON.stringify(read({ ...mapping, ...change }).lines.map(({ line, entry }) => [line, entry])) === want;
      count[same ? (unsure ? 'unsure' : 'right') : unsure ? 'asked' : 'wrong'] += 1;
    }
  };
  judge({ dialect }, false);
  judge({ headingRow: guess.headingRow, firstRow: guess.firstRow }, false);
  judge(guess.dates.length === 1 ? { dates: guess.dates[0] ?? 'ddmmyy' } : null, false);
  judge(guess.decimal.length === 1 ? { decimal: guess.decimal[0] ?? ',' } : null, false);
  judge(guess.amounts === null ? null : { amounts: guess.amounts.value }, guess.amounts?.certainty === 'unsure');
  for (const member of MAPPED_MEMBERS) {
    const typed = mapping.sources[member]?.filter(({ from }) => from !== 'constant');
    if (typed === undefined || typed.length === 0 || typed[0]?.from === 'pattern') continue;
    judge(withSource(mapping, guess, member), guess.sources[member]?.certainty === 'unsure');
  }
  return count;
}

function withSource(mapping: EntriesMapping, guess: MappingGuess, member: keyof EntriesMapping['sources']): Partial<EntriesMapping> | null {
  const found = guess.sources[member];
  if (found === undefined) return null;
  const constants = mapping.sources[member]?.filter(({ from }) => from === 'constant') ?? [];
  return { sources: { ...mapping.sources, [member]: [found.value, ...constants] }, entryBegins: guess.entryBegins ?? undefined };
}

/** How much of each mapping the guess found: right, right but unsure, asked (not found, or unsure and not right), wrong; and what it leaves open. */
const FOUND: readonly string[] = [
  'dolibarr/agiris.csv 7 2 3 0 reference sides',
  'dolibarr/bob50.csv 7 1 2 0 journal reference sides',
  'dolibarr/cegid.csv 8 2 1 0 reference',
  'dolibarr/charlemagne.txt 11 0 0 0',
  'dolibarr/coala.csv 7 1 3 0 reference sides',
  'dolibarr/cogilog.csv 6 4 0 0 date reference sides',
  'dolibarr/configurable.csv 7 3 2 0 reference sides',
  'dolibarr/ebp.csv 8 1 1 0 date reference',
  'dolibarr/gestimum3.txt 9 1 2 0 date reference',
  'dolibarr/gestimum5.txt 8 3 1 0 date reference',
  'dolibarr/isuite.csv 7 3 1 0 reference sides',
  'dolibarr/ldcompta9.csv 7 3 3 0 date reference',
  'dolibarr/ldcompta10.csv 7 3 3 0 date reference',
  'dolibarr/openconcerto.csv 7 3 0 0 reference sides',
  'dolibarr/sage50ch.csv 8 0 3 0 journal reference',
  'dolibarr/winfic.txt 7 2 2 0 date reference sides',
  'paheko/export-full.csv 11 0 0 0 journal',
  'paheko/export-grouped.csv 11 0 0 0 journal',
  'paheko/export-full.xlsx 11 0 0 0 journal',
  'gnucash/transactions-fr.csv 8 1 3 0 journal account sides',
  'gnucash/transactions-C.csv 8 1 3 0 journal account sides',
  'gnucash/simple-fr.csv 7 1 2 0 journal account sides',
  'gnucash/simple-C.csv 7 1 2 0 journal account sides',
  'hledger/print.csv 10 0 3 0 journal account',
  'hledger/register.csv 8 1 3 0 journal account sides',
  'ledger/ledger.csv 6 3 3 0 journal account reference sides',
  'beancount/journal.csv 7 1 3 0 journal account sides',
];

function guessOf(text: string): MappingGuess {
  return guessMapping(rowsToGuess(text, guessDialect(text).dialect));
}

function amountsIn({ lines }: EntriesReading): unknown {
  return lines.map(({ line }) => [line.date, line.account, line.debit.cents, line.credit.cents]);
}

describe('the guess of a mapping', () => {
  it.each(FOUND)('of a file of another program: %s', (line) => {
    const foreign = FOREIGN.find(({ file }) => file === line.split(' ')[0]);
    if (foreign === undefined) throw new Error(line);
    const { right, unsure, asked, wrong } = judged(foreign);
    expect([foreign.file, right, unsure, asked, wrong, ...guessMapping(opened(foreign).rows).open].join(' ')).toBe(line);
  });

  it('was tried on every file that has a mapping', () => {
    expect(FOUND.map((line) => line.split(' ')[0])).toEqual(FOREIGN.map(({ file }) => file));
  });

  it('reads a file of which only the journal has to be typed as the independent reading has it', () => {
    const paheko = FOREIGN.find(({ file }) => file === 'paheko/export-grouped.csv');
    if (paheko === undefined) throw new Error('no such file');
    const { rows, dialect, read } = opened(paheko);
    const guess = guessMapping(rows);
    expect(guessedMapping(guess, dialect)).toBeNull();
    const mapping = guessedMapping(guess, dialect, { journal: [{ from: 'constant', text: 'OD' }] });
    expect(entriesMappingSchema.safeParse(mapping).success).toBe(true);
    if (mapping === null) return;
    // Without a piece there is no reference, which is then a fault.
    expect(read(mapping).errors.map(({ line, kind, name }) => [line, kind, name])).toEqual([
      [105, 'missing', 'Numéro pièce comptable'],
      [106, 'missing', 'Numéro pièce comptable'],
      [139, 'missing', 'Numéro pièce comptable'],
      [140, 'missing', 'Numéro pièce comptable'],
    ]);
    expect(amountsIn(read({ ...mapping, sources: { ...mapping.sources, reference: paheko.mapping.sources.reference } }))).toEqual(
      amountsIn(read(paheko.mapping)),
    );
  });

  it.each([
    [
      'French',
      'Date écriture;Code journal;N° compte;Intitulé du compte;N° pièce;Libellé;Débit;Crédit',
      'date journal account reference label accountLabel two',
    ],
    [
      'French, cut and in capitals',
      'DATE;JOURNA;COMPTE;TIERS;PIECE;LIBELL;MONTANT;SENS',
      'date journal account reference thirdParty label side',
    ],
    [
      'English',
      'Posting Date,Journal Code,Account No.,Due Date,Document No.,Description,Debit,Credit',
      'date journal account reference label two',
    ],
    [
      'German',
      'Datum;Journal;Konto;Kontobezeichnung;Belegnummer;Buchungstext;Soll;Haben',
      'date journal account reference label accountLabel two',
    ],
    [
      'of Pennylane',
      'Date;Code journal;Numéro de compte;Code tiers;Numéro de pièce;Libellé;Débit;Crédit',
      'date journal account reference thirdParty label two',
    ],
  ])('knows headings: %s', (_language, headings, found) => {
    const separator = headings.includes(';') ? ';' : ',';
    const sided = /SENS/.test(headings);
    const rows = ['606300', '401000', '512000', '706000'].map((account, day) =>
      [
        `1${day}/0${day + 1}/2026`,
        'AC',
        account,
        'F12',
        `P-${day}`,
        'Achat de farine',
        ...(sided ? ['12.50', day % 2 === 0 ? 'D' : 'C'] : day % 2 === 0 ? ['12.50', ''] : ['', '12.50']),
      ].join(separator),
    );
    const { sources, amounts, open } = guessOf([headings, ...rows].join('\n'));
    expect([...Object.keys(sources), amounts?.value.form].join(' ')).toBe(found);
    expect(open).toEqual([]);
    expect(Object.values(sources).every(({ certainty }) => certainty === 'heading')).toBe(true);
  });

  it('leaves the journal and the reference of a payroll to be typed', () => {
    const guess = guessOf(
      'Date;Compte;Intitulé du compte;Débit;Crédit\n31/01/2026;641100;Salaires bruts;2 500,00;\n31/01/2026;421000;Personnel;;1 950,00\n31/01/2026;431000;URSSAF;;550,00\n',
    );
    expect(guess.open).toEqual(['journal', 'reference']);
    expect([guess.headingRow, guess.firstRow, guess.dates, guess.decimal]).toEqual([1, 2, ['dd/mm/yyyy'], [',']]);
  });

  it('believes the headings of debit and credit also where one of them is empty throughout', () => {
    const guess = guessOf('Date;Journal;Compte;Pièce;Débit;Crédit\n31/01/2026;AC;606300;F1;12,50;\n31/01/2026;AC;606400;F1;1,00;\n');
    expect([guess.amounts?.value.form, guess.open]).toEqual(['two', []]);
  });

  it('finds the headings below a title', () => {
    const guess = guessOf(
      'Journal de paie\n\nDate;Compte;Débit;Crédit\n31/01/2026;641100;2500,00;\n31/01/2026;421000;;2500,00\n28/02/2026;641100;1,00;\n',
    );
    expect([guess.headingRow, guess.firstRow]).toEqual([3, 4]);
  });

  it('chooses neither the order of day and month, nor the decimal sign, nor what a minus means', () => {
    const guess = guessOf(
      'Date;Journal;Compte;Pièce;Débit;Crédit\n01/02/2026;VE;411000;F1;12,500;\n01/02/2026;VE;706000;F1;;12,500\n03/02/2026;VE;411000;F2;-1,500;\n',
    );
    expect(guess.dates).toEqual(['dd/mm/yyyy', 'mm/dd/yyyy']);
    expect(guess.decimal).toEqual([',', '.']);
    expect(guess.open).toEqual(['dates', 'decimal', 'negative']);
  });

  it('knows rows of analytical accounting by their column of A and G', () => {
    const guess = guessOf(
      'Type A/G;Date;Journal;Compte;Pièce;Débit;Crédit\nG;31/01/2026;AC;606300;P1;10,00;\nA;31/01/2026;AC;606300;P1;10,00;\nG;31/01/2026;AC;401000;P1;;10,00\n',
    );
    expect(guess.kinds).toEqual({ column: { column: 1, name: 'Type A/G' }, lines: ['G'], analytical: ['A'] });
  });
});
