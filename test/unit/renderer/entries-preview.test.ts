import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wallMs } from '#shared/lib/duration.ts';
import { previewEntries } from '#electron/intake/inspect/entries-file.ts';
import { EntryBook, CutShort, NO_CLASS } from '#renderer/entries/entry-book.ts';
import {
  type Chosen,
  choiceOf,
  countOf,
  isSameChoice,
  isSwapped,
  type Run,
  runsWith,
  runsWithout,
  Selected,
  type Sums,
} from '#renderer/entries/entry-choice.ts';
import { EntryRows } from '#renderer/entries/entry-rows.ts';
import { canonicalText } from '#shared/entries/canonical.ts';
import { previewLine } from '#shared/entries/chosen-lines.ts';
import { type EntryLine, inCurrency, type ReadLine } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';
import { utf8 } from '#shared/lib/bytes.ts';

const FEC = readFileSync(`${import.meta.dirname}/../../entries/open/dolibarr/fec.txt`);
const ALL: Chosen = { withoutJournals: new Set(), withoutLines: [] };
const digest = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const sums = (lines: number, debit: bigint, credit: bigint): Sums => ({ lines, debit, credit });

function bookOf(text: Uint8Array, lines: number, step = text.length): EntryBook {
  const book = new EntryBook(lines, text.length);
  for (let at = 0; at < text.length; at += step) book.add(text.subarray(at, at + step));
  book.end();
  return book;
}

function booksOfYear(step?: number): EntryBook {
  const preview = previewEntries({ name: 'FEC.txt', bytes: FEC });
  if (preview === null) throw new Error('it cannot be read');
  return bookOf(preview.text, preview.lines, step);
}

function line(at: number, of: Partial<EntryLine> & { readonly cents?: number } = {}): ReadLine {
  const { cents = 100, ...more } = of;
  const base = { date: '2026-01-31', journal: 'VE', account: '411000', reference: 'F1' };
  return { place: { line: at }, line: { ...base, debit: inCurrency(cents), credit: inCurrency(0), ...more } };
}

function madeOf(lines: readonly ReadLine[]): EntryBook {
  return bookOf(utf8(lines.map(previewLine).join('')), lines.length);
}

describe('the lines of a preview', () => {
  it('come to the cent by journal, month and class, as they were added up by hand', () => {
    const book = booksOfYear();
    const { totals } = new Selected(book, ALL, []);
    expect(totals.all).toEqual(sums(158, 132_903_940n, 132_903_939n));
    expect([...totals.journals].map(([at, of]) => [book.journals.all[at], of])).toEqual([
      ['AN', sums(4, 1_300_000n, 1_300_000n)],
      ['VE', sums(60, 3_444_915n, 3_444_915n)],
      ['AC', sums(43, 954_302n, 954_302n)],
      ['BQ', sums(29, 2_613_480n, 2_613_480n)],
      ['OD', sums(10, 123_466_891n, 123_466_890n)],
      ['PAIE', sums(12, 1_124_352n, 1_124_352n)],
    ]);
    expect(book.months.all).toEqual(['2026-01', '2026-02', '2026-03']);
    const months = [...totals.months.values()];
    expect(months.reduce((sum, { debit }) => sum + debit, 0n)).toBe(132_903_940n);
    expect(months.reduce((sum, { lines }) => sum + lines, 0)).toBe(158);
    const classes = [...totals.classes.values()];
    expect(classes.reduce((sum, { credit }) => sum + credit, 0n)).toBe(132_903_939n);
  });

  it('are the same in whatever pieces they come', () => {
    const [whole, pieces] = [booksOfYear(), booksOfYear(7)];
    expect(pieces.debit).toEqual(whole.debit);
    expect(pieces.at).toEqual(whole.at);
    expect(pieces.line(157)).toEqual(whole.line(157));
  });

  it('are read back one by one, with what is not sent of them', () => {
    const book = booksOfYear();
    expect(book.line(4)).toMatchObject({
      line: { date: '2026-01-02', journal: 'VE', account: '411000', debit: { cents: 142_427 } },
      extra: { at: 6 },
    });
    expect(book.unsent.all.slice(0, 2)).toEqual(['PieceDate', 'NumFacture']);
    expect([...book.columns]).toEqual(expect.arrayContaining(['thirdParty', 'label', 'reference', 'entry', 'accountLabel']));
    expect(book.columns.has('axes')).toBe(false);
  });

  it('are refused if one is missing, one is too many or one is cut', () => {
    const text = utf8([line(1), line(2)].map(previewLine).join(''));
    expect(() => bookOf(text, 3)).toThrow(CutShort);
    expect(() => bookOf(text, 1)).toThrow(CutShort);
    const longer = new EntryBook(2, text.length + 1);
    longer.add(text);
    expect(() => longer.end()).toThrow(CutShort);
    expect(() => new EntryBook(2, text.length - 1).add(text)).toThrow(CutShort);
    expect(() => bookOf(utf8('{"no":"tab"}\n'), 1)).toThrow(CutShort);
  });

  it('are exact where a number is not', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const { totals } = new Selected(madeOf([line(1, { cents: most }), line(2, { cents: most }), line(3, { cents: 2 })]), ALL, []);
    expect(totals.all.debit).toBe(18_014_398_509_481_984n);
  });

  it('have no class where the account is no number', () => {
    const book = madeOf([line(1, { account: 'CL0001' }), line(2, { account: '9' }), line(3, { account: '0099' })]);
    expect([...book.accountClass]).toEqual([NO_CLASS, 9, 0]);
  });
});

