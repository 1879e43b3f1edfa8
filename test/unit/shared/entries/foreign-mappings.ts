import type { ColumnSource, EntriesMapping, MappedColumn, MappedMember, MappedSource } from '#shared/entries/mapping.ts';

/** A file of `test/entries/open` with the mapping that a person would make for it. */
export type ForeignFile = {
  readonly file: string;
  readonly encoding?: string;
  readonly mapping: EntriesMapping;
  /** Faults that the file really has: line, column, kind, value, what is meant. */
  readonly faults?: readonly string[];
  /** Lines that have such a fault and therefore are no lines. */
  readonly without?: readonly number[];
  /** What the mapping types where the file has nothing. */
  readonly typed?: Readonly<Record<string, string>>;
};

type Sources = Partial<Record<MappedMember, number | string | MappedSource | readonly MappedSource[]>>;
type Rest = Partial<Omit<EntriesMapping, 'sources' | 'amounts' | 'headings' | 'headingRow' | 'dialect'>>;
type Layout = {
  readonly separator: NonNullable<EntriesMapping['dialect']>['separator'] | null;
  readonly quoting?: 'csv' | 'backslash' | 'single' | 'bare';
  readonly columns: number | string;
};

/** Without headings `columns` is their number, with headings their row as the file has it. */
function mapping(
  { separator, quoting = 'bare', columns }: Layout,
  members: Sources,
  amounts: (at: At) => EntriesMapping['amounts'],
  rest: Rest,
): EntriesMapping {
  const headings = typeof columns === 'number' ? Array.from({ length: columns }, () => '') : columns.split('|');
  const at: At = (column) => (typeof columns === 'number' ? { column } : { column, name: headings[column - 1] ?? '' });
  const source = (one: number | string | MappedSource): MappedSource => {
    if (typeof one === 'string') return { from: 'constant', text: one };
    return typeof one === 'number' ? { from: 'column', ...at(one) } : one.from === 'column' ? { ...one, ...at(one.column) } : one;
  };
  const none: MappedSource = { from: 'constant', text: NO_PIECE };
  const sources = Object.fromEntries(
    Object.entries(members).map(([member, one]) => {
      const all = Array.isArray(one) ? one.map(source) : [source(one as number)];
      return [member, member === 'reference' ? [...all, none] : all];
    }),
  );
  return {
    v: 1,
    encoding: null,
    dialect: separator === null ? null : { separator, quoting },
    headingRow: typeof columns === 'number' ? null : 1,
    firstRow: typeof columns === 'number' ? 1 : 2,
    headings,
    decimal: ',',
    dates: 'ddmmyyyy',
    negative: 'keep',
    skip: [],
    padded: true,
    currency: 'EUR',
    labelFromAccount: false,
    sources: sources as EntriesMapping['sources'],
    amounts: amounts(at),
    ...rest,
  };
}

/** Typed for lines that have no piece, since the service requires one. */
export const NO_PIECE = 'sans pièce';

type At = (column: number) => MappedColumn;
const two =
  (debit: number, credit: number) =>
  (at: At): EntriesMapping['amounts'] => ({ form: 'two', debit: at(debit), credit: at(credit) });
const signed =
  (amount: number) =>
  (at: At): EntriesMapping['amounts'] => ({ form: 'signed', amount: at(amount), positive: 'debit' });
const side =
  (amount: number, letter: number, debit = 'D', credit = 'C') =>
  (at: At): EntriesMapping['amounts'] => ({
    form: 'side',
    amount: at(amount),
    side: at(letter),
    debit: [debit],
    credit: [credit],
  });
const part = (column: number, separator: string, place: number, prefix?: string): ColumnSource => ({
  from: 'column',
  column,
  part: { separator, place, ...(prefix === undefined ? {} : { prefix }) },
});
const above = (column: number): ColumnSource => ({ from: 'column', column, asAbove: true });

/** Lines in dollars, for which the service does not say how a rate is meant (C47). */
const DOLLARS = [26, 27, 51, 52, 83, 84, 109, 110, 136, 137];
const NOISE = '1234567.8899999999';
const PAHEKO =
  "Numéro d'écriture|Type|Statut|Libellé|Date|Remarques|Numéro pièce comptable|Numéro compte|Libellé compte|Débit|Crédit|Référence ligne|Libellé ligne|Rapprochement|Lettrage|Projet analytique|Membres associés";
const GNUCASH =
  'Date|Transaction ID|Number|Description|Notes|Commodity/Currency|Void Reason|Action|Memo|Full Account Name|Account Name|Amount With Sym|Amount Num.|Reconcile|Reconcile Date|Rate/Price';
const GNUCASH_SIMPLE = 'Date|Account Name|Number|Description|Full Category Path|Reconcile|Amount With Sym|Amount Num.|Rate/Price';

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
  ...['full', 'grouped'].map((kind): ForeignFile => {
    const [of, quoting] = [kind === 'full' ? (column: number): ColumnSource => ({ from: 'column', column }) : above, 'csv'] as const;
    const members: Sources = {
      entry: of(1),
      date: of(5),
      reference: of(7),
      account: 8,
      accountLabel: 9,
      label: [{ from: 'column', column: 13 }, of(4)],
      journal: 'OD',
    };
    const rest: Rest = { dates: 'yyyy-mm-dd', ...(kind === 'full' ? {} : { entryBegins: { column: 1, name: "Numéro d'écriture" } }) };
    return {
      file: `paheko/export-${kind}.csv`,
      typed: { journal: 'OD' },
      mapping: mapping({ separator: ',', quoting, columns: PAHEKO }, members, two(10, 11), rest),
    };
  }),
  {
    file: 'paheko/export-full.xlsx',
    typed: { journal: 'OD' },
    mapping: mapping(
      { separator: null, columns: PAHEKO },
      {
        entry: 1,
        date: 5,
        reference: 7,
        account: 8,
        accountLabel: 9,
        label: [
          { from: 'column', column: 13 },
          { from: 'column', column: 4 },
        ],
        journal: 'OD',
      },
      two(10, 11),
      { dates: 'yyyy-mm-dd', decimal: '.' },
    ),
  },
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
