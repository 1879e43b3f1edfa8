import { foldText } from '../lib/text/fold-text.ts';
import type { TableRow } from './entry-lines.ts';
import type { MappedMember } from './mapping.ts';
import { type Decimals, guessDatePattern, readAmount, readSide } from './values.ts';

/** What a column may be: a member of a line, a part of its amounts, or the kind of its rows. */
export type ColumnRole = MappedMember | 'debit' | 'credit' | 'amount' | 'side' | 'kind';

/**
 * Headings as accounting programs write them in French, English and German, folded (no case, no accents, one blank for everything else), the more
 * telling first: of two columns of one role, the one whose word stands earlier is meant.
 */
const WORDS: Readonly<Record<ColumnRole, readonly string[]>> = {
  date: [
    ...[
      'date ecriture',
      'ecrituredate',
      'date de l ecriture',
      'date comptable',
      'date d ecriture',
      'date operation',
      'date mouvement',
      'date mvt',
    ],
    ...['posting date', 'entry date', 'transaction date', 'buchungsdatum', 'date de comptabilisation', 'date', 'datum', 'belegdatum'],
    ...['date piece', 'date facture', 'date de facture', 'date de piece', 'invoice date', 'jour', 'day'],
  ],
  journal: ['code journal', 'journalcode', 'journal code', 'code jnl', 'journal', 'jnl', 'jal', 'buchungskreis', 'tagebuch'],
  account: [
    ...[
      'numero de compte',
      'numero compte',
      'comptenum',
      'n compte',
      'n de compte',
      'num compte',
      'no compte',
      'compte general',
      'compte comptable',
    ],
    ...[
      'code compte',
      'code comptable',
      'compte',
      'cpte',
      'account number',
      'account code',
      'account no',
      'gl account',
      'general ledger account',
    ],
    ...['full account name', 'account', 'sachkonto', 'kontonummer', 'konto', 'kto', 'account name'],
  ],
  reference: [
    ...[
      'pieceref',
      'numero piece comptable',
      'numero de piece',
      'numero piece',
      'n piece',
      'n de piece',
      'no piece',
      'num piece',
      'reference piece',
    ],
    ...[
      'ref piece',
      'piece comptable',
      'piece',
      'document number',
      'document no',
      'voucher number',
      'voucher',
      'belegnummer',
      'belegnr',
      'beleg nr',
    ],
    ...['numero de facture', 'numero facture', 'n facture', 'no facture', 'num facture', 'invoice number', 'facture', 'rechnungsnummer'],
    ...['reference', 'ref', 'number', 'code', 'belegfeld 1', 'ticket'],
  ],
  dueDate: ['date d echeance', 'date echeance', 'datelimitreglmt', 'echeance', 'due date', 'falligkeitsdatum', 'falligkeit', 'faelligkeit'],
  journalLabel: [
    'journallib',
    'libelle journal',
    'libelle du journal',
    'journallibelle',
    'nom du journal',
    'nom journal',
    'journal name',
    'journal label',
  ],
  thirdParty: [
    ...[
      'compauxnum',
      'compte auxiliaire',
      'numero compte auxiliaire',
      'compte tiers',
      'code tiers',
      'code auxiliaire',
      'auxiliaire',
      'tiers',
    ],
    ...['third party', 'third party code', 'subledger account', 'personenkonto', 'code client', 'code fournisseur', 'compte aux'],
  ],
  thirdPartySiren: ['siren', 'siren tiers', 'siren du tiers', 'numero siren', 'n siren'],
  thirdPartyLabel: [
    ...['compauxlib', 'libelle compte auxiliaire', 'libelle tiers', 'libelle auxiliaire', 'nom du tiers', 'nom tiers', 'raison sociale'],
    ...['third party name', 'third party label', 'customer name', 'supplier name'],
  ],
  label: [
    ...[
      'libelle ecriture',
      'ecriturelib',
      'libelle de l ecriture',
      'libelle operation',
      'libelle de l operation',
      'libelle ligne',
      'libelle mouvement',
    ],
    ...[
      'intitule ecriture',
      'memo',
      'libelle',
      'buchungstext',
      'line description',
      'label',
      'narration',
      'description',
      'designation',
      'motif',
      'objet',
    ],
    ...['text', 'texte', 'details', 'wording', 'commentaire'],
  ],
  documentReference: ['reference document', 'reference du document', 'document reference', 'numfacture', 'justificatif'],
  entry: [
    ...[
      'ecriturenum',
      'numero d ecriture',
      'numero ecriture',
      'n ecriture',
      'numero de mouvement',
      'numero mouvement',
      'n mouvement',
      'num ecriture',
    ],
    ...['entry number', 'entry no', 'transaction id', 'journal entry', 'txnidx', 'mouvement', 'ecriture', 'entry', 'blg', 'buchungsnummer'],
  ],
  accountLabel: [
    ...[
      'comptelib',
      'libelle du compte',
      'libelle compte',
      'intitule du compte',
      'intitule compte',
      'nom du compte',
      'nom compte',
      'account label',
    ],
    ...['account title', 'account description', 'kontobezeichnung', 'kontoname'],
  ],
  currency: ['code devise', 'iddevise', 'devise', 'currency code', 'currency', 'commodity', 'monnaie', 'wahrung', 'waehrung'],
  debit: [
    'debit',
    'montant debit',
    'debit eur',
    'debit euro',
    'debit en euros',
    'debit amount',
    'debits',
    'soll',
    'sollbetrag',
    'mouvement debit',
  ],
  credit: [
    'credit',
    'montant credit',
    'credit eur',
    'credit euro',
    'credit en euros',
    'credit amount',
    'credits',
    'haben',
    'habenbetrag',
    'mouvement credit',
  ],
  amount: [
    ...[
      'montant',
      'montant eur',
      'montant en euros',
      'montant signe',
      'amount num',
      'amount eur',
      'amount',
      'weight eur',
      'betrag',
      'umsatz',
      'netto',
    ],
    ...['valeur', 'value'],
  ],
  side: ['sens', 'sens d c', 'd c', 'dc', 'debit credit', 's h', 'sh', 'soll haben', 'soll haben kennzeichen', 's', 'side'],
  kind: ['type a g', 'type ag', 'a g', 'type de ligne', 'type ligne', 'nature de ligne', 'line type'],
};

/** A role with the place of its word in the list, the smaller the surer. */
export type HeadingRole = { readonly role: ColumnRole; readonly rank: number };

const ROLES: ReadonlyMap<string, HeadingRole> = new Map(
  (Object.entries(WORDS) as [ColumnRole, readonly string[]][]).flatMap(([role, words]) =>
    words.map((word, rank) => [word, { role, rank }] as const),
  ),
);

/** A program that cuts headings cuts them to this many letters or more (`Journa`). */
const CUT_LETTERS_MIN = 5;
/** Of a heading that is cut: less telling than any whole word. */
const CUT_RANK = 100;

/** The role that a heading names, or null. */
export function roleOf(heading: string): HeadingRole | null {
  const folded = foldText(heading.slice(0, 100));
  const whole = ROLES.get(folded);
  if (whole !== undefined) return whole;
  if (folded.length < CUT_LETTERS_MIN) return null;
  const [shortest] = [...ROLES].filter(([word]) => word.startsWith(folded)).toSorted(([a], [b]) => a.length - b.length);
  return shortest === undefined ? null : { role: shortest[1].role, rank: CUT_RANK };
}

export type Shape = 'empty' | 'date' | 'side' | 'amount' | 'number' | 'account' | 'code' | 'text';
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
