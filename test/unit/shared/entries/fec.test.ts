import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { decodeText } from '#shared/entries/encoding.ts';
import type { EntriesFault, EntriesReading, ReadLine } from '#shared/entries/entry-lines.ts';
import { fecPlaces, isFec, openingJournals, readFec } from '#shared/entries/fec.ts';
import { guessDialect, readRows } from '#shared/entries/rows.ts';
import { readAmount } from '#shared/entries/values.ts';

/** An independent reading of a line (test/entries/README.md). */
type Expected = Readonly<Record<string, string | number>>;

const FILES = [
  'dolibarr/fec.txt',
  'dolibarr/fec2.txt',
  'paheko/export-fec.txt',
  'odoo-oca/ascii-pipe-000000000FEC20260331.txt',
  'odoo-oca/latin9-pipe-000000000FEC20260331.txt',
  'odoo-oca/utf8-tab-000000000FEC20260331.txt',
  'fecbundle/pipe-debit-credit-22-000000000FEC20260331.txt',
  'fecbundle/pipe-montant-sens-000000000FEC20260331.txt',
  'fecbundle/tab-debit-credit-000000000FEC20260331.txt',
  'fecbundle/tab-montant-sens1-21-000000000FEC20260331.txt',
  'tryton/FEC.csv',
  'fec-masked/0000000001FEC20220831.txt',
  'fec-masked/111111111FEC20221231.TXT',
];

function textOf(file: string): string {
  return decodeText(readFileSync(`test/entries/open/${file}`)).text;
}

function expected(file: string): readonly Expected[] {
  return JSON.parse(readFileSync(`test/entries/expected/${file.replace('/', '-')}.json`, 'utf8')) as Expected[];
}

function reading(text: string): EntriesReading {
  const read = readFec(text, guessDialect(text).dialect);
  if ('refused' in read) throw new Error(read.refused);
  return read;
}

/** Our line with the names and forms of the independent readings. */
function asExpected({ place, line, entry, accountLabel, unsent = {} }: ReadLine): Expected {
  const { debit, credit, thirdParty = '', label = '', ...texts } = line;
  const day = unsent['PieceDate']?.replace(/^(....)(..)(..)$/, '$1-$2-$3');
  const [foreign = '', currency = ''] = [unsent['Montantdevise'] ?? unsent['MontantDevise'], unsent['Idevise']];
  const money = currency === '' ? {} : { currency, currencyCents: readAmount(foreign, foreign.includes('.') ? '.' : ',', currency) };
  const all = { ...texts, thirdParty, label, debit: debit.cents, credit: credit.cents, entry, accountLabel, pieceDate: day };
  return withoutEmpty({ at: place.line, ...all, lettering: unsent['EcritureLet'], ...money });
}

const withoutEmpty = (line: object): Expected =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== '' && value !== undefined));

describe('a FEC of another program', () => {
  it.each(FILES)('%s is read line by line as the independent reading has it, without any error', (file) => {
    const { lines, errors, warnings, format } = reading(textOf(file));
    expect([errors, warnings, format]).toEqual([[], [], 'fec']);
    expect(lines.map(asExpected)).toEqual(expected(file).map(withoutEmpty));
  });

  it('is 8,090 lines altogether, so that the comparison can fail', () => {
    expect(FILES.flatMap(expected).length).toBe(8_090);
  });

  it('keeps what has no place in the service by its own names', () => {
    const purchase = reading(textOf('dolibarr/fec.txt')).lines[25];
    expect(purchase?.unsent).toEqual({ PieceDate: '20260114', Montantdevise: '-430.02', Idevise: 'USD', NumFacture: 'A/102' });
    expect(purchase?.line).toMatchObject({ credit: { cents: 39_817, currency: 'EUR', currencyCents: 39_817, currencyRate: '1' } });
  });

  it('is the same with CR CR LF', () => {
    const text = textOf('dolibarr/fec.txt');
    expect(reading(text.replaceAll('\r\n', '\r\r\n'))).toEqual(reading(text));
  });

  it('has opening balances in journals that are known by code or label', () => {
    const found = FILES.map((file) => openingJournals(reading(textOf(file)).lines).join());
    expect(found.join(' ')).toBe('AN AN  OUV OUV OUV AN AN AN AN AN ANO AN');
  });
});

