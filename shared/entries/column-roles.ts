import { foldText } from '../lib/text/fold-text.ts';
import type { TableRow } from './entry-lines.ts';
import { type Decimals, guessDatePattern, readAmount, readSide } from './values.ts';

/** Of an entry line, in the contract's order, then what the file says beside it. `journal`, `account` and `reference` are required (§ Lines of entries). */
export const MAPPED_MEMBERS = [
  'date',
  'journal',
  'account',
  'reference',
  'dueDate',
  'journalLabel',
  'thirdParty',
  'thirdPartySiren',
  'thirdPartyLabel',
  'label',
  'documentReference',
  'entry',
  'accountLabel',
  'currency',
] as const;
export type MappedMember = (typeof MAPPED_MEMBERS)[number];

/** What a column may be: a member of a line, a part of its amounts, or the kind of its rows. */
export type ColumnRole = MappedMember | 'debit' | 'credit' | 'amount' | 'side' | 'kind';

/**
 * Headings as accounting programs write them in French, English and German, folded (no case, no accents, one blank for everything else), the more
 * telling first: of two columns of one role, the one whose word stands earlier is meant.
 */
const WORDS: Readonly<Record<ColumnRole, string>> = {
  date:
    'date ecriture, ecrituredate, date de l ecriture, date comptable, date d ecriture, date operation, date mouvement, date mvt, ' +
    'posting date, entry date, transaction date, buchungsdatum, date de comptabilisation, date, datum, belegdatum, date piece, ' +
    'date facture, date de facture, date de piece, invoice date, jour, day',
  journal: 'code journal, journalcode, journal code, code jnl, journal, jnl, jal, buchungskreis, tagebuch',
  account:
    'numero de compte, numero compte, comptenum, n compte, n de compte, num compte, no compte, compte general, compte comptable, ' +
    'code compte, code comptable, compte, cpte, account number, account code, account no, gl account, general ledger account, ' +
    'full account name, account, sachkonto, kontonummer, konto, kto, account name',
  reference:
    'pieceref, numero piece comptable, numero de piece, numero piece, n piece, n de piece, no piece, num piece, reference piece, ' +
    'ref piece, piece comptable, piece, document number, document no, voucher number, voucher, belegnummer, belegnr, beleg nr, ' +
    'numero de facture, numero facture, n facture, no facture, num facture, invoice number, facture, rechnungsnummer, reference, ' +
    'ref, number, code, belegfeld 1, ticket',
  dueDate: 'date d echeance, date echeance, datelimitreglmt, echeance, due date, falligkeitsdatum, falligkeit, faelligkeit',
  journalLabel: 'journallib, libelle journal, libelle du journal, journallibelle, nom du journal, nom journal, journal name, journal label',
  thirdParty:
    'compauxnum, compte auxiliaire, numero compte auxiliaire, compte tiers, code tiers, code auxiliaire, auxiliaire, tiers, ' +
    'third party, third party code, subledger account, personenkonto, code client, code fournisseur, compte aux',
  thirdPartySiren: 'siren, siren tiers, siren du tiers, numero siren, n siren',
  thirdPartyLabel:
    'compauxlib, libelle compte auxiliaire, libelle tiers, libelle auxiliaire, nom du tiers, nom tiers, raison sociale, ' +
    'third party name, third party label, customer name, supplier name',
  label:
    'libelle ecriture, ecriturelib, libelle de l ecriture, libelle operation, libelle de l operation, libelle ligne, ' +
    'libelle mouvement, intitule ecriture, memo, libelle, buchungstext, line description, label, narration, description, ' +
    'designation, motif, objet, text, texte, details, wording, commentaire',
  documentReference: 'reference document, reference du document, document reference, numfacture, justificatif',
  entry:
    'ecriturenum, numero d ecriture, numero ecriture, n ecriture, numero de mouvement, numero mouvement, n mouvement, ' +
    'num ecriture, entry number, entry no, transaction id, journal entry, txnidx, mouvement, ecriture, entry, blg, ' +
    'buchungsnummer',
  accountLabel:
    'comptelib, libelle du compte, libelle compte, intitule du compte, intitule compte, nom du compte, nom compte, ' +
    'account label, account title, account description, kontobezeichnung, kontoname',
  currency: 'code devise, iddevise, devise, currency code, currency, commodity, monnaie, wahrung, waehrung',
  debit: 'debit, montant debit, debit eur, debit euro, debit en euros, debit amount, debits, soll, sollbetrag, mouvement debit',
  credit: 'credit, montant credit, credit eur, credit euro, credit en euros, credit amount, credits, haben, habenbetrag',
  amount:
    'montant, montant eur, montant en euros, montant signe, amount num, amount eur, amount, weight eur, betrag, umsatz, netto, ' +
    'valeur, value',
  side: 'sens, sens d c, d c, dc, debit credit, s h, sh, soll haben, soll haben kennzeichen, s, side',
  kind: 'type a g, type ag, a g, type de ligne, type ligne, nature de ligne, line type',
};

