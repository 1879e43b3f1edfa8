import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import { jsonItemIn } from '#shared/entries/entry-lines.ts';
import type { EntryBook } from './entry-book.ts';

type Fault = EntriesPreviewHead['errors']['first'][number];

/** Something to look at, and the row beside which it stands. `sentAt`: when a line was sent that is otherwise the same, under another day. */
export type Remark = { readonly row: number } & (
  | { readonly tone: 'error' | 'warning'; readonly fault: Fault }
  | { readonly tone: 'warning'; readonly sentAt: EntriesPreviewHead['otherDates'][number]['sentAt']; readonly line: number }
);

/** A row of the table: a line, or a physical line of the file (of JSON, a place in its list) that no line could be read from, which exists for its errors alone. */
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
    const placed = faults.map((one) => {
      const at = head.format === 'json' ? this.#itemOf(one.fault) : one.fault.line;
      return { ...one, at, index: this.#indexAt(at) };
    });
    const lost = new Set(placed.flatMap(({ index, at }) => (index === null ? [at] : [])));
    this.#unread = [...lost].toSorted((a, b) => a - b);
    this.#linesAbove = this.#unread.map((at) => lowerBound(book.at, at));
    this.#unreadRows = this.#linesAbove.map((above, before) => above + before);
    this.count = book.lines + this.#unread.length;
    const known = placed.map(
      ({ index, at, ...one }): Remark => ({ ...one, row: index === null ? this.#rowOfUnread(at) : this.rowOf(index) }),
    );
    const others = head.otherDates.map(({ at, sentAt }): Remark => {
      return { tone: 'warning', sentAt, line: book.at[at] ?? 0, row: this.rowOf(at) };
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

  /** Lines of JSON are told by their place in its list: all may stand on one physical line. What is wrong outside the list comes last. */
  #itemOf({ item, name, line }: Fault): number {
    return item ?? jsonItemIn(name)?.item ?? Math.max(line, (this.#book.at.at(-1) ?? 0) + 1);
  }

  #rowOfUnread(at: number): number {
    return this.#unreadRows[lowerBound(this.#unread, at)] ?? 0;
  }

  /** The first line that was read from there; null if none was. */
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
