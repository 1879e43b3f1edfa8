import { describe, expect, it } from 'vitest';
import { type ReportLine, reportLines } from '../../../../build/windows/report-lines.ts';
import { fileLine, runSummary } from '../../../../build/windows/run-summary.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { tempFolder } from '#test/support/folders.ts';
import { simulationLines } from '../../../../build/windows/run-simulation.ts';
import { createHash } from 'node:crypto';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { bringProject, FILE_LIST } from '../../../../build/windows/bring-project.ts';
import { debianMirror } from '../../../../build/windows/debian-mirror.ts';

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

it('a run of Vitest is reported file by file, with reasons and errors', () => {
  const folder = tempFolder();
  const report = join(folder, 'results', 'report.jsonl');
  const tests = `
    describe('a', () => {
      it('works', () => undefined);
      it('breaks', () => { throw new Error('wrong\\nin two lines'); });
      it('waits', ({ skip }) => skip('nothing to wait for'));
      it('lacks', { skip: true, meta: { whySkipped: 'no disk' } }, () => undefined);
      it.skip('rests', () => undefined);
    });
    describe('c', { skip: true, meta: { whySkipped: 'no bash' } }, () => {
      beforeAll(() => { throw new Error('no bash either'); });
      it('lacks too', () => undefined);
    });
    describe('b', () => {
      beforeAll(() => { throw new Error('not ready'); });
      it('never begins', () => undefined);
    });`;
  writeFileSync(join(folder, 'some.test.ts'), tests);
  writeFileSync(join(folder, 'unloadable.test.ts'), "throw new Error('does not load');");
  const words = ['run', '--root', folder, '--globals', `--reporter=${resolve('build/windows/line-reporter.ts')}`];
  const { status } = spawnSync(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...words], {
    env: { ...process.env, INTRAY_TEST_REPORT: report },
  });
  expect(status).toBe(1);
  const lines = reportLines(readFileSync(report, 'utf8'));
  expect([lines[0], lines.at(-1)]).toEqual([
    { kind: 'start', files: 2 },
    { kind: 'end', errors: [] },
  ]);
  expect(lines.filter((line) => line.kind === 'file').sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    {
      kind: 'file',
      file: 'some.test.ts',
      ms: expect.any(Number),
      tests: [
        { name: 'a > works', state: 'passed' },
        { name: 'a > breaks', state: 'failed', error: 'wrong' },
        { name: 'a > waits', state: 'skipped', reason: 'nothing to wait for' },
        { name: 'a > lacks', state: 'skipped', reason: 'no disk' },
        { name: 'a > rests', state: 'skipped' },
        { name: 'c > lacks too', state: 'skipped', reason: 'no bash' },
        { name: 'b > never begins', state: 'skipped' },
      ],
      errors: ['not ready'],
    },
    { kind: 'file', file: 'unloadable.test.ts', ms: expect.any(Number), tests: [], errors: ['does not load'] },
  ]);
});

const SAID = [
  'seed 3: 12 documents, 4 kills, 90 minutes, abc',
  '  lost 2 · revoked',
  '  BROKEN each once: sent twice',
  '  BROKEN none lost: one is',
  '  again: npm run sim -- --seed 3 --shrink',
  'seed 41: THE SIMULATION BROKE: ENOENT',
  '198 of 200 seeds kept every promise, 3.1 seeds a second, 300 ms of processor time each',
  '',
].join('\n');

describe('what the simulation came to, as lines of the common report', () => {
  it('is one test that passed where all seeds keep every promise', () => {
    const [, file] = simulationLines({ seeds: 200, bad: 0 }, '200 of 200 seeds kept every promise\n');
    expect(file).toMatchObject({ tests: [{ state: 'passed' }] });
  });

  it('is one that failed for each seed that broke a promise, with its number and why', () => {
    const [, file] = simulationLines({ seeds: 200, bad: 2 }, SAID);
    expect(file).toMatchObject({
      tests: [
        { name: 'seed 3', state: 'failed', error: 'BROKEN each once: sent twice' },
        { name: 'seed 41', state: 'failed', error: 'THE SIMULATION BROKE: ENOENT' },
      ],
    });
  });

  it('counts each bad seed also where it was not said which', () => {
    const [, file] = simulationLines({ seeds: 200, bad: 3 }, SAID);
    expect(file).toMatchObject({ tests: [{ name: 'seed 3' }, { name: 'seed 41' }, { name: 'a seed', state: 'failed' }] });
  });

  it('has no end where it was cut off before its report', () => {
    expect(simulationLines(null, SAID)).toEqual([{ kind: 'start', files: 1 }]);
  });
});