describe('what is sent of them', () => {
  it('is hashed as the canonical text of exactly these lines', () => {
    const reading = readEntries({ bytes: FEC, name: 'FEC.txt' });
    if ('refused' in reading) throw new Error(reading.refused);
    const book = booksOfYear();
    const chosen = new Selected(book, { withoutJournals: new Set(['AN', 'OD']), withoutLines: [[4, 6]] }, []);
    const meant = reading.lines.filter(({ line: one }, at) => one.journal !== 'AN' && one.journal !== 'OD' && (at < 4 || at > 6));
    expect(digest(book.textOf(chosen.isSent))).toBe(digest(canonicalText(meant.map(({ line: one }) => one))));
    expect(chosen.totals.all.lines).toBe(158 - 4 - 10 - 3);
  });

  it('says why each other line is not', () => {
    const book = madeOf([line(1), line(2), line(3, { journal: 'AN' }), line(4)]);
    const selected = new Selected(book, { withoutJournals: new Set(['AN']), withoutLines: [[0, 2]] }, [[1, 2]]);
    expect([0, 1, 2, 3].map((index) => selected.why(index))).toEqual(['other', 'repeated', 'journal', null]);
    expect([selected.isRepeated(1), selected.isRepeated(0)]).toEqual([true, false]);
  });

  it('counts what would be booked twice: only of what is sent', () => {
    const book = madeOf([line(1), line(2), line(3, { journal: 'AN' }), line(4)]);
    const repeated: readonly Run[] = [[0, 2]];
    expect(new Selected(book, ALL, repeated).twice).toBe(3);
    expect(new Selected(book, { ...ALL, withoutJournals: new Set(['AN']) }, repeated).twice).toBe(2);
    expect(new Selected(book, { ...ALL, withoutLines: repeated }, repeated).twice).toBe(0);
  });

  it('is named to the engine by journals in the order of the file, and by runs', () => {
    const book = madeOf([line(1), line(2, { journal: 'AC' }), line(3, { journal: 'BQ' })]);
    const choice = choiceOf(book, { withoutJournals: new Set(['BQ', 'VE', 'gone']), withoutLines: [[1, 1]] });
    expect(choice).toEqual({ withoutJournals: ['VE', 'BQ'], withoutLines: [[1, 1]] });
    expect(isSameChoice(choice, { withoutJournals: ['BQ', 'VE'], withoutLines: [[1, 1]] })).toBe(true);
    expect(isSameChoice(choice, { withoutJournals: ['BQ', 'VE'], withoutLines: [] })).toBe(false);
    expect(isSameChoice(choice, { withoutJournals: ['BQ'], withoutLines: [[1, 1]] })).toBe(false);
  });

  it('joins runs and takes them apart', () => {
    expect(
      runsWith(
        [[7, 9]],
        [
          [0, 2],
          [3, 4],
          [8, 12],
        ],
      ),
    ).toEqual([
      [0, 4],
      [7, 12],
    ]);
    expect(
      runsWithout(
        [[0, 9]],
        [
          [2, 3],
          [9, 20],
        ],
      ),
    ).toEqual([
      [0, 1],
      [4, 8],
    ]);
    expect(runsWithout([[4, 6]], [[0, 10]])).toEqual([]);
    expect(
      runsWithout(
        [[4, 6]],
        [
          [0, 3],
          [7, 9],
        ],
      ),
    ).toEqual([[4, 6]]);
    expect(
      countOf([
        [0, 4],
        [7, 7],
      ]),
    ).toBe(6);
  });

  it('cuts a run at its beginning without leaving anything before it', () => {
    expect(runsWithout([[2, 5]], [[2, 3]])).toEqual([[4, 5]]);
  });

  it('is in doubt where costs end in credit or income in debit', () => {
    expect(isSwapped(6, sums(1, 1n, 2n))).toBe(true);
    expect(isSwapped(6, sums(1, 2n, 2n))).toBe(false);
    expect(isSwapped(7, sums(1, 2n, 1n))).toBe(true);
    expect(isSwapped(7, sums(1, 1n, 2n))).toBe(false);
    expect(isSwapped(4, sums(1, 1n, 2n))).toBe(false);
  });
});

