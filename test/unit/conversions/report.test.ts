import { describe, expect, it } from 'vitest';
import { complaints, type Row } from '#test/conversions/measure/measure.ts';
import { linesOf, reportOf, rowsIn } from '#test/conversions/report.ts';
import { type Damage, damagedOf, DAMAGES } from '#test/conversions/damaged/damage.ts';
import { sha256Of } from '#test/corpus/listed.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { type CopyLine, damagedLinesOf, damagedReportOf, joinedCopies } from '#test/conversions/damaged/report.ts';

const sample = {
  kind: 'tiff',
  name: 'a.tiff',
  by: 'a scanner',
  language: 'eng',
  password: null,
  outcome: 'made',
  source: 'somebody/files',
} as const;
const after = { mediaType: 'application/pdf', sha256: 'cd', bytes: 90_000, pages: 2 } as const;
const usage = { memoryBytes: 104_857_600, processorSeconds: 1.25 };
const row: Row = {
  sample,
  sha256: 'ab',
  bytes: 80_000,
  pages: 2,
  outcome: 'made',
  after,
  seconds: 1.5,
  usage,
  words: { before: 200, foundAgain: 199, pages: 2 },
};
const report = (rows: readonly Row[], missing: readonly string[] = []): string =>
  reportOf({ rows, missing, programs: ['one: Version: One 1.0 Q16', 'two: not installed'] });

describe('a measured conversion', () => {
  it('is fine with all pages and 98 % of the words', () => {
    expect(complaints(row)).toEqual([]);
    expect(complaints({ ...row, words: { before: 200, foundAgain: 196, pages: 2 } })).toEqual([]);
    expect(complaints({ ...row, words: 'no-text' })).toEqual([]);
  });

  it('is wrong with fewer words, fewer pages, too many bytes, or nothing to compare with', () => {
    expect(complaints({ ...row, words: { before: 200, foundAgain: 195, pages: 2 } })).toEqual(['words lost']);
    expect(complaints({ ...row, after: { ...after, pages: 1 } })).toEqual(['another number of pages']);
    expect(complaints({ ...row, after: { ...after, bytes: 5_242_881 } })).toEqual(['too large for the service']);
    expect(complaints({ ...row, words: 'not-here' })).toEqual(['words not compared']);
    expect(complaints({ ...row, words: 'not-drawn' })).toEqual(['words not compared']);
  });

  it('is wrong with another outcome than the list says, also a better one', () => {
    const fault = { ...row, outcome: 'too-slow', after: null, words: null };
    expect(complaints(fault)).toEqual(['too-slow, expected: made']);
    expect(complaints({ ...fault, sample: { ...sample, outcome: 'too-slow' } })).toEqual([]);
    expect(complaints({ ...row, sample: { ...sample, outcome: 'too-slow' } })).toEqual(['made, expected: too-slow']);
  });

  it('is counted in the row of its kind, and named where it was refused or has a complaint', () => {
    const refused = { ...row, outcome: 'too-slow', after: null, words: null, seconds: 60, usage: null } as const;
    const lost = { ...row, after: { ...after, pages: 1 }, sample: { ...sample, kind: 'heic', name: 'b.heic' } } as const;
    const text = report([row, row, refused, lost]);
    expect(text).toContain('| tiff | 3 | 2 | 1 | 2 | 1.5 (60.0) | 100 (100) | 398 of 400 |');
    expect(text).toContain('| heic | 1 | 1 | 0 | 0 | 1.5 (1.5) | 100 (100) | 199 of 200 |');
    expect(text).toContain('| all | 4 | 3 | 1 | 2 | 1.5 (60.0) | 100 (100) | 597 of 600 |');
    expect(text).toContain('## Complaints\n\n- `a.tiff`: too-slow, expected: made\n- `b.heic`: another number of pages\n');
    expect(text).toContain('## Refused\n\n- too-slow: `a.tiff`\n');
  });

  it('is fine in a report that names no file, and has the versions of the programs', () => {
    const text = report([{ ...row, words: 'no-text', usage: null }]);
    expect(text).toContain('| tiff | 1 | 1 | 0 | 1 | 1.5 (1.5) | not measured | - |');
    expect(text).toContain('## Complaints\n\nNone.');
    expect(text).toContain('## Refused\n\nNone.');
    expect(text).toContain('one 1.0, two: not installed.');
    expect(text).not.toContain('a.tiff');
    expect(report([], ['b.tiff'])).toContain('Not there, or another content: b.tiff');
  });

  it('is a line with the hashes of both files', () => {
    const [heads = '', line = ''] = linesOf([row]).split('\n');
    expect(line.split('\t')).toHaveLength(heads.split('\t').length);
    expect(line).toContain('\tab\tmade\tapplication/pdf\t90000\t2\tcd\t');
    expect(rowsIn(linesOf([row])).map((cell) => [cell('by'), cell('words'), cell('no such head')])).toEqual([['a scanner', '200', '']]);
  });
});

const OTHER = seededRandom(2).bytes(50_000);

