import type { EntriesChoice } from '#shared/domain/item/entries-schemas.ts';
import { type EntryBook, NO_CLASS } from './entry-book.ts';

/** First and last place of lines that follow each other, from 0. */
export type Run = readonly [first: number, last: number];

/** What a user has chosen: journals that are not sent, and whether lines that were sent before are. */
export type Chosen = { readonly withoutJournals: ReadonlySet<string>; readonly withoutLines: readonly Run[] };

/** Why a line is not sent. `repeated`: it was sent before. `other`: it was left out when somebody agreed to the file. */
export type WhyOut = 'journal' | 'repeated' | 'other';

export type Sums = { readonly lines: number; readonly debit: bigint; readonly credit: bigint };
export type Totals = {
  readonly all: Sums;
  /** By the places of journals and months in the book, and by class. What has no chosen line has no member. */
  readonly journals: ReadonlyMap<number, Sums>;
  readonly months: ReadonlyMap<number, Sums>;
  readonly classes: ReadonlyMap<number, Sums>;
};

/** What is sent of a book, and what it comes to, to the cent. */
export class Selected {
  readonly totals: Totals;
  readonly #book: EntryBook;
  readonly #without: ReadonlySet<number>;
  readonly #lines: Places;
  readonly #repeated: Places;

  constructor(book: EntryBook, { withoutJournals, withoutLines }: Chosen, repeated: readonly Run[]) {
    this.#book = book;
    this.#without = new Set(book.journals.all.flatMap((journal, at) => (withoutJournals.has(journal) ? [at] : [])));
    this.#lines = new Places(book.lines, withoutLines);
    this.#repeated = new Places(book.lines, repeated);
    this.totals = totalsOf(book, this.isSent);
  }

  readonly isSent = (index: number): boolean => this.why(index) === null;

  readonly isRepeated = (index: number): boolean => this.#repeated.has(index);

  /** Why a line is left out; null for one that is sent. */
  why(index: number): WhyOut | null {
    if (this.#without.has(this.#book.journal[index] ?? 0)) return 'journal';
    if (!this.#lines.has(index)) return null;
    return this.#repeated.has(index) ? 'repeated' : 'other';
  }

  /** How many of the lines that are sent were sent before. */
  get twice(): number {
    let count = 0;
    for (let index = 0; index < this.#book.lines; index += 1) if (this.#repeated.has(index) && this.isSent(index)) count += 1;
    return count;
  }
}

/** The choice as the engine takes it: journals in the order of the file, runs in theirs. */
export function choiceOf(book: EntryBook, { withoutJournals, withoutLines }: Chosen): EntriesChoice {
  return {
    withoutJournals: book.journals.all.filter((journal) => withoutJournals.has(journal)),
    withoutLines: withoutLines.map(([first, last]) => [first, last]),
  };
}

/** Both together, without places that are in both twice and without gaps of nothing. */
export function runsWith(one: readonly Run[], other: readonly Run[]): readonly Run[] {
  const joined: [number, number][] = [];
  for (const [first, last] of [...one, ...other].toSorted((a, b) => a[0] - b[0])) {
    const before = joined.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else joined.push([first, last]);
  }
  return joined;
}

/** What is in the first, but not in the other. */
export function runsWithout(runs: readonly Run[], other: readonly Run[]): readonly Run[] {
  return runsWith(runs, []).flatMap((run) => other.reduce<readonly Run[]>((rest, cut) => rest.flatMap((one) => cutOff(one, cut)), [run]));
}

function cutOff([first, last]: Run, [from, to]: Run): readonly Run[] {
  if (to < first || from > last) return [[first, last]];
  return [...(from > first ? [[first, from - 1] as const] : []), ...(to < last ? [[to + 1, last] as const] : [])];
}

/** Whether two choices leave the same lines. */
export function isSameChoice(one: EntriesChoice, other: EntriesChoice): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ withoutJournals, withoutLines }: EntriesChoice): string {
  return JSON.stringify([withoutJournals.toSorted(), runsWith(withoutLines, [])]);
}

/** How many places these are. */
export function countOf(runs: readonly Run[]): number {
  return runs.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

/** Costs are entered as debits (class 6), income as credits (class 7): the other way round, sides may have been swapped. */
export function isSwapped(accountClass: number, { debit, credit }: Sums): boolean {
  if (accountClass === COSTS) return credit > debit;
  return accountClass === INCOME && debit > credit;
}

export const COSTS = 6;
const INCOME = 7;

class Places {
  readonly #marks: Uint8Array;

  constructor(count: number, runs: readonly Run[]) {
    this.#marks = new Uint8Array(count);
    for (const [first, last] of runs) this.#marks.fill(1, first, last + 1);
  }

  has(index: number): boolean {
    return this.#marks[index] === 1;
  }
}

function totalsOf(book: EntryBook, isSent: (index: number) => boolean): Totals {
  const all = new Sum();
  const [journals, months] = [book.journals.all.map(() => new Sum()), book.months.all.map(() => new Sum())];
  const classes = Array.from({ length: NO_CLASS + 1 }, () => new Sum());
  for (let index = 0; index < book.lines; index += 1) {
    if (!isSent(index)) continue;
    const [debit, credit] = [book.debit[index] ?? 0, book.credit[index] ?? 0];
    const of = [all, journals[book.journal[index] ?? 0], months[book.month[index] ?? 0], classes[book.accountClass[index] ?? 0]];
    for (const sum of of) sum?.add(debit, credit);
  }
  return { all: all.sums, journals: filled(journals), months: filled(months), classes: filled(classes) };
}

function filled(sums: readonly Sum[]): ReadonlyMap<number, Sums> {
  return new Map(sums.flatMap((sum, at) => (sum.sums.lines === 0 ? [] : [[at, sum.sums] as const])));
}

/** Exact whatever the amounts: added up as numbers while that is exact, which is much faster. */
class Sum {
  #lines = 0;
  readonly #debit = new Side();
  readonly #credit = new Side();

  add(debit: number, credit: number): void {
    this.#lines += 1;
    this.#debit.add(debit);
    this.#credit.add(credit);
  }

  get sums(): Sums {
    return { lines: this.#lines, debit: this.#debit.whole, credit: this.#credit.whole };
  }
}

class Side {
  #large = 0n;
  #part = 0;

  add(cents: number): void {
    const next = this.#part + cents;
    if (Number.isSafeInteger(next)) {
      this.#part = next;
      return;
    }
    this.#large += BigInt(this.#part);
    this.#part = cents;
  }

  get whole(): bigint {
    return this.#large + BigInt(this.#part);
  }
}
