import type { ColumnSource } from '#shared/entries/mapping.ts';
import {
  above,
  DOLLARS,
  type ForeignFile,
  GNUCASH,
  GNUCASH_SIMPLE,
  mapping,
  NOISE,
  PAHEKO,
  part,
  type Rest,
  side,
  signed,
  type Sources,
  two,
} from './typed-mapping.ts';

export const FOREIGN: readonly ForeignFile[] = [
  {
    file: 'dolibarr/agiris.csv',
    mapping: mapping(
      { separator: ';', columns: 13 },
      { entry: 1, date: 3, label: 4, account: 5, accountLabel: 6, reference: 7, journal: 13 },
      two(8, 9),
      {},
    ),
  },
  {
    file: 'dolibarr/bob50.csv',
    typed: { journal: 'OD', reference: '{entry}' },
    mapping: mapping(
      { separator: ';', columns: 7 },
      {
        entry: 1,
        date: 2,
        account: 4,
        thirdParty: { from: 'column', column: 4, where: { column: { column: 3 }, is: ['C', 'F'] } },
        label: 7,
        journal: 'OD',
        reference: { from: 'pattern', pattern: '{entry}' },
      },
      two(5, 6),
      { dates: 'dd/mm/yyyy' },
    ),
  },
  {
    file: 'dolibarr/cegid.csv',
    mapping: mapping(
      { separator: ';', columns: 8 },
      { date: 1, journal: 2, account: 3, thirdParty: 4, label: 7, reference: 8 },
      side(6, 5),
      {},
    ),
  },
  {
    file: 'dolibarr/charlemagne.txt',
    mapping: mapping(
      {
        separator: '\t',
        columns:
          'Date|Journa|Compte|Libellé du compte|Pièce|Libellé opération|Montant|S|Analytic 1|AnalyticLabel 1|Analytic 2|AnalyticLabel 2|Analytic 3|AnalyticLabel 3',
      },
      { date: 1, journal: 2, account: 3, accountLabel: 4, reference: 5, label: 6 },
      side(7, 8),
      { dates: 'yyyymmdd', padded: false },
    ),
  },
  {
    file: 'dolibarr/coala.csv',
    mapping: mapping(
      { separator: ';', columns: 9 },
      { date: 1, journal: 2, account: 3, entry: 4, reference: 5, thirdParty: 9 },
      two(6, 7),
      { dates: 'dd/mm/yyyy' },
    ),
  },
  {
    file: 'dolibarr/cogilog.csv',
    mapping: mapping({ separator: '\t', columns: 11 }, { journal: 1, date: 2, account: 4, label: 6, reference: 10 }, two(8, 9), {}),
  },
  {
    file: 'dolibarr/configurable.csv',
    faults: [`78 7 decimals ${NOISE} 1234567.89`, `79 8 decimals ${NOISE} 1234567.89`],
    mapping: mapping(
      { separator: ';', quoting: 'single', columns: 10 },
      { entry: 1, date: 2, reference: 3, label: 4, account: 5, thirdParty: 6, journal: 10 },
      two(7, 8),
      { dates: 'dd/mm/yyyy', decimal: '.' },
    ),
  },
  {
    file: 'dolibarr/ebp.csv',
    faults: [`78 7 decimals ${NOISE} 1234567.89`, `79 7 decimals ${NOISE} 1234567.89`],
    mapping: mapping(
      { separator: ',', quoting: 'csv', columns: 9 },
      { date: 2, journal: 3, account: 4, label: 5, reference: 6 },
      side(7, 8),
      { decimal: '.', padded: false },
    ),
  },
  {
    file: 'dolibarr/gestimum3.txt',
    faults: [`78 9 decimals ${NOISE} 1234567.89`, `79 9 decimals ${NOISE} 1234567.89`],
    mapping: mapping(
      { separator: ',', columns: 12 },
      { date: 2, journal: 3, account: 4, label: 6, reference: 7, currency: 8, dueDate: { from: 'column', column: 12, dates: 'yyyymmdd' } },
      side(9, 10),
      { decimal: '.', dates: 'dd/mm/yyyy' },
    ),
  },
  {
    file: 'dolibarr/gestimum5.txt',
    faults: [`78 9 decimals ${NOISE} 1234567.89`, `79 9 decimals ${NOISE} 1234567.89`],
    mapping: mapping(
      { separator: ',', quoting: 'csv', columns: 14 },
      { date: 2, journal: 3, account: 4, label: 6, reference: 7, entry: 8, currency: 14 },
      side(9, 10),
      { decimal: '.', padded: false },
    ),
  },
  {
    file: 'dolibarr/isuite.csv',
    encoding: 'windows-1252',
    mapping: mapping({ separator: ';', columns: 13 }, { entry: 1, date: 2, reference: 6, account: 8, label: 9, journal: 13 }, two(10, 11), {
      dates: 'dd/mm/yyyy',
    }),
  },
  {
    file: 'dolibarr/ldcompta9.csv',
    mapping: mapping(
      { separator: ';', columns: 35 },
      { journal: 2, entry: 4, date: 5, label: 6, dueDate: 7, account: 12, thirdParty: 16, reference: 22 },
      side(10, 11),
      { dates: 'yyyymmdd', kinds: { column: { column: 1 }, lines: ['E'], analytical: [] } },
    ),
  },
  {
    file: 'dolibarr/ldcompta10.csv',
    mapping: mapping(
      { separator: ';', columns: 37 },
      { journal: 2, entry: 4, date: 5, label: 6, dueDate: 7, account: 12, thirdParty: 16, reference: 21 },
      side(10, 11),
      {
        padded: false,
        dates: 'yyyymmdd',
        skip: [{ column: { column: 1 }, begins: 'C' }],
        kinds: { column: { column: 1 }, lines: ['E'], analytical: [] },
      },
    ),
  },
  {
    file: 'dolibarr/openconcerto.csv',
    mapping: mapping({ separator: ';', columns: 7 }, { date: 1, journal: 2, account: 3, reference: 4, label: 5 }, two(6, 7), {
      dates: 'dd/mm/yyyy',
    }),
  },
  {
    file: 'dolibarr/sage50ch.csv',
    mapping: mapping(
      {
        separator: ',',
        quoting: 'csv',
        columns: 'Blg|Datum|Kto|S/H|Grp|GKto|SId|SIdx|KIdx|BTyp|MTyp|Code|Netto|Steuer|FW-Betrag|Tx1|Tx2|PkKey|OpId|Flag',
      },
      {
        entry: 1,
        date: 2,
        account: 3,
        journal: 5,
        label: 16,
        reference: 17,
      },
      side(13, 4, 'S', 'H'),
      { decimal: '.', dates: 'dd.mm.yyyy' },
    ),
  },
  {
    file: 'dolibarr/winfic.txt',
    mapping: mapping(
      { separator: '|', columns: 19 },
      { journal: 1, date: 2, account: 6, label: 9, reference: 11, dueDate: 13 },
      two(7, 8),
      {},
    ),
  },
  ...['full.csv', 'grouped.csv', 'full.xlsx'].map((file): ForeignFile => {
    const grouped = file === 'grouped.csv';
    const sheet = file === 'full.xlsx';
    const of = (column: number): ColumnSource => (grouped ? above(column) : { from: 'column', column });
    const label = [{ from: 'column' as const, column: 13 }, of(4)];
    const members: Sources = { entry: of(1), date: of(5), reference: of(7), account: 8, accountLabel: 9, label, journal: 'OD' };
    const begins = grouped ? { entryBegins: { column: 1, name: "Numéro d'écriture" } } : {};
    return {
      file: `paheko/export-${file}`,
      typed: { journal: 'OD' },
      mapping: mapping({ separator: sheet ? null : ',', quoting: 'csv', columns: PAHEKO }, members, two(10, 11), {
        dates: 'yyyy-mm-dd',
        decimal: sheet ? '.' : ',',
        ...begins,
      }),
    };
  }),
  ...(['fr', 'C'] as const).map((locale): ForeignFile => {
    const rest: Rest = locale === 'fr' ? { dates: 'dd/mm/yyyy' } : { dates: 'mm/dd/yy', decimal: '.' };
    return {
      file: `gnucash/transactions-${locale}.csv`,
      mapping: mapping(
        { separator: ',', quoting: 'csv', columns: GNUCASH },
        {
          date: above(1),
          entry: above(2),
          reference: above(3),
          journal: above(5),
          label: 9,
          account: part(10, '.', 1),
          thirdParty: part(10, '.', 2),
        },
        signed(13),
        { ...rest, entryBegins: { column: 1, name: 'Date' } },
      ),
    };
  }),
  ...(['fr', 'C'] as const).map((locale): ForeignFile => {
    const rest: Rest = locale === 'fr' ? { dates: 'dd/mm/yyyy' } : { dates: 'mm/dd/yy', decimal: '.' };
    return {
      file: `gnucash/simple-${locale}.csv`,
      typed: { journal: 'OD' },
      mapping: mapping(
        { separator: ';', quoting: 'csv', columns: GNUCASH_SIMPLE },
        { date: 1, account: part(2, '.', 1), thirdParty: part(2, '.', 2), reference: 3, label: 4, journal: 'OD' },
        signed(8),
        rest,
      ),
    };
  }),
  {
    file: 'hledger/print.csv',
    faults: DOLLARS.map((line) => `${line + 1} 10 currency USD EUR`),
    without: DOLLARS.map((line) => line + 1),
    mapping: mapping(
      {
        separator: ',',
        quoting: 'csv',
        columns: 'txnidx|date|date2|status|code|description|comment|account|amount|commodity|credit|debit|posting-status|posting-comment',
      },
      {
        entry: 1,
        date: 2,
        reference: 5,
        label: 6,
        journal: part(8, ':', 1),
        account: part(8, ':', 2),
        thirdParty: part(8, ':', 3),
        currency: 10,
      },
      two(12, 11),
      { dates: 'yyyy-mm-dd', decimal: '.' },
    ),
  },
  {
    file: 'hledger/register.csv',
    mapping: mapping(
      { separator: ',', quoting: 'csv', columns: 'txnidx|date|code|description|account|amount|total' },
      { entry: 1, date: 2, reference: 3, label: 4, journal: part(5, ':', 1), account: part(5, ':', 2), thirdParty: part(5, ':', 3) },
      signed(6),
      { dates: 'yyyy-mm-dd', decimal: '.' },
    ),
  },
  {
    file: 'ledger/ledger.csv',
    faults: DOLLARS.map((line) => `${line} 5 currency USD EUR`),
    without: DOLLARS,
    mapping: mapping(
      { separator: ',', quoting: 'backslash', columns: 8 },
      { date: 1, reference: 2, label: 3, journal: part(4, ':', 1), account: part(4, ':', 2), thirdParty: part(4, ':', 3), currency: 5 },
      signed(6),
      { dates: 'yyyy/mm/dd', decimal: '.' },
    ),
  },
  {
    file: 'beancount/journal.csv',
    mapping: mapping(
      {
        separator: ',',
        quoting: 'csv',
        columns: 'date|payee|account|narration|piece|number|currency|weight (EUR)|balance (EUR)|balance (USD)',
      },
      { date: 1, journal: 2, account: part(3, ':', 2, 'C'), thirdParty: part(3, ':', 3), label: 4, reference: 5 },
      signed(8),
      { dates: 'yyyy-mm-dd', decimal: '.' },
    ),
  },
];
