import { describe, expect, it, test } from 'vitest';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import type { Seen } from '../../../build/demo/follow.ts';
import { judge } from '../../../build/demo/judge.ts';
import type { Ending, Sample } from '../../../build/demo/sample.ts';
import { playwrightTally, simTally, vitestTally } from '../../../build/tally.ts';
import type { ReportedFile, ReportLine } from '../../../build/windows/report-lines.ts';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { runLater } from '../../../build/unit-later.ts';

const DOCUMENT = '0b1f4c52-7d0a-4c7e-8d11-1c2b3a4d5e6f';
const RESULT = { documentId: DOCUMENT, at: 2, contradicted: false };

describe('the demo', () => {
  test.each([
    ['accepted', null, { kind: 'accepted', ...RESULT, reason: null }],
    ['refused', 'Illisible', { kind: 'refused', ...RESULT, reason: 'Illisible' }],
    ['unfit', 'password', { kind: 'unfit', by: 'intray', problem: { kind: 'password' } }],
  ] as const)('takes what should be %s and is', (ending, reason, state) => {
    expect(judge(sample(ending, reason), seen(state)).wrong).toBeNull();
  });

  test.each([
    ['a file that was never seen', sample('accepted'), undefined],
    ['a document that is still awaited', sample('accepted'), seen({ kind: 'awaiting', documentId: DOCUMENT, since: 1 })],
    ['a refusal of what should be accepted', sample('accepted'), seen({ kind: 'refused', ...RESULT, reason: null })],
    ['a refusal without the reason given', sample('refused', 'Illisible'), seen({ kind: 'refused', ...RESULT, reason: null })],
    ['another problem', sample('unfit', 'password'), seen({ kind: 'unfit', by: 'intray', problem: { kind: 'blank' } })],
    ['a second document for a copy', sample('duplicate'), seen({ kind: 'accepted', ...RESULT, reason: null })],
    ['a scan that was taken for a copy', sample('accepted'), seen({ kind: 'accepted', ...RESULT, reason: null }, '/other.pdf')],
  ] as const)('fails on %s', (_what, what, how) => {
    expect(judge(what, how).wrong).not.toBeNull();
  });

  test('takes a copy that is linked to the file before', () => {
    const verdict = judge(sample('duplicate'), seen({ kind: 'accepted', ...RESULT, reason: null }, '/first.pdf'));
    expect(verdict).toMatchObject({ wrong: null, reason: 'same as first.pdf' });
  });
});

function sample(ending: Ending, reason: string | null = null): Sample {
  return { from: '/a.pdf', name: 'a.pdf', importType: 'purchase-invoices', ending, reason };
}

function seen(state: unknown, first = '/a.pdf'): Seen {
  const item: Item = itemSchema.parse({
    id: DOCUMENT,
    companyId: DOCUMENT,
    importType: 'purchase-invoices',
    sha256: null,
    bytes: 1,
    mediaType: null,
    name: 'a.pdf',
    sentName: 'a.pdf',
    integrationId: null,
    reference: null,
    resubmission: 0,
    attempts: 0,
    sentElsewhere: false,
    foundAt: 1,
    receivedAt: null,
    state,
    stateSince: 1,
  });
  return { path: '/a.pdf', item, first };
}

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

const DAY_MS = 24 * 60 * 60 * 1000;
/** After a wait, says what the clock shows here and in a program that this one starts. */
const CLOCKS = `
const child = () => Number(require('node:child_process').execFileSync(process.execPath, ['-p', 'Date.now()']));
setTimeout(() => console.log(JSON.stringify([Date.now(), child()])), 20);`;

describe('the unit tests with the clock a year later', () => {
  it('see another date, and so do the programs that they start, while waits end as always', unless(noProgram('faketime')), () => {
    // Itself run a year later, this test is told the later date as today's.
    const today = spawnSync(process.execPath, ['-p', 'Date.now()'], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
    const { status, stdout } = runLater(['-e', CLOCKS], 'pipe');
    const days = (JSON.parse(stdout) as number[]).map((later) => Math.round((later - Number(today.stdout)) / DAY_MS));
    expect(status).toBe(0);
    expect(days).toEqual([365, 365]);
  });

  it('are not run where nothing moves the clock, which is said and is no success', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['build/unit-later.ts', 'test/tidy/structure.test.ts'], {
      encoding: 'utf8',
      env: { PATH: '' },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('faketime is not here');
    expect(stderr).toContain('apt-get install faketime');
  });
});
