/** Accounting entries as Intray reads, shows, compares and sends them (§ Lines of entries). */

/**
 * One side of a line. Money is integers of cents, read from text; a float never holds it. The rate is the decimal text as it was written
 * ("1").
 */
export type EntryAmount = {
  readonly cents: number;
  readonly currency: string;
  readonly currencyCents: number;
  readonly currencyRate: string;
};

export type EntrySection = {
  readonly debit: EntryAmount;
  readonly credit: EntryAmount;
  readonly section: string;
  readonly sectionLabel?: string;
};

export type EntryAxis = { readonly axisCode: string; readonly axisLabel?: string; readonly sections: readonly EntrySection[] };

/** Dates are `yyyy-mm-dd`. The side without an amount is 0 (C46). Members without a value are left out, but for the required ones. */
export type EntryLine = {
  readonly date: string;
  readonly debit: EntryAmount;
  readonly credit: EntryAmount;
  readonly journal: string;
  readonly account: string;
  readonly reference: string;
  readonly dueDate?: string;
  readonly journalLabel?: string;
  readonly thirdParty?: string;
  readonly thirdPartySiren?: string;
  readonly thirdPartyLabel?: string;
  readonly label?: string;
  readonly documentReference?: string;
  readonly analyticalAxes?: readonly EntryAxis[];
};

/** Where something stands in a file. */
export type FilePlace = {
  /** The physical line of the text, or the row of the sheet, from 1. */
  readonly line: number;
  /** The cell of the line, or of fixed widths and JSON the character of the line, from 1. */
  readonly column?: number;
  /** The column's heading as the file has it, or the member's path in JSON (`data.lines[3].debit.amount`). */
  readonly name?: string;
};

/** Which of the lines of a JSON text a member's path leads into, from 1, and the rest of the path; null for other names. */
export function jsonItemIn(name: string | undefined): { readonly item: number; readonly member: string } | null {
  const [, index, member = ''] = /^(?:entries\.)?data\.lines\[(\d{1,6})\]\.?(.*)$/.exec(name ?? '') ?? [];
  return index === undefined ? null : { item: Number(index) + 1, member };
}

/** A line with what the file says of it beside what the service takes. */
export type ReadLine = {
  readonly place: FilePlace;
  readonly line: EntryLine;
  /** The file's own number of the entry that the line belongs to. */
  readonly entry?: string;
  readonly accountLabel?: string;
  /** What has no place in the service, by the file's own name of it: shown, never sent. */
  readonly unsent?: Readonly<Record<string, string>>;
};

export const ENTRIES_FORMATS = ['json', 'csv', 'xlsx', 'fec', 'ximport', 'quadra'] as const;
export type EntriesFormat = (typeof ENTRIES_FORMATS)[number];

/** What a file of entries came to: all its lines and all its faults at once. `lines` holds every line that could be read, also beside faults. */
export type EntriesReading = {
  readonly format: EntriesFormat;
  readonly lines: readonly ReadLine[];
  /** While there is one, nothing of the file is sent. */
  readonly errors: readonly EntriesFault[];
  /** They never block: the service does not either. */
  readonly warnings: readonly EntriesFault[];
};

/** A file of which no line can be read. */
export type EntriesRefusal = { readonly refused: EntriesRefusalKind; readonly place?: FilePlace };

export type EntriesRefusalKind =
  /** DATEV's EXTF: a row is two postings and a tax key, which its accounts split by themselves. */
  | 'datev'
  /** A bank's or a wallet's statement: one side only. */
  | 'statement'
  /** Lines whose columns nobody has said the meaning of yet. */
  | 'needs-mapping'
  /** Neither JSON, nor text of rows, nor a sheet. */
  | 'not-entries'
  | 'empty'
  | 'too-many-lines'
  | 'damaged'
  /** A sheet in another format than .xlsx (.xls, .xlsb, .ods): its program can save it as one. */
  | 'other-sheet'
  /** A workbook that opens with a password only. */
  | 'sheet-password';

/** A fault on its physical line and column. `value` is what stands there, `meant` what would be right where that is known. */
export type EntriesFault = FilePlace & {
  readonly kind: EntriesFaultKind;
  readonly value?: string;
  readonly meant?: string;
  /** Of JSON where `name` does not say it: which of the lines of entries, from 1. All of them may stand on one physical line. */
  readonly item?: number;
};

export const ENTRIES_ERRORS = [
  /** A cell that the service requires is empty. */
  'missing',
  /** No day of the calendar, or not written as the file's other dates are. */
  'no-date',
  'no-amount',
  /** More than two decimals: asked with the cents that are meant (C46). */
  'decimals',
  /** Too large for an integer of cents. */
  'amount-too-large',
  /** A letter that stands for neither debit nor credit. */
  'no-side',
  /** Another number of cells than the heading has: `value` the number found, `meant` the number expected. */
  'cells',
  /** A quote that opens and never closes in its line, or stands where none may stand. */
  'quote',
  /** A control character, as NUL. */
  'control-character',
  'line-too-long',
  /** Of fixed widths: it ends before its amount. `value` its bytes, `meant` the fewest that such a line has. */
  'line-too-short',
  'cell-too-long',
  /** The text is in no encoding that Intray reads. */
  'encoding',
  /** Another currency than the mapping's (C47). */
  'currency',
  /** A row that is neither a line nor analytical by the mapping's column of kinds: `value` its kind. */
  'row-kind',
  /**
   * Not of the kind that the contract says (JSON), or a line of no kind that the format has; `value` the kind found, `meant` the kind that
   * is right.
   */
  'type',
  'json',
  /** A member that one object has twice: readers differ in which of the two they take. */
  'duplicate-member',
  'duplicate-axis',
  'no-sections',
  'no-lines',
  /** Above the service's limit (§ Limits); `value` the bytes. */
  'too-large',
] as const;

export const ENTRIES_WARNINGS = [
  /** An entry is out of balance: `name` its number, `value` the difference as an amount. */
  'unbalanced-entry',
  'unbalanced-journal',
  /** The sections of an axis do not add up to the line. */
  'partial-axis',
  'outside-year',
  'new-journal',
  'new-account-class',
  /** An account code that a spreadsheet has cut (`4,11E+07`, lost zeros). */
  'cut-account',
  'both-sides',
  'no-side-filled',
  'negative',
  /** No reference: the service requires the member and takes an empty text, and many a bank line has none. */
  'no-reference',
  'future-date',
  /** Decoded by a guess, and another encoding would read this cell differently: `meant` the other reading. */
  'guessed-letters',
  /** Opening balances: `value` the journal, once, on its first line. The accountant's books have them already. */
  'opening-journal',
  /** An analytical row that is left out of the lines. */
  'analytical-row',
] as const;

export type EntriesError = (typeof ENTRIES_ERRORS)[number];
export type EntriesWarning = (typeof ENTRIES_WARNINGS)[number];
export type EntriesFaultKind = EntriesError | EntriesWarning;

/** A file as rows of cells, whatever it was: every reader of columns begins with it. */
export type TableRow = { readonly line: number; readonly cells: readonly string[] };

/** An amount in euros with the other members that the contract requires (C47). */
export function inCurrency(cents: number, currency = 'EUR'): EntryAmount {
  return { cents, currency, currencyCents: cents, currencyRate: '1' };
}
