import type { MappedMember } from '#shared/entries/column-roles.ts';
import type { ColumnSource, EntriesMapping, MappedColumn, MappedSource } from '#shared/entries/mapping.ts';

export type Sources = Partial<Record<MappedMember, number | string | MappedSource | readonly MappedSource[]>>;
export type Rest = Partial<Omit<EntriesMapping, 'sources' | 'amounts' | 'headings' | 'headingRow' | 'dialect'>>;
type Layout = {
  readonly separator: NonNullable<EntriesMapping['dialect']>['separator'] | null;
  readonly quoting?: 'csv' | 'backslash' | 'single' | 'bare';
  readonly columns: number | string;
};

/** Without headings `columns` is their number, with headings their row as the file has it. */
export function mapping(
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
export const two =
  (debit: number, credit: number) =>
  (at: At): EntriesMapping['amounts'] => ({ form: 'two', debit: at(debit), credit: at(credit) });
export const signed =
  (amount: number) =>
  (at: At): EntriesMapping['amounts'] => ({ form: 'signed', amount: at(amount), positive: 'debit' });
export const side =
  (amount: number, letter: number, debit = 'D', credit = 'C') =>
  (at: At): EntriesMapping['amounts'] => ({
    form: 'side',
    amount: at(amount),
    side: at(letter),
    debit: [debit],
    credit: [credit],
  });
export const part = (column: number, separator: string, place: number, prefix?: string): ColumnSource => ({
  from: 'column',
  column,
  part: { separator, place, ...(prefix === undefined ? {} : { prefix }) },
});
export const above = (column: number): ColumnSource => ({ from: 'column', column, asAbove: true });

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

/** Lines in dollars, for which the service does not say how a rate is meant (C47). */
export const DOLLARS = [26, 27, 51, 52, 83, 84, 109, 110, 136, 137];
export const NOISE = '1234567.8899999999';
export const PAHEKO =
  "Numéro d'écriture|Type|Statut|Libellé|Date|Remarques|Numéro pièce comptable|Numéro compte|Libellé compte|Débit|Crédit|Référence ligne|Libellé ligne|Rapprochement|Lettrage|Projet analytique|Membres associés";
export const GNUCASH =
  'Date|Transaction ID|Number|Description|Notes|Commodity/Currency|Void Reason|Action|Memo|Full Account Name|Account Name|Amount With Sym|Amount Num.|Reconcile|Reconcile Date|Rate/Price';
export const GNUCASH_SIMPLE = 'Date|Account Name|Number|Description|Full Category Path|Reconcile|Amount With Sym|Amount Num.|Rate/Price';

const HEADINGS = ['Date', 'Journal', 'Compte', 'Pièce', 'Libellé', 'Débit', 'Crédit', 'Note'];
export const HEADING = HEADINGS.join(';');
export const column = (number: number): MappedColumn => ({ column: number, name: HEADINGS[number - 1] ?? '' });
export const from = (number: number): { readonly from: 'column' } & MappedColumn => ({ from: 'column', ...column(number) });

/** Of a file with these headings, for tests to change. */
export const MAPPING: EntriesMapping = {
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