/** One of many lines of JSON on one physical line. */
function item(at: number): ReadLine {
  return { ...line(1), place: { line: 1, column: 20 * at, name: `data.lines[${at}]` } };
}

describe('the rows of the table', () => {
  const none = { count: 0, first: [] };
  const head = { format: 'fec' as const, errors: none, warnings: none, otherDates: [] };
  const book = madeOf([line(2), line(5), line(5), line(9)]);

  it('are the lines, and each physical line of the file that none could be read from', () => {
    const errors = [1, 3, 4, 12].map((at) => ({ kind: 'no-date' as const, line: at }));
    const rows = new EntryRows(book, { ...head, errors: { count: 4, first: errors } });
    expect(Array.from({ length: rows.count }, (_, row) => rows.at(row))).toEqual([
      { kind: 'unread', at: 1 },
      { kind: 'line', index: 0 },
      { kind: 'unread', at: 3 },
      { kind: 'unread', at: 4 },
      { kind: 'line', index: 1 },
      { kind: 'line', index: 2 },
      { kind: 'line', index: 3 },
      { kind: 'unread', at: 12 },
    ]);
    expect([0, 1, 2, 3].map((index) => rows.rowOf(index))).toEqual([1, 4, 5, 6]);
    expect(rows.remarked).toEqual([0, 2, 3, 7]);
  });

  it('have their remarks beside them, errors before all others', () => {
    const rows = new EntryRows(book, {
      ...head,
      errors: { count: 1, first: [{ kind: 'no-amount', line: 9 }] },
      warnings: {
        count: 2,
        first: [
          { kind: 'negative', line: 5 },
          { kind: 'both-sides', line: 9 },
        ],
      },
      otherDates: [{ at: 2, sentAt: wallMs(1_772_236_800_000) }],
    });
    expect(rows.remarks.map(({ tone, row }) => [tone, row])).toEqual([
      ['error', 3],
      ['warning', 1],
      ['warning', 2],
      ['warning', 3],
    ]);
    expect(rows.remarksOf(3).map(({ tone }) => tone)).toEqual(['error', 'warning']);
    expect(rows.remarksOf(0)).toEqual([]);
    expect(rows.remarks[2]).toEqual({ tone: 'warning', sentAt: wallMs(1_772_236_800_000), line: 5, row: 2 });
  });

  it('of JSON on one physical line are those that the path names, also beside lines that could not be read', () => {
    // The second of four has an error.
    const json = madeOf([item(0), item(2), item(3)]);
    expect([...json.at]).toEqual([1, 3, 4]);
    const warnings = {
      count: 2,
      first: [
        { kind: 'negative' as const, line: 1, name: 'data.lines[3].debit.amount' },
        { kind: 'unbalanced-entry' as const, line: 1, name: 'VE', item: 3 },
      ],
    };
    const errors = {
      count: 2,
      first: [
        { kind: 'missing' as const, line: 1, column: 20, name: 'entries.data.lines[1].account' },
        { kind: 'json' as const, line: 1, column: 99 },
      ],
    };
    const rows = new EntryRows(json, { ...head, format: 'json', errors, warnings });
    expect(rows.remarks.map(({ tone, row }) => [tone, row])).toEqual([
      ['error', 1],
      ['error', 4],
      ['warning', 2],
      ['warning', 3],
    ]);
    expect(rows.at(1)).toEqual({ kind: 'unread', at: 2 });
  });
});
