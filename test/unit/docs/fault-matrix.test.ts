import { describe, expect, it } from 'vitest';
import { testTitles } from './test-titles.ts';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';

const COLUMNS = ['fault', 'outcome', 'shown by'];
/** Fewer rows would mean that the table was not read at all. */
const ROWS_MIN = 50;

type FaultRow = { readonly line: string; readonly cells: readonly string[] };

describe('the fault matrix of docs/failures.md', () => {
  const { heads, rows } = faultTables(projectText('docs/failures.md'));

  it('has three full cells in each row, and each fault once', () => {
    expect(heads.filter((cells) => cells.join() !== COLUMNS.join())).toEqual([]);
    expect(rows.filter(({ cells }) => cells.length !== COLUMNS.length || cells.includes('')).map(({ line }) => line)).toEqual([]);
    expect(new Set(rows.map(({ cells }) => cells[0])).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(ROWS_MIN);
  });

  it('names files of tests that exist, and folders that hold some', () => {
    expect(rows.flatMap(({ cells }) => placesOf(cells[2] ?? '').filter((place) => !hasTests(place)))).toEqual([]);
    // It parses each test file that a row names, which takes a minute on a busy machine.
  }, 180_000);

  it('could find out: a file that is not there or has no tests, and a cell that names none', () => {
    expect(placesOf('`test/unit/docs/fault-matrix.test.ts` `test/unit/docs/`').map(hasTests)).toEqual([true, true]);
    expect(placesOf('`test/none.test.ts` `test/unit/docs/test-titles.ts` `test/support/` tests').map(hasTests)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

/** The tables between "## Faults" and the next heading of its rank. */
function faultTables(page: string): { readonly heads: readonly (readonly string[])[]; readonly rows: readonly FaultRow[] } {
  const section = page.split(/^## /m).find((part) => part.startsWith('Faults')) ?? '';
  const tables = section.split(/\n\n+/).filter((block) => block.startsWith('|'));
  const lines = tables.map((table) => table.split('\n').filter((line) => line !== ''));
  return {
    heads: lines.map(([head]) => cellsOf(head ?? '')),
    rows: lines.flatMap((table) => table.slice(2).map((line) => ({ line, cells: cellsOf(line) }))),
  };
}

function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

/** What is not written as code is no place, and so has no tests. */
function placesOf(cell: string): string[] {
  return cell.split(' ').map((part) => /^`([^`]+)`$/.exec(part)?.[1] ?? '');
}

function hasTests(place: string): boolean {
  const files = place.endsWith('/') ? projectFiles().filter((path) => path.startsWith(place) && path.endsWith('.test.ts')) : [place];
  return files.some((file) => (testTitles(file) ?? []).length > 0);
}