it('the project is brought as it stands, and what is gone from it is gone from the copy', unless(noProgram('git')), async () => {
  const [from, to] = [tempFolder(), tempFolder()];
  const lock = '{ "lockfileVersion": 3 }';
  for (const [name, text] of Object.entries({
    'package-lock.json': lock,
    '.gitignore': 'built\n',
    built: 'b',
    'gone.ts': 'g',
    'kept.ts': 'k',
  }))
    writeFileSync(join(from, name), text);
  execFileSync('git', ['init', '-q'], { cwd: from });
  execFileSync('git', ['add', '.'], { cwd: from });
  mkdirSync(join(from, 'sub'));
  writeFileSync(join(from, 'sub', 'new.ts'), 'not committed');
  // Packages that belong to this lock file, so they are kept as they are.
  mkdirSync(join(to, 'node_modules'));
  writeFileSync(join(to, 'node_modules', '.intray-packages'), createHash('sha256').update(lock).digest('hex'));
  const bring = () => bringProject({ from, to, say: () => undefined, stop: new AbortController().signal });
  expect(await bring()).toMatchObject({ ok: true });
  expect(readdirSync(to).sort()).toEqual(['.gitignore', 'gone.ts', 'kept.ts', 'node_modules', 'package-lock.json', 'sub', 'test-results']);
  rmSync(join(from, 'gone.ts'));
  writeFileSync(join(from, 'kept.ts'), 'changed');
  expect(await bring()).toMatchObject({ ok: true });
  expect(readFileSync(join(to, 'kept.ts'), 'utf8')).toBe('changed');
  const listed = readFileSync(join(to, FILE_LIST), 'utf8').split('\0');
  expect(listed.toSorted()).toEqual(['.gitignore', 'kept.ts', 'package-lock.json', 'sub/new.ts']);
  expect(readdirSync(to)).not.toContain('gone.ts');
});

const PARAGRAPHS = `Types: deb
# As it was on the day of the image.
URIs: http://mirror.example/debian/
Suites: bookworm bookworm-updates
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
`;

describe('the mirror of Debian', () => {
  it('is read from either form of apt’s lists', () => {
    expect(debianMirror([PARAGRAPHS])).toBe('http://mirror.example/debian');
    expect(debianMirror(['deb [arch=amd64 signed-by=/a.gpg] https://other.example/debian bookworm main contrib\n'])).toBe(
      'https://other.example/debian',
    );
    expect(debianMirror(['Types: deb-src deb\nURIs:\n http://mirror.example/debian\nComponents: contrib\n main\n'])).toBe(
      'http://mirror.example/debian',
    );
  });

  it('is no archive of somebody else, none of mended faults alone, and none that was switched off', () => {
    const others = [
      'deb http://mirror.example/debian-security bookworm-security main\n',
      'deb https://docker.example/linux/debian bookworm stable\n',
      'deb https://tools.example bookworm main\n',
      '# deb http://mirror.example/debian bookworm main\n',
      'deb-src http://mirror.example/debian bookworm main\n',
      'deb cdrom:[Debian]/ bookworm main\n',
      `Enabled: no\n${PARAGRAPHS}`,
    ];
    expect(others.map((text) => debianMirror([text]))).toEqual(others.map(() => null));
  });

  it('is the first of all lists', () => {
    expect(debianMirror(['', 'deb http://first.example/debian bookworm main\n', PARAGRAPHS])).toBe('http://first.example/debian');
    expect(debianMirror([])).toBeNull();
  });
});
