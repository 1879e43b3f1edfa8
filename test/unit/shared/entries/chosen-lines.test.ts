import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chosenLines, isInDoubt, journalsIn, leavesOut, previewLine, proposedChoice, tooLarge } from '#shared/entries/chosen-lines.ts';
import { ENTRIES_WARNINGS, inCurrency, type ReadLine } from '#shared/entries/entry-lines.ts';
import { readEntries } from '#shared/entries/read-entries.ts';

const line = (at: number, journal: string, debit = 100, credit = 0, more: Partial<ReadLine> = {}): ReadLine => ({
  place: { line: at },
  line: { date: '2026-01-31', debit: inCurrency(debit), credit: inCurrency(credit), journal, account: '641100', reference: 'R' },
  ...more,
});
const SIX = ['VE', 'AC', 'VE', 'OD', 'AC', 'VE'].map((journal, at) => line(at + 2, journal));
const left = (withoutJournals: readonly string[], ...withoutLines: readonly (readonly [number, number])[]): readonly number[] =>
  chosenLines(SIX, { withoutJournals, withoutLines }).map(({ place }) => place.line);

const amount = (cents: number) => `{"cents":${cents},"currency":"EUR","currencyCents":${cents},"currencyRate":1}`;
const inPairs = (at: number): string => String(Math.floor(at / 2));

describe('the lines of a file that are meant', () => {
  it('are all but those of some journals and some places, in the order of the file', () => {
    expect(left([])).toEqual([2, 3, 4, 5, 6, 7]);
    expect(left(['AC'])).toEqual([2, 4, 5, 7]);
    expect(left(['ac', 'XX'])).toEqual([2, 3, 4, 5, 6, 7]);
    expect(left([], [0, 0], [5, 5])).toEqual([3, 4, 5, 6]);
    expect(left(['VE'], [3, 4])).toEqual([3]);
  });

  it('are the same whatever order runs come in, how they overlap, and how far they reach', () => {
    expect(left([], [3, 4], [1, 3])).toEqual([2, 7]);
    expect(left([], [4, 9])).toEqual([2, 3, 4, 5]);
    expect(left([], [6, 9], [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])).toEqual([2, 3, 4, 5, 6, 7]);
    expect(left([], [4, 1])).toEqual([2, 3, 4, 5, 6, 7]);
    expect(left([], [2, 2], [2, 2])).toEqual([2, 3, 5, 6, 7]);
    expect(left([], [0, 5])).toEqual([]);
  });

  it('are found in time that grows with lines and runs, not with both together', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => line(at + 1, 'VE'));
    const withoutLines = Array.from({ length: 100_000 }, () => [0, 99_998] as const);
    expect(chosenLines(many, { withoutJournals: [], withoutLines }).map(({ place }) => place.line)).toEqual([100_000]);
  });

  it('are proposed without the opening journals of the books of a year, and all of any other file', () => {
    const opening = [line(2, 'AN'), line(3, 'VE')];
    expect(proposedChoice({ format: 'fec', lines: opening })).toEqual({ withoutJournals: ['AN'], withoutLines: [] });
    expect(proposedChoice({ format: 'json', lines: opening })).toEqual({ withoutJournals: [], withoutLines: [] });
    expect(leavesOut({ withoutJournals: [], withoutLines: [] })).toBe(false);
    expect(leavesOut({ withoutJournals: ['AN'], withoutLines: [] })).toBe(true);
    expect(leavesOut({ withoutJournals: [], withoutLines: [[0, 0]] })).toBe(true);
  });
});

describe('what is shown of lines before somebody agrees', () => {
  it('has for each journal its lines and sums, in the order in which they begin', () => {
    expect(journalsIn([line(2, 'VE', 1_050, 0), line(3, 'RAN', 0, 7), line(4, 'VE', -50, 300)])).toEqual([
      { journal: 'VE', lines: 2, debitCents: 1_000, creditCents: 300, opening: false },
      { journal: 'RAN', lines: 1, debitCents: 0, creditCents: 7, opening: true },
    ]);
  });

  it('cuts a sum that no number holds', () => {
    const huge = Number.MAX_SAFE_INTEGER;
    expect(journalsIn([line(2, 'VE', huge, -huge), line(3, 'VE', huge, -huge)])).toMatchObject([{ debitCents: huge, creditCents: -huge }]);
  });

  it('is the canonical text, a tab, and what the file says beside it, in one row whatever is in the cells', () => {
    const told = { entry: 'A\t1', accountLabel: 'Rému\nnérations', unsent: { 'Écriture\tLet': 'x' } };
    expect(previewLine(line(9, 'V\tE', 100, 0, told))).toBe(
      `{"date":"2026-01-31","debit":${amount(100)},"credit":${amount(0)},"journal":"V\\tE","account":"641100","reference":"R"}` +
        `\t{"at":9,"entry":"A\\t1","accountLabel":"Rému\\nnérations","unsent":{"Écriture\\tLet":"x"}}\n`,
    );
  });

  it('says how many imports lines above the limit make, or why they cannot be cut', () => {
    const text = 'x'.repeat(1_000);
    const of = (count: number, entryOf: (at: number) => string): readonly ReadLine[] =>
      Array.from({ length: count }, (_, at) => {
        const [debit, credit] = at % 2 === 0 ? [100, 0] : [0, 100];
        const { line: own, place } = line(at + 2, 'VE', debit, credit);
        return { place, entry: entryOf(at), line: { ...own, label: text } };
      });
    expect(tooLarge(of(4_000, inPairs))).toBeNull();
    expect(tooLarge(of(6_000, inPairs))).toEqual({ parts: 2 });
    expect(tooLarge(of(10_000, inPairs))).toEqual({ parts: 3 });
    expect(tooLarge(of(6_000, () => '1'))).toEqual({ cannot: 'journal-too-large' });
    expect(tooLarge(of(6_001, inPairs))).toEqual({ cannot: 'out-of-balance' });
  });
});

describe('what puts the sums of a file in doubt', () => {
  it('is any warning but what its program or its mapping means', () => {
    const doubts = ENTRIES_WARNINGS.filter((kind) =>
      isInDoubt({
        warnings: [
          { line: 2, kind: 'negative' },
          { line: 3, kind },
        ],
      }),
    );
    expect(ENTRIES_WARNINGS.filter((kind) => !doubts.includes(kind))).toEqual(['negative', 'no-reference', 'analytical-row']);
    expect(isInDoubt({ warnings: [] })).toBe(false);
  });

  it('is in a FEC with an opening journal', () => {
    const bytes = readFileSync('test/entries/open/dolibarr/fec.txt');
    const reading = readEntries({ bytes, name: 'fec.txt' });
    expect('refused' in reading ? null : isInDoubt(reading)).toBe(true);
  });
});
