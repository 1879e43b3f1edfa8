import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { EntryBook } from './entry-book.ts';

type Fault = EntriesPreviewHead['errors']['first'][number];

/** Something to look at, and the row beside which it stands. `sentDate`: under which day a line was sent that is otherwise the same. */
export type Remark = { readonly row: number } & (
  | { readonly tone: 'error' | 'warning'; readonly fault: Fault }
  | { readonly tone: 'warning'; readonly sentDate: string | null; readonly line: number }
);

/** A row of the table: a line, or a physical line of the file that no line could be read from, which exists for its errors alone. */
export type EntryRow = { readonly kind: 'line'; readonly index: number } | { readonly kind: 'unread'; readonly at: number };

/** The remark to go to; `turn` tells one press from the next. */
export type Jump = { readonly remark: number | null; readonly turn: number };

/** Which rows the table has. */
export type Shows = 'all' | 'remarks' | 'repeated';

/** The rows of the table in the file's order, and what is to be said of them. */
export class EntryRows {
  readonly count: number;
  readonly remarks: readonly Remark[];
  readonly #book: EntryBook;
  /** Physical lines without a line, ascending; how many lines stand above each, and which rows they are. */
  readonly #unread: readonly number[];
  readonly #linesAbove: readonly number[];
  readonly #unreadRows: readonly number[];
  readonly #byRow: ReadonlyMap<number, readonly Remark[]>;

  constructor(book: EntryBook, head: Pick<EntriesPreviewHead, 'format' | 'errors' | 'warnings' | 'otherDates'>) {
    this.#book = book;
    const faults = [...head.errors.first.map(errorOf), ...head.warnings.first.map(warningOf)];
    const inJson = head.format === 'json' && head.errors.count === 0;
    const placed = faults.map((one) => ({ ...one, index: (inJson ? indexInJson(one.fault) : null) ?? this.#indexAt(one.fault.line) }));
    const lost = new Set(placed.flatMap(({ index, fault }) => (index === null ? [fault.line] : [])));
    this.#unread = [...lost].toSorted((a, b) => a - b);
    this.#linesAbove = this.#unread.map((at) => lowerBound(book.at, at));
    this.#unreadRows = this.#linesAbove.map((above, before) => above + before);
    this.count = book.lines + this.#unread.length;
    const known = placed.map(
      ({ index, ...one }): Remark => ({ ...one, row: index === null ? this.#rowOfUnread(one.fault.line) : this.rowOf(index) }),
    );
    const others = head.otherDates.map(({ at, sentDate }): Remark => {
      return { tone: 'warning', sentDate, line: book.at[at] ?? 0, row: this.rowOf(at) };
    });
    // Errors come first: while there is one, nothing else matters.
    this.remarks = [...known, ...others].toSorted((a, b) => Number(b.tone === 'error') - Number(a.tone === 'error') || a.row - b.row);
    this.#byRow = Map.groupBy(this.remarks, ({ row }) => row);
  }

  at(row: number): EntryRow {
    const before = lowerBound(this.#unreadRows, row);
    const at = this.#unread[before];
    if (at !== undefined && this.#unreadRows[before] === row) return { kind: 'unread', at };
    return { kind: 'line', index: row - before };
  }

  /** The row of a line, by its place. */
  rowOf(index: number): number {
    return index + lowerBound(this.#linesAbove, index + 1);
  }

  remarksOf(row: number): readonly Remark[] {
    return this.#byRow.get(row) ?? [];
  }

  /** Rows with remarks. */
  get remarked(): readonly number[] {
    return [...this.#byRow.keys()].toSorted((a, b) => a - b);
  }

  #rowOfUnread(at: number): number {
    return this.#unreadRows[lowerBound(this.#unread, at)] ?? 0;
  }

  /** The first line that was read from this physical line; null if none was. */
  #indexAt(at: number): number | null {
    const index = lowerBound(this.#book.at, at);
    return this.#book.at[index] === at ? index : null;
  }
}

function errorOf(fault: Fault) {
  return { tone: 'error', fault } as const;
}

function warningOf(fault: Fault) {
  return { tone: 'warning', fault } as const;
}

/** JSON may have all its lines on one physical line; the path in it says which one is meant. */
function indexInJson({ name }: Fault): number | null {
  const found = /^data\.lines\[(\d{1,6})\]/.exec(name ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

/** Where the first of these ascending numbers stands that is at least so large. */
function lowerBound(numbers: ArrayLike<number>, least: number): number {
  let [from, to] = [0, numbers.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((numbers[middle] ?? 0) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