function damaged(bytes: Uint8Array, damage: Damage): Buffer {
  const copy = damagedOf(bytes, { damage, sha256: sha256Of(bytes), other: OTHER });
  if (copy === null) throw new Error('not damaged');
  return Buffer.from(copy);
}

/** The first and the last byte that differ. */
function changed(one: Uint8Array, other: Uint8Array): { readonly from: number; readonly to: number } {
  const differing = [...one.keys()].filter((at) => one[at] !== other[at]);
  return { from: differing[0] ?? -1, to: (differing.at(-1) ?? -1) + 1 };
}

describe.each([4_000, 20_000, 60_000])('a copy of %i bytes', (size) => {
  const whole = seededRandom(size).bytes(size);

  it.each(DAMAGES)('damaged by %s is another one, is the same each time, and leaves the whole file alone', (damage) => {
    const before = Buffer.from(whole);
    expect(damaged(whole, damage).equals(damaged(whole, damage))).toBe(true);
    expect(damaged(whole, damage).equals(whole)).toBe(false);
    expect(before.equals(whole)).toBe(true);
  });

  it('lacks bytes, and all others are there', () => {
    const copy = damaged(whole, 'bytes-missing');
    const { from } = changed(copy, whole.subarray(0, copy.length));
    expect(copy.length).toBeLessThan(size);
    expect(copy.subarray(from).equals(whole.subarray(from + size - copy.length))).toBe(true);
  });

  it.each<[Damage, number]>([
    ['ff-pages', 255],
    ['unaligned-zeros', 0],
    ['aligned-zeros', 0],
  ])('by %s has only such bytes where it differs', (damage, value) => {
    const copy = damaged(whole, damage);
    const { from, to } = changed(copy, whole);
    expect(copy.length).toBe(size);
    expect(from).toBeGreaterThan(0);
    expect(copy.subarray(from, to).every((byte) => byte === value)).toBe(true);
  });

  it('of two halves begins as one file and ends as the other', () => {
    const copy = damaged(whole, 'halves');
    expect(copy.subarray(0, size / 2).equals(whole.subarray(0, size / 2))).toBe(true);
    expect(copy.subarray(-1_000).equals(OTHER.subarray(-1_000))).toBe(true);
  });

  it('that was sent as text has a CR before each LF', () => {
    const copy = damaged(whole, 'crlf').toString('latin1');
    expect(copy.replaceAll('\r\n', '\n')).toBe(Buffer.from(whole).toString('latin1'));
    expect(copy).not.toMatch(/[^\r]\n/);
  });
});

it('a file that has nothing to damage has no such copy', () => {
  const zeros = new Uint8Array(9_000);
  const all = DAMAGES.filter((damage) => damagedOf(zeros, { damage, sha256: sha256Of(zeros), other: zeros }) === null);
  expect(all).toEqual(['unaligned-zeros', 'crlf', 'halves', 'aligned-zeros']);
});

function copiesOf(kind: CopyLine['sample']['kind'], sha256: string): readonly CopyLine[] {
  return DAMAGES.map((damage) => ({
    sample: { kind, sha256, source: 'somebody/files', path: `a folder/${sha256}.${kind}` },
    damage,
    ...(damage === 'crlf'
      ? { outcome: 'silent-loss', detail: 'page 1: 2.0/9.0, 2.1/9.3' }
      : damage === 'random'
        ? { outcome: 'said', detail: '{"kind":"damaged"}' }
        : { outcome: 'complete', detail: '' }),
  }));
}

const PARTS = [
  [...copiesOf('png', 'cc'), ...copiesOf('png', 'aa')],
  [...copiesOf('tiff', 'bb').slice(0, 3), ...copiesOf('tiff', 'aa')],
  // Another run, of the other damages.
  copiesOf('tiff', 'bb').slice(3),
];

describe('a report of damaged copies that is joined of parts', () => {
  const joined = joinedCopies(PARTS.map(damagedLinesOf));

  it('is the report of all, in whatever order they were tried', () => {
    const all = PARTS.flat();
    expect(damagedReportOf(joined)).toBe(damagedReportOf(all));
    expect(damagedReportOf(all)).toBe(damagedReportOf(all.toReversed()));
    expect(damagedLinesOf(joined)).toBe(damagedLinesOf(all.toReversed()));
    expect(joined).toHaveLength(all.length);
  });

  it('counts by format, and names what was lost without a word', () => {
    const text = damagedReportOf(joined);
    expect(text).toContain('28 copies of 4 files. Made with a loss and without a word: **4**.');
    expect(text).toContain('| tiff | 2 | 0 | 2 | 10 | 2 | 0 |');
    expect(text).toContain('| all | 4 | 0 | 4 | 20 | 4 | 0 |');
    expect(text).toContain('- png, crlf: `aa.png`, `cc.png`\n');
    expect(damagedReportOf([])).toContain('without a word\n\nNone.');
  });

  it('refuses a copy that two parts have, and what is no outcome', () => {
    const [first = []] = PARTS;
    expect(() => joinedCopies([first, first].map(damagedLinesOf))).toThrow('in more than one run: png');
    expect(() => joinedCopies([damagedLinesOf(first).replace('said', 'sad')])).toThrow('not one of refused, said');
  });
});
