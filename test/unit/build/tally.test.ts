import { describe, expect, it } from 'vitest';
import { playwrightTally, simTally, vitestTally } from '../../../build/tally.ts';

const test = (status: string, fullName: string) => ({ status, fullName });

const spec = (title: string, status: string, annotations: readonly { type: string; description?: string }[] = []) => ({
  title,
  tests: [{ status, annotations }],
});

describe('the tally of a Vitest report', () => {
  it('counts passed, failed and skipped tests, and names the skipped', () => {
    const testResults = [
      { name: 'a.test.ts', status: 'failed', assertionResults: [test('passed', 'a'), test('failed', 'b'), test('pending', 'c')] },
    ];
    expect(vitestTally({ testResults })).toEqual({ passed: 1, failed: 1, skipped: ['c'] });
  });

  it('counts a file that does not load as one failure', () => {
    expect(vitestTally({ testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] })).toEqual({
      passed: 0,
      failed: 1,
      skipped: [],
    });
  });
});

describe('the tally of a Playwright report', () => {
  it('counts nested suites and gives the reason of each skip', () => {
    const suites = [
      { specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'skipped', [{ type: 'skip', description: 'no browser' }])] }] },
    ];
    expect(playwrightTally({ suites, errors: [] })).toEqual({ passed: 1, failed: 0, skipped: ['no browser'] });
  });

  it('counts a test that passed only on its second try, and a broken run, as failed', () => {
    expect(playwrightTally({ suites: [{ specs: [spec('a', 'flaky'), spec('b', 'unexpected')] }], errors: [{}] }).failed).toBe(3);
  });
});

describe("the tally of the simulation's report", () => {
  it('counts all seeds as one test that passed', () => {
    expect(simTally({ seeds: 2000, bad: 0 })).toEqual({ passed: 1, failed: 0, skipped: [] });
  });

  it('counts every seed that broke a promise as one that failed, and nothing where no seed was played', () => {
    expect(simTally({ seeds: 2000, bad: 3 })).toEqual({ passed: 0, failed: 3, skipped: [] });
    expect(simTally({ seeds: 0, bad: 0 })).toEqual({ passed: 0, failed: 0, skipped: [] });
  });
});
