import { describe, expect, it } from 'vitest';
import { testTitles } from './test-titles.ts';
import { projectText } from '#test/support/project-text.ts';

const COLUMNS = ['fault', 'what the person sees', 'what Intray does', 'shown by'];
/** Fewer rows would mean that the table was not read at all. */
const ROWS_MIN = 50;

type FaultRow = { readonly line: string; readonly cells: readonly string[] };
type Proof = { readonly path: string; readonly title: string };

describe('the fault matrix of docs/failures.md', () => {
  const { heads, rows } = faultTables(projectText('docs/failures.md'));

  it('has four full cells in each row, and each fault once', () => {
    expect(heads.filter((cells) => cells.join() !== COLUMNS.join())).toEqual([]);
    expect(rows.filter(({ cells }) => cells.length !== COLUMNS.length || cells.includes('')).map(({ line }) => line)).toEqual([]);
    expect(new Set(rows.map(({ cells }) => cells[0])).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThan(ROWS_MIN);
  });

  it('names tests that exist, with the very titles that they have', () => {
    const wrong = rows.flatMap(({ cells }) => proofsOf(cells[3] ?? '').filter((proof) => !exists(proof)));
    expect(wrong).toEqual([]);
    // It parses each test file that a row names, which takes a minute on a busy machine.
  }, 180_000);

  it('could find out: a test that is not there, a renamed one and a cell that names none', () => {
    const path = 'test/unit/docs/fault-matrix.test.ts';
    expect(proofsOf(`\`${path}\`: names tests that exist, with the very titles that they have`).map(exists)).toEqual([true]);
    expect(proofsOf(`\`${path}\`: names tests<br>\`test/none.test.ts\`: names tests<br>a test`).map(exists)).toEqual([false, false, false]);
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

/** A part that names no test gives a proof without a path, which does not exist. */
function proofsOf(cell: string): Proof[] {
  return cell.split('<br>').map((part) => {
    const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(part.trim()) ?? [];
    return { path, title };
  });
}

function exists({ path, title }: Proof): boolean {
  return testTitles(path)?.includes(title) ?? false;
}
