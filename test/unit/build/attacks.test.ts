import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from '#test/security/attacks.ts';
import { byFile, outcomesOfPlaywright, outcomesOfVitest } from '#test/security/outcomes.ts';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';

/** Rooms and names of tests that carry out an attack. */
const ATTACKING =
  /^test\/(fuzz|relay\/hostile)\/[^/]+\.test\.ts$|(hostile|forged|foreign-page|another-user|threats|canary)[^/]*\.(test|spec)\.ts$/;

describe('the list of attacks', () => {
  it('names files that are there, with the tool that runs them', () => {
    expect(ATTACKS.filter(({ file }) => !existsSync(file))).toEqual([]);
    expect(ATTACKS.filter((attack) => attack.file.endsWith('.spec.ts') !== (attack.with === 'e2e'))).toEqual([]);
  });

  it('lacks no test that carries out an attack', () => {
    const listed = new Set(ATTACKS.map(({ file }) => file));
    expect(projectFiles().filter((path) => ATTACKING.test(path) && !listed.has(path))).toEqual([]);
  });

  it('has each attack once', () => {
    const named = ATTACKS.map(({ from, what }) => `${from}: ${what}`);
    expect(named).toEqual([...new Set(named)]);
  });

  it('is what `npm run security` carries out', () => {
    expect(JSON.parse(projectText('package.json'))).toMatchObject({ scripts: { security: 'node test/security/main.ts' } });
  });
});

/** A test in Playwright's report. */
function spec(title: string, status: string, annotations: readonly object[] = []): object {
  return { file: 'headless/a.spec.ts', title, tests: [{ status, annotations }] };
}

describe('what became of an attack', () => {
  it('counts the tests of each file of Vitest, and an error of a file as a test that failed', () => {
    const lines = [
      { kind: 'start', files: 2 },
      { kind: 'file', file: 'a.test.ts', tests: [{ name: 'one', state: 'passed' }], errors: [] },
      {
        kind: 'file',
        file: 'b.test.ts',
        tests: [
          { name: 'two', state: 'skipped', reason: 'no browser' },
          { name: 'three', state: 'pending' },
        ],
        errors: ['it did not load'],
      },
      { kind: 'end', errors: [] },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect([...byFile(outcomesOfVitest(text))]).toEqual([
      ['a.test.ts', { passed: 1, failed: 0, skipped: [] }],
      ['b.test.ts', { passed: 0, failed: 2, skipped: ['no browser'] }],
    ]);
  });

  it('counts those of Playwright by the path of their file, and one that passed at its second try as failed', () => {
    const suites = [
      { specs: [spec('one', 'expected'), spec('two', 'flaky')] },
      { suites: [{ specs: [spec('three', 'skipped', [{ type: 'skip', description: 'only root' }])] }] },
    ];
    const text = JSON.stringify({ config: { rootDir: `${process.cwd()}/test/e2e` }, suites });
    expect([...byFile(outcomesOfPlaywright(text))]).toEqual([
      ['test/e2e/headless/a.spec.ts', { passed: 1, failed: 1, skipped: ['only root'] }],
    ]);
  });
});
