import { describe, expect, it } from 'vitest';
import { complaints, type Row } from '#test/conversions/measure/measure.ts';
import { linesOf, reportOf } from '#test/conversions/report.ts';
import { rowsIn } from '#test/conversions/tab-separated.ts';

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
