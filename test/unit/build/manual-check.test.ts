import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

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
