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

const MINUTES_MAX = 30;
const page = projectText('docs/operations/manual-check.md');

/** As the columns of the page are. */
const SYSTEMS = ['Windows', 'macOS', 'Linux'];

type Row = { readonly act: string; readonly look: string; readonly cells: readonly string[] };

const ROWS = allRows();

describe('the check that a person makes before a release', () => {
  it.each(SYSTEMS)('takes on %s no longer than half an hour', (system) => {
    const rows = rowsOf(system);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(MINUTES_MAX);
  });

  it('says of each row what to do, what to look at, and on which systems, with the minutes and a place for the answer', () => {
    expect(ROWS.length).toBeGreaterThan(10);
    for (const { act, look, cells } of ROWS) {
      expect(act.length).toBeGreaterThan(10);
      expect(look.length).toBeGreaterThan(20);
      expect(cells).toHaveLength(SYSTEMS.length);
      expect(cells.some((cell) => cell !== '')).toBe(true);
      for (const cell of cells) expect({ act, cell }).toEqual({ act, cell: expect.stringMatching(/^(?:[1-9]\d? ☐)?$/) });
    }
  });

  it('goes on each system through what only a real one shows', () => {
    for (const system of SYSTEMS) {
      const text = rowsOf(system)
        .map(({ act, look }) => `${act} ${look}`)
        .join('\n');
      for (const about of [/register/, /notification/, /sleep/, /restart the/, /dark/, /Restart now/, /user's guide/, /by hand/])
        expect({ system, about, isThere: about.test(text) }).toEqual({ system, about, isThere: true });
    }
  });

  it('is led to by the page on releasing, before more people get a release', () => {
    expect(projectText('docs/operations/release.md')).toMatch(/^5\. .*\(manual-check\.md\).*\*\*before\*\*/m);
  });
});

function allRows(): readonly Row[] {
  const section = page.split(/^## /m).find((text) => text.startsWith('Each release\n')) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (?:Do|---) \|/.test(line));
  return lines.map((line) => {
    const [act = '', look = '', ...cells] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return { act, look, cells };
  });
}

function rowsOf(system: string) {
  return ROWS.flatMap(({ act, look, cells }) => {
    const cell = cells[SYSTEMS.indexOf(system)] ?? '';
    return cell === '' ? [] : [{ act, look, minutes: Number.parseInt(cell, 10) }];
  });
}
