import { ENTRIES_BYTES_MAX } from '../contract/limits.ts';
import { splitBatch } from './balance.ts';
import { canonicalText, EMPTY_BODY_BYTES, bytesInBody } from './canonical.ts';
import { jsonItemIn, type EntriesReading, type EntriesWarning, type ReadLine } from './entry-lines.ts';
import { openingJournals } from './fec.ts';

/** Which lines of a file are meant: all but those of these journals, and those at these places (runs of first and last, from 0 in the file's order). */
export type LineChoice = {
  readonly withoutJournals: readonly string[];
  readonly withoutLines: readonly (readonly [number, number])[];
};

/**
 * The lines of a file that are meant, in its order. Runs may overlap, and may reach beyond the end; one that ends before it begins is empty. Takes time
 * in proportion to lines and runs, since both come from outside.
 */
export function chosenLines(lines: readonly ReadLine[], { withoutJournals, withoutLines }: LineChoice): readonly ReadLine[] {
  const without = new Set(withoutJournals);
  const begun = new Int32Array(lines.length + 1);
  for (const [first, last] of withoutLines) {
    if (first > last || first >= lines.length) continue;
    begun[first] = (begun[first] ?? 0) + 1;
    const after = Math.min(last, lines.length - 1) + 1;
    begun[after] = (begun[after] ?? 0) - 1;
  }
  let open = 0;
  return lines.filter(({ line }, at) => {
    open += begun[at] ?? 0;
    return open === 0 && !without.has(line.journal);
  });
}

/** What is proposed before a user has chosen: of the whole books of a year not the opening journals, which the accountant has already; of others all. */
export function proposedChoice({ format, lines }: Pick<EntriesReading, 'format' | 'lines'>): LineChoice {
  return { withoutJournals: isWholeBooks(format) ? openingJournals(lines) : [], withoutLines: [] };
}

/** A FEC is the whole books of a year: somebody has to say which of its journals the accountant does not have yet. */
export function isWholeBooks(format: EntriesReading['format']): boolean {
  return format === 'fec';
}

export function leavesOut({ withoutJournals, withoutLines }: LineChoice): boolean {
  return withoutJournals.length > 0 || withoutLines.length > 0;
}

/**
 * Whether a warning puts the sums of a file in doubt, or what its accounts or days are. A file with one of these is shown to somebody before it is sent,
 * also where others of its kind go by themselves. The rest is as the file's program or its mapping means it: many a bank line has no reference, credit
 * notes are negative, and analytical rows are left out because a user said so.
 */
const DOUBTFUL = {
  'unbalanced-entry': true,
  'unbalanced-journal': true,
  'partial-axis': true,
  'outside-year': true,
  'new-journal': true,
  'new-account-class': true,
  'cut-account': true,
  'both-sides': true,
  'no-side-filled': true,
  'future-date': true,
  'guessed-letters': true,
  'opening-journal': true,
  'no-reference': false,
  negative: false,
  'analytical-row': false,
} as const satisfies Readonly<Record<EntriesWarning, boolean>>;
const DOUBTS: ReadonlySet<string> = new Set(Object.entries(DOUBTFUL).flatMap(([kind, doubts]) => (doubts ? [kind] : [])));

export function isInDoubt({ warnings }: Pick<EntriesReading, 'warnings'>): boolean {
  return warnings.some(({ kind }) => DOUBTS.has(kind));
}

/** Journals in the order in which they begin; totals in cents. */
export type JournalTotals = {
  readonly journal: string;
  readonly lines: number;
  readonly debitCents: number;
  readonly creditCents: number;
  readonly opening: boolean;
};

/** What each journal comes to. A sum that no number holds is cut: such a file has an error that says so. */
export function journalsIn(lines: readonly ReadLine[]): readonly JournalTotals[] {
  const openings = new Set(openingJournals(lines));
  const sums = new Map<string, { lines: number; debit: bigint; credit: bigint }>();
  for (const { line } of lines) {
    const sum = sums.get(line.journal) ?? { lines: 0, debit: 0n, credit: 0n };
    sum.lines += 1;
    sum.debit += BigInt(line.debit.cents);
    sum.credit += BigInt(line.credit.cents);
    sums.set(line.journal, sum);
  }
  return [...sums].map(([journal, sum]) => {
    const [debitCents, creditCents] = [held(sum.debit), held(sum.credit)];
    return { journal, lines: sum.lines, debitCents, creditCents, opening: openings.has(journal) };
  });
}

function held(cents: bigint): number {
  return Math.min(Math.max(Number(cents), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

/** How many imports these lines make if they are above the service's limit for one, or why they cannot be cut; null where one is enough. */
export type TooLarge = { readonly parts: number } | { readonly cannot: 'out-of-balance' | 'entry-too-large' | 'journal-too-large' };

export function tooLarge(lines: readonly ReadLine[]): TooLarge | null {
  const bytes = lines.reduce((sum, { line }) => sum + bytesInBody(line), EMPTY_BODY_BYTES);
  // The last line has no comma.
  if (bytes - 1 <= ENTRIES_BYTES_MAX) return null;
  const split = splitBatch(lines);
  return 'cannot' in split ? { cannot: split.cannot } : { parts: split.parts.length };
}

/** A line of a preview: its canonical text (C45), a tab, what the file says beside it as JSON, a line feed. */
export function previewLine({ place, line, entry, accountLabel, unsent }: ReadLine): string {
  const extra = {
    at: jsonItemIn(place.name)?.item ?? place.line,
    ...(entry === undefined ? {} : { entry }),
    ...(accountLabel === undefined ? {} : { accountLabel }),
    ...(unsent === undefined ? {} : { unsent }),
  };
  return `${canonicalText([line]).slice(0, -1)}\t${JSON.stringify(extra)}\n`;
}
