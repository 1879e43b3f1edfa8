import { array, assert, constantFrom, integer, property, record, shuffledSubarray, tuple } from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type EntryLine, inCurrency, type ReadLine } from '#shared/entries/entry-lines.ts';
import { entriesBody } from '#shared/entries/canonical.ts';
import { readContractJson } from '#shared/entries/contract-json.ts';
import { readFec } from '#shared/entries/fec.ts';
import { readXimport } from '#shared/entries/fixed-widths.ts';
import { LINE_KEY_BYTES, lineKeys, overlap } from '#shared/entries/overlap.ts';
import { nodeSha256 } from '#shared/node/digest.ts';

const LINE: EntryLine = {
  date: '2026-01-31',
  debit: inCurrency(1230),
  credit: inCurrency(0),
  journal: 'VE',
  account: '606300',
  reference: 'F 12',
  label: 'Été',
  thirdParty: 'CL1',
};

function keysOf(lines: readonly EntryLine[]): Uint8Array {
  return lineKeys(lines, nodeSha256);
}

/** The places, from 0, of those lines of `now` that repeat, that are new, and that are new but for their day. */
function compared(sent: readonly EntryLine[], now: readonly EntryLine[]) {
  const { repeated, sentBefore, otherDates } = overlap([keysOf(sent)], keysOf(now));
  const fresh = now.flatMap((_, at) => (repeated.includes(at) ? [] : [at]));
  return { repeated, sentBefore, fresh, otherDates };
}

/** The keys of so many equal lines. */
function twins(times: number): Uint8Array {
  return keysOf(Array.from({ length: times }, () => LINE));
}

describe('lines that were sent before', () => {
  it('of 4 equal ones in the file, of which 3 were sent, leave 1 new', () => {
    const sent = [LINE, LINE, LINE];
    expect(compared(sent, [...sent, LINE])).toEqual({ repeated: [0, 1, 2], sentBefore: 3, fresh: [3], otherDates: [] });
  });

  it('are all counted that are equal to one of the file, however many it has', () => {
    expect(compared([LINE, LINE, LINE], [LINE])).toEqual({ repeated: [0], sentBefore: 3, fresh: [], otherDates: [] });
    expect(compared([], [LINE, LINE])).toEqual({ repeated: [], sentBefore: 0, fresh: [0, 1], otherDates: [] });
    expect(compared([LINE], [])).toEqual({ repeated: [], sentBefore: 0, fresh: [], otherDates: [] });
  });

  it('are counted over all sendings', () => {
    expect(overlap([twins(1), twins(0), twins(2)], twins(5))).toEqual({ repeated: [0, 1, 2], sentBefore: 3, otherDates: [] });
    expect(overlap([], twins(2))).toEqual({ repeated: [], sentBefore: 0, otherDates: [] });
  });

  it('are found at any address, as a database gives them', () => {
    const keys = keysOf([LINE, { ...LINE, journal: 'AC' }]);
    for (const from of [1, 4, 8]) {
      const moved = new Uint8Array(keys.byteLength + from);
      moved.set(keys, from);
      expect(overlap([moved.subarray(from)], moved.subarray(from))).toEqual({ repeated: [0, 1], sentBefore: 2, otherDates: [] });
    }
  });

  it.each<[string, Partial<EntryLine>]>([
    ['journal', { journal: 'AC' }],
    ['reference', { reference: 'F 13' }],
    ['account', { account: '606400' }],
    ['third party', { thirdParty: 'CL2' }],
    ['label', { label: 'Ete' }],
    ['debit', { debit: inCurrency(1231) }],
    ['side', { debit: inCurrency(0), credit: inCurrency(1230) }],
    ['currency', { debit: inCurrency(1230, 'USD') }],
  ])('are others with another %s', (_what, other) => {
    expect(compared([LINE], [{ ...LINE, ...other }])).toEqual({ repeated: [], sentBefore: 0, fresh: [0], otherDates: [] });
  });

  it.each<[string, Partial<EntryLine>]>([
    ['a label with its accents set apart', { label: 'E\u0301te\u0301' }],
    ['blanks around a code', { journal: 'VE ', account: ' 606300' }],
    ['what the key does not have', { thirdPartyLabel: 'Crémerie', documentReference: 'x', dueDate: '2026-02-28', journalLabel: 'Ventes' }],
  ])('are the same with %s', (_what, other) => {
    expect(compared([LINE], [{ ...LINE, ...other }])).toMatchObject({ sentBefore: 1, fresh: [] });
  });

  it('under other dates are new and named, as often as they were sent', () => {
    const later = { ...LINE, date: '2026-02-28' };
    const march = { ...LINE, date: '2026-03-31' };
    expect(compared([LINE, later], [LINE, later, march])).toEqual({ repeated: [0, 1], sentBefore: 2, fresh: [2], otherDates: [] });
    expect(compared([LINE], [later, later])).toEqual({ repeated: [], sentBefore: 0, fresh: [0, 1], otherDates: [0] });
    expect(compared([LINE, later], [march])).toMatchObject({ otherDates: [0] });
    expect(compared([LINE, LINE], [later, LINE])).toEqual({ repeated: [1], sentBefore: 2, fresh: [0], otherDates: [0] });
  });
});

