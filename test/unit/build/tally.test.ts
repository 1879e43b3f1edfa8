import { describe, expect, it } from 'vitest';
import { playwrightTally, simTally, vitestTally } from '../../../build/tally.ts';
import type { ReportedFile, ReportLine } from '../../../build/windows/report-lines.ts';

const spec = (title: string, status: string, annotations: readonly { type: string; description?: string }[] = []) => ({
  title,
  file: 'a.spec.ts',
  tests: [{ status, annotations }],
});

const report = (...lines: readonly ReportLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

describe('the tally of a Vitest report', () => {
  it('counts what passed, names what failed, and says why others were skipped', () => {
    const tests: ReportedFile['tests'] = [
      { name: 'a', state: 'passed' },
      { name: 'b', state: 'failed', error: 'wrong' },
      { name: 'c', state: 'pending' },
      { name: 'd', state: 'skipped', reason: 'no disk here' },
      { name: 'e', state: 'skipped' },
    ];
    const file: ReportLine = { kind: 'file', file: 'a.test.ts', tests, errors: [] };
    expect(vitestTally(report({ kind: 'start', files: 1 }, file, { kind: 'end', errors: [] }))).toEqual({
      passed: 1,
      failed: ['a.test.ts: b', 'a.test.ts: c'],
      skipped: ['no disk here', 'e'],
    });
  });

  it('counts a file that does not load, and an error outside of all tests, as one failure each', () => {
    const file: ReportLine = { kind: 'file', file: 'a.test.ts', tests: [], errors: ['does not load'] };
    expect(vitestTally(report(file, { kind: 'end', errors: ['nobody waited for it'] }))).toEqual({
      passed: 0,
      failed: ['a.test.ts: does not load', 'nobody waited for it'],
      skipped: [],
    });
  });
});

describe('the tally of a Playwright report', () => {
  it('counts nested suites and gives the reason of each skip', () => {
    const suites = [
      { specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'skipped', [{ type: 'skip', description: 'no browser' }])] }] },
    ];
    expect(playwrightTally(JSON.stringify({ suites, errors: [] }))).toEqual({
      passed: 1,
      failed: [],
      skipped: ['no browser'],
    });
  });

  it('counts a test that passed only on its second try, and a broken run, as failed', () => {
    expect(
      playwrightTally(JSON.stringify({ suites: [{ specs: [spec('a', 'flaky'), spec('b', 'unexpected')] }], errors: [{}] })).failed,
    ).toEqual(['a.spec.ts: a', 'a.spec.ts: b', 'an error outside of all specs']);
  });
});

describe("the tally of the simulation's report", () => {
  it('counts all seeds as one test that passed', () => {
    expect(simTally(JSON.stringify({ seeds: 2000, bad: 0 }))).toEqual({ passed: 1, failed: [], skipped: [] });
  });

  it('counts every seed that broke a promise as one that failed, and nothing where no seed was played', () => {
    expect(simTally(JSON.stringify({ seeds: 2000, bad: 3 }))).toEqual({
      passed: 0,
      failed: ['a seed of the simulation', 'a seed of the simulation', 'a seed of the simulation'],
      skipped: [],
    });
    expect(simTally(JSON.stringify({ seeds: 0, bad: 0 }))).toEqual({ passed: 0, failed: [], skipped: [] });
  });
});
