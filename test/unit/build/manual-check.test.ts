import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

const MINUTES_MAX = 30;
const page = projectText('docs/operations/manual-check.md');

type Row = { readonly minutes: number; readonly act: string; readonly look: string; readonly answer: string };

describe('the check that a person makes before a release', () => {
  it.each(['Windows', 'macOS', 'Linux'])('takes on %s no longer than half an hour', (system) => {
    const rows = rowsOf(system);
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(MINUTES_MAX);
  });

  it.each(['Windows', 'macOS', 'Linux'])(
    'says on %s of each row how long it takes, what to do, what to look at, and has a place for the answer',
    (system) => {
      for (const { minutes, act, look, answer } of rowsOf(system)) {
        expect({ act, isWhole: Number.isInteger(minutes) && minutes > 0 }).toEqual({ act, isWhole: true });
        expect(act.length).toBeGreaterThan(10);
        expect(look.length).toBeGreaterThan(20);
        expect(answer).toBe('☐ yes ☐ no');
      }
    },
  );

  it('goes on each system through what only a real one shows', () => {
    for (const system of ['Windows', 'macOS', 'Linux']) {
      const text = rowsOf(system)
        .map(({ act, look }) => `${act} ${look}`)
        .join('\n');
      for (const about of [
        /register/,
        /notification/,
        /sleep|lid|suspend/,
        /restart (?:Windows|the)/,
        /dark/,
        /Restart now/,
        /user's guide/,
        /by hand/,
      ])
        expect({ system, about, isThere: about.test(text) }).toEqual({ system, about, isThere: true });
    }
  });

  it('is led to by the page on releasing, before more people get a release', () => {
    expect(projectText('docs/operations/release.md')).toMatch(/^5\. .*\(manual-check\.md\).*\*\*before\*\*/m);
  });
});

function rowsOf(system: string): readonly Row[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${system}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => /^\| *\d/.test(line));
  return lines.map((line) => {
    const [minutes = '', act = '', look = '', answer = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    return { minutes: Number(minutes), act, look, answer };
  });
}