describe('the keys of lines', () => {
  it('are two whole numbers of 53 bits a line, by the hash of its text with its day and without it', () => {
    const keys = keysOf([LINE, { ...LINE, date: '2026-02-28' }]);
    expect(keys.byteLength).toBe(2 * LINE_KEY_BYTES);
    const [dated = 0, undated = 0, datedLater = 0, undatedLater = 0] = new Float64Array(keys.buffer);
    expect([dated, undated, datedLater].map(Number.isSafeInteger)).toEqual([true, true, true]);
    expect(undatedLater).toBe(undated);
    expect(new Set([dated, undated, datedLater]).size).toBe(3);
    // From `sha256sum` of the text, its first 53 bits.
    expect(undated).toBe(4_083_401_297_372_323);
    expect(dated).toBe(5_286_586_831_763_334);
  });

  it('of real books are as many as there are different lines', () => {
    const lines = fecLines('fec.txt').map((one) => one.line);
    const keys = new Float64Array(keysOf(lines).slice().buffer);
    const numbers = new Set(keys.filter((_, at) => at % 2 === 0));
    const { repeated } = overlap([keysOf(lines)], keysOf(lines));
    expect([numbers.size <= lines.length, repeated.length]).toEqual([true, lines.length]);
  });
});

const line = record({ journal: constantFrom('VE', 'AC'), cents: constantFrom(1, 2, 3), date: constantFrom('2026-01-01', '2026-01-02') });
const lines = array(
  line.map(({ journal, cents, date }) => ({ ...LINE, journal, date, debit: inCurrency(cents) })),
  { maxLength: 40 },
);

function same(one: EntryLine, other: EntryLine): boolean {
  return one.journal === other.journal && one.date === other.date && one.debit.cents === other.debit.cents;
}

/** The same by counting each kind of line for itself, with no map. */
function countedSlowly(sent: readonly EntryLine[], now: readonly EntryLine[]): number {
  const kinds = now.filter((one, index) => now.findIndex((other) => same(one, other)) === index);
  return kinds.reduce(
    (sum, kind) => sum + Math.min(sent.filter((one) => same(one, kind)).length, now.filter((one) => same(one, kind)).length),
    0,
  );
}

function isLike(one: EntryLine, other: EntryLine | undefined): boolean {
  return other !== undefined && same({ ...one, date: other.date }, other);
}

/** Of each kind of line but for its day, so many as were sent and are not repeated: the first ones. */
function underOtherDates(sent: readonly EntryLine[], now: readonly EntryLine[], repeated: readonly number[]): readonly number[] {
  return now.flatMap((one, at) => {
    if (repeated.includes(at)) return [];
    const left = sent.filter((other) => isLike(one, other)).length - repeated.filter((place) => isLike(one, now[place])).length;
    const earlier = now.slice(0, at).filter((other, place) => !repeated.includes(place) && isLike(one, other)).length;
    return earlier < left ? [at] : [];
  });
}

function linesIn(read: readonly ReadLine[] = []): readonly EntryLine[] {
  return read.map((one) => one.line);
}

describe('any two lists of lines', () => {
  it('have as many in common as counting finds, and every line of the file is either repeated or fresh', () => {
    assert(
      property(lines, lines, (sent, now) => {
        const found = compared(sent, now);
        expect(found.repeated.length).toBe(countedSlowly(sent, now));
        expect(found.sentBefore).toBe(sent.filter((one) => now.some((other) => same(one, other))).length);
        const fresh = found.fresh.flatMap((at) => now[at] ?? []);
        expect(compared([...sent, ...fresh], now).fresh).toEqual([]);
        expect(found.otherDates).toEqual(underOtherDates(sent, now, found.repeated));
      }),
      { numRuns: 2_000 },
    );
  });

  it('of real books with twins in them: what was sent in part leaves the rest, in whatever order', () => {
    const books = readXimport(readFileSync('test/entries/open/dolibarr/XIMPORT.TXT', 'utf8'));
    const all = 'refused' in books ? [] : books.lines.map((one) => one.line);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBeLessThan(all.length);
    assert(
      property(shuffledSubarray(all), tuple(integer({ min: 0, max: 3 }), constantFrom(...all)), (sent, [times, twin]) => {
        const now = [...all, ...Array.from({ length: times }, () => twin)];
        const { repeated, fresh } = compared(sent, now);
        expect([repeated.length, fresh.length]).toEqual([sent.length, now.length - sent.length]);
      }),
      { numRuns: 200 },
    );
  });

  it('that a program exported by its own and by their documents dates are the same under other dates', () => {
    const [own, documents] = ['fec.txt', 'fec2.txt'].map(fecLines);
    const { repeated, fresh, otherDates } = compared(linesIn(own), linesIn(documents));
    expect([repeated.length, fresh.length, otherDates.length]).toEqual([0, 158, 158]);
  });

  it('are the same in a FEC and in JSON', () => {
    const fec = fecLines('fec.txt');
    const json = readContractJson(entriesBody(fec.map((one) => one.line)));
    const { repeated, fresh } = compared(
      fec.map((one) => one.line),
      'refused' in json ? [] : json.lines.map((one) => one.line),
    );
    expect([repeated.length, fresh]).toEqual([158, []]);
  });
});

function fecLines(name: string): readonly ReadLine[] {
  const found = readFec(readFileSync(`test/entries/open/dolibarr/${name}`, 'utf8'), { separator: '\t', quoting: 'bare' });
  return 'refused' in found ? [] : found.lines;
}
