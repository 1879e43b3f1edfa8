import type { EntriesPreviewExtra } from '#shared/app-api/entries.ts';
import type { EntryLine } from '#shared/entries/entry-lines.ts';

/** A line as it is shown: its canonical text read back, and what the file says beside it. */
export type ShownLine = { readonly line: EntryLine; readonly extra: EntriesPreviewExtra };

/** Columns that many files have nothing for. */
export type MaybeColumn =
  | 'thirdParty'
  | 'label'
  | 'reference'
  | 'documentReference'
  | 'journalLabel'
  | 'dueDate'
  | 'axes'
  | 'entry'
  | 'accountLabel';

/** A class is the first digit of an account; a code of letters has none. */
export const NO_CLASS = 10;

/** The stream did not hold what its head promised. */
export class CutShort extends Error {}

/**
 * The lines of a preview as the bytes in which they arrived (`entriesPreviewHeadSchema`). Only figures are kept of each: a line becomes an object
 * when it is shown, since a hundred thousand of them would fill the memory and stop the window. `add` takes the bytes as they come.
 */
export class EntryBook {
  readonly lines: number;
  /** By the line's place, from 0: integers of cents, its physical line in the file, and where its journal and month are in the lists below. */
  readonly debit: Float64Array;
  readonly credit: Float64Array;
  readonly at: Uint32Array;
  readonly journal: Uint32Array;
  readonly month: Uint32Array;
  /** 0 to 9, or `NO_CLASS`. */
  readonly accountClass: Uint8Array;
  readonly journals = new Listed();
  /** `yyyy-mm`. */
  readonly months = new Listed();
  /** The file's names of what has no place in the service. */
  readonly unsent = new Listed();
  readonly columns = new Set<MaybeColumn>();
  /** The side that takes most room to write, in cents. */
  largest = 0;
  /** Of the first line: a reading has one currency (C47). */
  currency = 'EUR';
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #starts: Uint32Array;
  readonly #tabs: Uint32Array;
  readonly #text = new TextDecoder();
  #filled = 0;
  #read = 0;

  constructor(lines: number, bytes: number) {
    this.lines = lines;
    this.#bytes = new Uint8Array(bytes);
    this.#starts = new Uint32Array(lines + 1);
    this.#tabs = new Uint32Array(lines);
    [this.debit, this.credit] = [new Float64Array(lines), new Float64Array(lines)];
    [this.at, this.journal, this.month] = [new Uint32Array(lines), new Uint32Array(lines), new Uint32Array(lines)];
    this.accountClass = new Uint8Array(lines);
  }

  /** How many lines have arrived. */
  get read(): number {
    return this.#read;
  }

  /** Throws `CutShort` for more than was promised. */
  add(piece: Uint8Array): void {
    if (this.#filled + piece.length > this.#bytes.length) throw new CutShort();
    this.#bytes.set(piece, this.#filled);
    this.#filled += piece.length;
    const arrived = this.#bytes.subarray(0, this.#filled);
    for (;;) {
      const from = this.#starts[this.#read] ?? 0;
      const end = arrived.indexOf(LINE_FEED, from);
      if (end === -1) return;
      const tab = arrived.indexOf(TAB, from);
      if (this.#read === this.lines || tab === -1 || tab > end) throw new CutShort();
      this.#starts[this.#read + 1] = end + 1;
      this.#tabs[this.#read] = tab;
      this.#note(this.#read);
      this.#read += 1;
    }
  }

  /** Throws `CutShort` unless all has arrived. */
  end(): void {
    if (this.#read !== this.lines || this.#filled !== this.#bytes.length) throw new CutShort();
  }

  line(index: number): ShownLine {
    const extra = this.#text.decode(this.#bytes.subarray((this.#tabs[index] ?? 0) + 1, (this.#starts[index + 1] ?? 1) - 1));
    return { line: JSON.parse(this.#text.decode(this.#canonical(index))) as EntryLine, extra: JSON.parse(extra) as EntriesPreviewExtra };
  }

  /** The canonical text of these lines (C45), as UTF-8: what is hashed is what is shown. */
  textOf(isMeant: (index: number) => boolean): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.#bytes.length);
    let filled = 0;
    for (let index = 0; index < this.lines; index += 1) {
      if (!isMeant(index)) continue;
      const text = this.#canonical(index);
      whole.set(text, filled);
      whole[filled + text.length] = LINE_FEED;
      filled += text.length + 1;
    }
    return whole.subarray(0, filled);
  }

  #canonical(index: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(this.#starts[index], this.#tabs[index]);
  }

  #note(index: number): void {
    const { line, extra } = this.line(index);
    if (index === 0) this.currency = line.debit.currency;
    for (const { cents } of [line.debit, line.credit]) if (roomOf(cents) > roomOf(this.largest)) this.largest = cents;
    this.debit[index] = line.debit.cents;
    this.credit[index] = line.credit.cents;
    this.at[index] = extra.at;
    this.journal[index] = this.journals.placeOf(line.journal);
    this.month[index] = this.months.placeOf(line.date.slice(0, MONTH_LENGTH));
    const digit = line.account.charCodeAt(0) - ZERO;
    this.accountClass[index] = digit >= 0 && digit < NO_CLASS ? digit : NO_CLASS;
    for (const name of Object.keys(extra.unsent ?? {})) this.unsent.placeOf(name);
    for (const [column, isFilled] of Object.entries(FILLED)) if (isFilled({ line, extra })) this.columns.add(column as MaybeColumn);
  }
}

/** A minus takes as much as a figure. */
function roomOf(cents: number): number {
  return cents < 0 ? -cents * 10 : cents;
}

const LINE_FEED = 0x0a;
const TAB = 0x09;
const ZERO = 0x30;
const MONTH_LENGTH = 'yyyy-mm'.length;

const FILLED: Readonly<Record<MaybeColumn, (shown: ShownLine) => boolean>> = {
  thirdParty: ({ line }) => (line.thirdParty ?? line.thirdPartyLabel ?? line.thirdPartySiren) !== undefined,
  label: ({ line }) => line.label !== undefined,
  reference: ({ line }) => line.reference !== '',
  documentReference: ({ line }) => line.documentReference !== undefined,
  journalLabel: ({ line }) => line.journalLabel !== undefined,
  dueDate: ({ line }) => line.dueDate !== undefined,
  axes: ({ line }) => line.analyticalAxes !== undefined,
  entry: ({ extra }) => extra.entry !== undefined,
  accountLabel: ({ extra }) => extra.accountLabel !== undefined,
};

/** Different texts in the order in which they first occur. */
export class Listed {
  readonly all: string[] = [];
  readonly #places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.all.length);
    return this.all.push(text) - 1;
  }
}