/** A role with the place of its word in the list, the smaller the surer. */
type HeadingRole = { readonly role: ColumnRole; readonly rank: number };

const ROLES: ReadonlyMap<string, HeadingRole> = new Map(
  (Object.entries(WORDS) as [ColumnRole, string][]).flatMap(([role, words]) =>
    words.split(', ').map((word, rank) => [word, { role, rank }] as const),
  ),
);

/** A program that cuts headings cuts them to this many letters or more (`Journa`). */
const CUT_LETTERS_MIN = 5;
/** Of a heading that is cut: less telling than any whole word. */
const CUT_RANK = 100;

/** The role that a heading names, or null. */
function roleOf(heading: string): HeadingRole | null {
  const folded = foldText(heading.slice(0, 100));
  const whole = ROLES.get(folded);
  if (whole !== undefined) return whole;
  if (folded.length < CUT_LETTERS_MIN) return null;
  const [shortest] = [...ROLES].filter(([word]) => word.startsWith(folded)).toSorted(([a], [b]) => a.length - b.length);
  return shortest === undefined ? null : { role: shortest[1].role, rank: CUT_RANK };
}

type Shape = 'empty' | 'date' | 'side' | 'amount' | 'number' | 'account' | 'code' | 'text';
export type Column = {
  readonly name: string;
  readonly index: number;
  readonly shape: Shape;
  /** All its cells, and those that are not empty; trimmed. */
  readonly cells: readonly string[];
  readonly filled: readonly string[];
};

/** A column of the data with what stands in it. */
export function columnOf(name: string, index: number, data: readonly TableRow[]): Column {
  const cells = data.map((row) => row.cells[index] ?? '');
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return { name, index, cells, filled, shape: shapeOf(filled) };
}

/** One slip in a hundred does not change what a column is. */
function mostly(values: readonly string[], is: (value: string) => boolean): boolean {
  return values.filter(is).length >= values.length * 0.99;
}

function shapeOf(filled: readonly string[]): Shape {
  if (filled.length === 0) return 'empty';
  const distinct = new Set(filled);
  if (distinct.size <= 2 && filled.length > 2 && [...distinct].every((value) => typeof readSide(value) === 'string')) return 'side';
  const { fitting, values } = guessDatePattern(filled);
  if (fitting >= values * 0.99) return 'date';
  if (mostly(filled, isAmount))
    return filled.some((value) => /\d[.,]\d/.test(value)) ? 'amount' : mostly(filled, isAccount) ? 'account' : 'number';
  if (mostly(filled, (value) => !/\s/.test(value))) return filled.filter(isAccount).length >= filled.length * 0.5 ? 'account' : 'code';
  return 'text';
}

function isAmount(value: string): boolean {
  return [',', '.'].some((decimal) => {
    const amount = readAmount(value, decimal as Decimals);
    return typeof amount === 'number' || amount.kind === 'decimals';
  });
}

/** The chart of accounts has at least three figures; one of them with letters behind is a sub-account. */
function isAccount(value: string): boolean {
  return /^[0-8]\d{2,11}[A-Z]{0,8}$/.test(value);
}

function namedCells({ cells }: TableRow): number {
  return cells.filter((cell) => roleOf(cell) !== null).length;
}

function isPlain({ cells }: TableRow): boolean {
  return cells.every((cell) => !/^[\s€+-]*\d/.test(cell));
}

const HEADING_WITHIN = 30;

/** The row above the data whose cells are words: at least two of them name a role, and none is a date or an amount. */
export function headingRowOf(rows: readonly TableRow[]): TableRow | null {
  const best = rows.slice(0, HEADING_WITHIN).reduce<TableRow | null>((found, row) => {
    return isPlain(row) && namedCells(row) >= 2 && (found === null || namedCells(row) > namedCells(found)) ? row : found;
  }, null);
  return best;
}

/** Whether the column's heading says it, what stands in the column, or neither clearly: then it is only the likeliest. */
export type Certainty = 'heading' | 'values' | 'unsure';
export type Role = { readonly column: Column; readonly certainty: Certainty };