const NAMES = (
  'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate EcritureLib ' +
  'Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'
).split(' ');
const CELLS = [
  'VE',
  'Ventes',
  '7',
  '20260131',
  '411000',
  'Clients',
  'C1',
  'Zoé',
  'F1',
  '20260130',
  'Pain',
  '12,00',
  '0,00',
  '',
  '',
  '',
  '',
  '',
];

/** A file of the heading and one line for each change of it, by the names of the columns. */
function fileOf(...changes: readonly Readonly<Record<string, string>>[]): string {
  const rows = changes.map((change) => NAMES.map((name, index) => change[name] ?? CELLS[index] ?? ''));
  return [NAMES, ...rows].map((cells) => `${cells.join('\t')}\n`).join('');
}

const faultsIn = (...changes: readonly Readonly<Record<string, string>>[]): readonly EntriesFault[] => reading(fileOf(...changes)).errors;

/** A file of one line with an amount and a side. */
function signed(side: string, amount = '12,00'): string {
  const [heading, line] = [NAMES.join('\t').replace('Debit\tCredit', 'Montant\tSens'), CELLS.join('\t')];
  return `${heading}\n${line.replace('12,00\t0,00', `${amount}\t${side}`)}\n`;
}

describe('a line of a FEC', () => {
  it('is read by the names of the columns, whatever their order, case and padding', () => {
    const order = [...NAMES.keys()].toReversed();
    const turned = [NAMES.map((name) => ` ${name.toUpperCase()} `), CELLS].map((cells) => order.map((index) => cells[index]).join('|'));
    const [line] = reading(`${turned.join('\n')}\n`).lines;
    expect(line?.line).toEqual(reading(fileOf({})).lines[0]?.line);
    expect(line?.line).toMatchObject({ journal: 'VE', journalLabel: 'Ventes', date: '2026-01-31', account: '411000', label: 'Pain' });
    expect(line?.line).toMatchObject({
      thirdParty: 'C1',
      thirdPartyLabel: 'Zoé',
      reference: 'F1',
      debit: { cents: 1200 },
      credit: { cents: 0 },
    });
    expect(line).toMatchObject({ entry: '7', accountLabel: 'Clients' });
  });

  it('may end with one more separator, in the heading, in the lines or in both', () => {
    const [heading = '', line = ''] = fileOf({}).split('\n');
    for (const text of [`${heading}\t\n${line}\t\n`, `${heading}\n${line}\t\n`, `${heading}\t\n${line}\n`]) {
      expect(reading(text)).toEqual(reading(fileOf({})));
    }
  });

  it('keeps the blanks of its label, unless the file pads its codes', () => {
    const [plain, padded, small] = ['VE', 'VE ', 've'].map((code) => reading(fileOf({ JournalCode: code, EcritureLib: ' Pain  noir ' })));
    expect(plain?.lines[0]?.line).toMatchObject({ journal: 'VE', label: ' Pain  noir ' });
    expect(padded?.lines[0]?.line).toMatchObject({ journal: 'VE', label: 'Pain  noir' });
    expect(small?.lines[0]?.line).toMatchObject({ journal: 've' });
  });

  it('may lack number, label, document and third party, but no date, journal and account', () => {
    const empty = { EcritureNum: '', PieceRef: '', EcritureLib: '', CompAuxNum: '', CompAuxLib: '', PieceDate: '', JournalLib: '' };
    const sides = { debit: euros(1200), credit: euros(0) };
    expect(reading(fileOf({ ...empty, CompteLib: '' }))).toEqual({
      format: 'fec',
      lines: [{ place: { line: 2 }, line: { date: '2026-01-31', journal: 'VE', account: '411000', reference: '', ...sides } }],
      errors: [],
      warnings: [],
    });
    expect(faultsIn({ EcritureDate: '', JournalCode: ' ', CompteNum: '' })).toEqual([
      { line: 2, column: 4, name: 'EcritureDate', kind: 'missing' },
      { line: 2, column: 1, name: 'JournalCode', kind: 'missing' },
      { line: 2, column: 5, name: 'CompteNum', kind: 'missing' },
    ]);
  });

  it('has each fault on its physical line and column, and the lines beside it are read', () => {
    const text = fileOf(
      { EcritureDate: '20260231' },
      {},
      { Debit: '1.234,5x' },
      { Debit: '--5' },
      { Credit: '12,345' },
      { Debit: '1234567,8899999999' },
      { CompteNum: '\u0000' },
      { EcritureLib: 'Pain\tnoir' },
      {},
    );
    const { lines, errors } = reading(`\n${text}VE\tVentes\n`);
    expect(errors).toEqual([
      { line: 3, column: 4, name: 'EcritureDate', kind: 'no-date', value: '20260231' },
      { line: 5, column: 12, name: 'Debit', kind: 'no-amount', value: '1.234,5x' },
      { line: 6, column: 12, name: 'Debit', kind: 'no-amount', value: '--5' },
      { line: 7, column: 13, name: 'Credit', kind: 'decimals', value: '12,345' },
      { line: 8, column: 12, name: 'Debit', kind: 'decimals', value: '1234567,8899999999', meant: '1234567.89' },
      { line: 9, column: 5, kind: 'control-character', value: 'U+0000' },
      { line: 10, kind: 'cells', value: '19', meant: '18' },
      { line: 12, kind: 'cells', value: '2', meant: '18' },
    ]);
    expect(lines.map(({ place, line }) => [place.line, line.debit.cents])).toEqual([
      [4, 1200],
      [8, 123_456_789],
      [9, 1200],
      [11, 1200],
    ]);
  });

  it('has amounts with commas or with dots, by the file', () => {
    expect(
      reading(fileOf({ Debit: '12.50', Credit: '0' }, { Debit: '1,234.56', Credit: '' })).lines.map(({ line }) => line.debit.cents),
    ).toEqual([1250, 123_456]);
    expect(faultsIn({ Debit: '12.50', Credit: '0.00' }, { Debit: '7,5', Credit: '0.00' })).toMatchObject([{ line: 3, kind: 'no-amount' }]);
  });

  it('has a side in a column of its own, by letter or by sign', () => {
    const sides = (text: string): unknown[] => reading(text).lines.map(({ line }) => [line.debit.cents, line.credit.cents]);
    expect(['D', '+1'].map((side) => sides(signed(side)))).toEqual([[[1200, 0]], [[1200, 0]]]);
    expect(['C', '-1'].map((side) => sides(signed(side, '-12,00')))).toEqual([[[0, -1200]], [[0, -1200]]]);
    expect(reading(signed('X')).errors).toEqual([{ line: 2, column: 13, name: 'Sens', kind: 'no-side', value: 'X' }]);
    expect(reading(signed('')).errors).toMatchObject([{ line: 2, column: 13, kind: 'missing' }]);
  });

  it('is in euros beside another currency, unless both amounts are the same', () => {
    expect(faultsIn({ Idevise: 'USD', Montantdevise: '13,05' }, { Idevise: 'EUR', Montantdevise: '12,00' }, { Idevise: 'USD' })).toEqual(
      [],
    );
    expect(faultsIn({ Idevise: 'USD', Montantdevise: '-12,00' })).toEqual([
      { line: 2, column: 18, name: 'Idevise', kind: 'currency', value: 'USD' },
    ]);
    expect(faultsIn({ Idevise: 'USD', Montantdevise: '12.00' })).toMatchObject([{ kind: 'currency' }]);
    expect(faultsIn({ Debit: '12,00 USD' })).toMatchObject([{ line: 2, column: 12, kind: 'currency' }]);
  });
});

