import { describe, expect, it } from 'vitest';
import { reportLines, type ReportLine } from '../../../../build/windows/report-lines.ts';
import { fileLine, runSummary } from '../../../../build/windows/run-summary.ts';

const of = (lines: readonly ReportLine[], code: number, what = 'Vitest') => ({ what, lines, code, outputs: [] });
const START: ReportLine = { kind: 'start', files: 2 };
const END: ReportLine = { kind: 'end', errors: [] };
const GOOD: ReportLine & { kind: 'file' } = {
  kind: 'file',
  file: 'test/a.test.ts',
  tests: [
    { name: 'a > works', state: 'passed' },
    { name: 'a > waits', state: 'skipped', reason: 'no git here' },
  ],
  errors: [],
};
const BAD: ReportLine & { kind: 'file' } = {
  kind: 'file',
  file: 'test/b.test.ts',
  tests: [{ name: 'b > breaks', state: 'failed', error: 'expected 1 to be 2' }],
  errors: ['EBUSY: it is open'],
};

describe('the summary of a run under Wine', () => {
  it('says what was skipped and why, what failed by file, the sums, and where it was', () => {
    const { text, isGood } = runSummary([of([START, BAD, GOOD, END], 1)]);
    expect(isGood).toBe(false);
    expect(text).toBe(
      [
        'Skipped:',
        '  test/a.test.ts: a > waits (no git here)',
        '',
        'Failed:',
        '  test/b.test.ts: 1 of 1',
        '    the file: EBUSY: it is open',
        '    b > breaks: expected 1 to be 2',
        '',
        'Windows’ Node under Wine 10: 1 passed, 2 failed, 1 skipped',
        '',
      ].join('\n'),
    );
  });

  it('is good only where something ran and nothing failed', () => {
    expect(runSummary([of([START, GOOD, END], 0)])).toMatchObject({ isGood: true });
    expect(runSummary([of([START, END], 0)])).toMatchObject({ isGood: false });
    expect(runSummary([of([], 1)])).toMatchObject({ isGood: false });
    expect(runSummary([of([START, GOOD, { kind: 'end', errors: ['boom'] }], 1)])).toMatchObject({ isGood: false });
  });

  it('is not good, and says so, where the run was cut off, a test never ended, or Vitest failed by itself', () => {
    const cut = runSummary([of([START, GOOD], 1)]);
    expect(cut).toMatchObject({ isGood: false });
    expect(cut.text).toContain('cut off after 1 of 2 files');
    const hanging = runSummary([of([START, { ...GOOD, tests: [...GOOD.tests, { name: 'a > hangs', state: 'pending' }] }, END], 0)]);
    expect(hanging).toMatchObject({ isGood: false });
    expect(hanging.text).toContain('a > hangs: never ended');
    expect(runSummary([of([START, GOOD, END], 3)]).text).toContain('Vitest ended with code 3');
  });

  it('is one for all parts, each of which has to be whole', () => {
    const parts = [of([START, GOOD, END], 0), of([START, BAD, END], 1, 'The simulation')];
    expect(runSummary(parts).text).toContain('1 passed, 2 failed, 1 skipped');
    const cut = runSummary([of([START, GOOD, END], 0), of([START], 1, 'The simulation')]);
    expect(cut).toMatchObject({ isGood: false });
    expect(cut.text).toContain('The simulation was cut off after 0 of 2 files');
    expect(runSummary([of([START, GOOD, END], 0), of([START, GOOD, END], 7, 'The checks')]).text).toContain('The checks ended with code 7');
  });

  it('names a file once that was skipped as a whole', () => {
    const file: ReportLine = { ...GOOD, tests: ['x', 'y'].map((name) => ({ name, state: 'skipped' })) };
    expect(runSummary([of([START, file, END], 0)]).text).toContain('test/a.test.ts: all 2 tests (a condition in its file)');
  });

  it('says of each file that is through what it came to', () => {
    expect(fileLine(GOOD)).toBe('ok  test/a.test.ts (2 tests, 1 skipped)');
    expect(fileLine(BAD)).toBe('FAILED  test/b.test.ts (1 test, 1 failed, did not run as a whole)');
  });
});

describe('the lines of a report', () => {
  it('are read as far as they are whole', () => {
    expect(reportLines(`${JSON.stringify(START)}\n{"kind":"fi`)).toEqual([START]);
    expect(reportLines('')).toEqual([]);
  });
});