/** They say something also where all their cells are empty: a file may have one side only. */
const SIDES: ReadonlySet<ColumnRole | undefined> = new Set(['debit', 'credit'] as const);

/** Each column has one role, each role one column: first by headings, then by values where no heading names the role. */
export function assignedRoles(columns: readonly Column[]): Map<ColumnRole, Role> {
  const roles = new Map<ColumnRole, Role>();
  const ranked = columns
    .map((column) => ({ column, found: roleOf(column.name) }))
    .filter(({ column, found }) => column.shape !== 'empty' || SIDES.has(found?.role));
  for (const { column, found } of ranked.toSorted((a, b) => (a.found?.rank ?? 0) - (b.found?.rank ?? 0))) {
    if (found === null || roles.has(found.role) || !suits(found.role, column)) continue;
    // Several things in one cell (`VE:411000:CL0001`, `401000.FO0001`) have to be taken apart.
    const several = found.role === 'account' && column.filled.some((value) => /\w[.:]\w/.test(value));
    roles.set(found.role, { column, certainty: several ? 'unsure' : 'heading' });
  }
  const free = (...shapes: readonly Shape[]): readonly Column[] =>
    columns.filter((column) => shapes.includes(column.shape) && ![...roles.values()].some((role) => role.column === column));
  const give = (role: ColumnRole, candidates: readonly Column[], sure: boolean): void => {
    const [first] = candidates;
    if (first !== undefined && !roles.has(role)) roles.set(role, { column: first, certainty: sure ? 'values' : 'unsure' });
  };
  give('date', free('date'), free('date').length === 1);
  const accounts = free('account').filter(({ filled }) => isRepeated(filled));
  give('account', accounts, accounts.length === 1);
  give('side', free('side'), free('side').length === 1);
  const kinds = free('code').filter(({ filled }) => new Set(filled).size === 2 && filled.every((value) => value === 'A' || value === 'G'));
  give('kind', kinds, true);
  give(
    'currency',
    free('code').filter(({ filled }) => filled.every((value) => CURRENCIES.has(value))),
    true,
  );
  if (columns.some(({ name }) => name !== '')) return roles;
  const journals = free('code').filter(({ filled }) => isJournal(filled, columns));
  give('journal', journals, journals.length === 1);
  give(
    'label',
    free('text').toSorted((a, b) => letters(b) - letters(a)),
    free('text').length === 1,
  );
  const pieces = free('code', 'text').filter(
    ({ filled, cells }) => filled.some((value) => /\d/.test(value)) && filled.length > cells.length * 0.8,
  );
  give('reference', pieces, false);
  return roles;
}

/** Occurring alone in a column, they are no journals. */
const CURRENCIES: ReadonlySet<string> = new Set([
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'CAD',
  'JPY',
  'XPF',
  'XOF',
  'XAF',
  'MAD',
  'TND',
  'PLN',
  'SEK',
  'DKK',
  'NOK',
]);

/** Accounts occur again and again; numbers of lines do not, nor does what is the same in all lines say anything. */
function isRepeated(filled: readonly string[]): boolean {
  const { size } = new Set(filled);
  return size > 1 && size < Math.max(filled.length * 0.95, 20);
}

/** A heading is believed unless the column holds something else. */
function suits(role: ColumnRole, { shape, filled }: Column): boolean {
  if (role === 'date' || role === 'dueDate') return shape === 'date';
  if (SIDES.has(role) && shape === 'empty') return true;
  if (role === 'debit' || role === 'credit' || role === 'amount') return shape === 'amount' || shape === 'number' || shape === 'account';
  if (role === 'side') return shape === 'side';
  if (role === 'kind') return filled.every((value) => value === 'A' || value === 'G');
  if (role === 'account') return shape !== 'text' || filled.some((value) => /\d{3}/.test(value));
  if (role === 'currency') return filled.every((value) => /^[A-Z]{3}$/.test(value));
  return shape !== 'amount' || role === 'reference';
}

/** A few short codes that occur again and again, each of them mostly letters. */
function isJournal(filled: readonly string[], columns: readonly Column[]): boolean {
  const distinct = new Set(filled);
  const all = columns.reduce((most, column) => Math.max(most, column.filled.length), 0);
  return (
    distinct.size <= 15 && distinct.size > 1 && filled.length === all && [...distinct].every((value) => /^[A-Z][A-Z0-9]{1,5}$/i.test(value))
  );
}

function letters({ filled }: Column): number {
  return filled.reduce((sum, value) => sum + value.length, 0);
}