const euros = (cents: number): object => ({ cents, currency: 'EUR', currencyCents: cents, currencyRate: '1' });

describe('the heading of a FEC', () => {
  it('is known by its names, and is in none of the other files', () => {
    expect(isFec(NAMES)).toBe(true);
    expect(isFec(NAMES.map((name) => name.replace('Debit', 'Montant').replace('Credit', 'Sens')))).toBe(true);
    expect(isFec(NAMES.filter((name) => name !== 'Credit'))).toBe(false);
    expect(isFec(['Date', 'Journal', 'Compte', 'Débit', 'Crédit'])).toBe(false);
    for (const file of [
      'paheko/export-full.csv',
      'dolibarr/charlemagne.txt',
      'dolibarr/agiris.csv',
      'hledger/print.csv',
      'skrooge/operations.csv',
    ]) {
      const text = textOf(file);
      const [first] = readRows(text, guessDialect(text).dialect).rows;
      expect(isFec(first?.cells ?? [])).toBe(false);
      expect(readFec(text, guessDialect(text).dialect)).toEqual({ refused: 'not-entries', place: { line: 1 } });
    }
  });

  it('lacks a column once, not on every line', () => {
    const without = NAMES.map((name) => name.replace('JournalCode', 'Journal'));
    const { errors, lines } = reading(`${without.join('\t')}\n${CELLS.join('\t')}\n${CELLS.join('\t')}\n`);
    expect(errors).toEqual([{ line: 1, name: 'JournalCode', kind: 'missing' }]);
    expect(lines).toEqual([]);
  });

  it('alone is no lines, and no text is an empty file', () => {
    expect(faultsIn()).toEqual([{ line: 1, kind: 'no-lines' }]);
    expect(readFec('\n  \n', { separator: '\t', quoting: 'bare' })).toEqual({ refused: 'empty' });
    expect(readFec(fileOf({}) + '\n'.repeat(200_000), { separator: '\t', quoting: 'bare' })).toEqual({ refused: 'too-many-lines' });
  });

  it('of five million letters is none', () => {
    const texts = [';', '"', 'é', '\u0000'].map((letter) => `${letter.repeat(5_000_000)}\n${fileOf({})}`);
    texts.push(`${' '.repeat(100_000)}${fileOf({})}`);
    const readings = texts.map((text) => readFec(text, { separator: '\t', quoting: 'csv' }));
    expect(readings.map((read) => 'refused' in read && read.refused)).toEqual(texts.map(() => 'not-entries'));
    expect(isFec([...NAMES, ...Array.from({ length: 200 }, () => 'x')])).toBe(false);
  });

  it('says where the members of a line are', () => {
    expect(fecPlaces(NAMES)).toMatchObject({
      date: { column: 4, name: 'EcritureDate' },
      reference: { column: 9, name: 'PieceRef' },
      debit: { column: 12, name: 'Debit' },
      credit: { column: 13, name: 'Credit' },
    });
    const both = { column: 12, name: 'Montant' };
    expect(fecPlaces(NAMES.map((name) => name.replace('Debit', 'Montant').replace('Credit', 'Sens')))).toMatchObject({
      debit: both,
      credit: both,
    });
    expect(Object.keys(fecPlaces([...NAMES, 'DateLimitReglmt'])).length).toBe(11);
  });

  it('makes opening journals known by label too', () => {
    const journals = [
      ['99', 'À-nouveaux'],
      ['98', "Bilan d'ouverture"],
      ['A-NOUVEAUX', ''],
      ['RAN', ''],
      ['ANI', 'Animation'],
    ] as const;
    const file = fileOf(...journals.map(([code, label]) => ({ JournalCode: code, JournalLib: label })));
    expect(openingJournals(reading(file).lines)).toEqual(['99', '98', 'A-NOUVEAUX', 'RAN']);
  });
});
