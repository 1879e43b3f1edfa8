import { describe, expect, it } from 'vitest';
import { complaints, type Row } from '#test/conversions/measure/measure.ts';
import { linesOf, reportOf } from '#test/conversions/report.ts';

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
const report = (rows: readonly Row[], missing: readonly string[] = []): string => reportOf({ rows, missing, programs: ['one: 1.0'] });

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

  it('is a row of the table, with its fault and its complaint', () => {
    expect(report([row])).toContain(
      '| tiff | somebody/files: a.tiff | a scanner | 80 KB, 2 pages | pdf, 90 KB, 2 pages | 1.5 | 1.3 | 100 MB | 199 of 200 (99.5 %) |  |',
    );
    expect(report([{ ...row, outcome: 'too-slow', after: null, words: null }])).toContain('| too-slow | 1.5 |');
    expect(report([{ ...row, words: 'not-here' }])).toContain('Tesseract is not installed | **words not compared** |');
    expect(report([], ['b.tiff'])).toContain('Not there, or another content: b.tiff');
  });

  it('is a line with the hashes of both files', () => {
    const [heads = '', line = ''] = linesOf([row]).split('\n');
    expect(line.split('\t')).toHaveLength(heads.split('\t').length);
    expect(line).toContain('\tab\tmade\tapplication/pdf\t90000\t2\tcd\t');
  });
});
