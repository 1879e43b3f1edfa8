import { describe, expect, it } from 'vitest';
import { INVALID_REASONS } from '#shared/domain/connection.ts';
import { FOLDER_STATES } from '#shared/domain/folder/folder.ts';
import { failureSchema } from '#shared/domain/item/failure.ts';
import { itemStateSchema } from '#shared/domain/item/item-state.ts';
import { LEFT_BY } from '#shared/domain/left-by.ts';
import { noAnswerReasonSchema } from '#shared/domain/results/no-answer.ts';
import { problemSchema } from '#shared/domain/item/problem.ts';
import { questionSchema } from '#shared/domain/item/question.ts';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';
import { existsSync } from 'node:fs';
import { type CallExpression, parseSync, Visitor } from 'oxc-parser';

const failuresPage = projectText('docs/failures.md');

describe('docs/failures.md', () => {
  it.each([
    ['Problems', problemSchema],
    ['Failures', failureSchema],
    ['Questions', questionSchema],
    ['No result', noAnswerReasonSchema],
  ] as const)('lists the kinds of %s that the code has, no more and no less', (heading, schema) => {
    const coded = schema.options.map((option) => option.shape.kind.value);
    expect(kindsUnder(heading).sort()).toEqual([...coded].sort());
  });

  it('lists each state that only the user can end, no more and no less, and what proves it', () => {
    const coded = Object.entries(LEFT_BY).flatMap(([of, states]) =>
      Object.entries(states).flatMap(([state, by]) => (by === 'user' ? [`${of} ${state}`] : [])),
    );
    const rows = rowsUnder('States that only the user can end');
    expect(rows.flatMap(({ states }) => states).sort()).toEqual(coded.sort());
    expect(rows.filter(({ cells }) => cells.length !== 2 || cells.includes(''))).toEqual([]);
  });

  it('knows who ends each of the states that the code has', () => {
    expect(Object.keys(LEFT_BY.question).sort()).toEqual(kinds(questionSchema).sort());
    expect(Object.keys(LEFT_BY.problem).sort()).toEqual(kinds(problemSchema).sort());
    expect(['held', 'unfit', ...Object.keys(LEFT_BY.document)].sort()).toEqual(kinds(itemStateSchema).sort());
    expect(['present', ...Object.keys(LEFT_BY.folder)].sort()).toEqual([...FOLDER_STATES].sort());
    expect(Object.keys(LEFT_BY.connection).sort()).toEqual([...INVALID_REASONS, 'paused'].sort());
  });
});

type Kinds = { readonly options: readonly { readonly shape: { readonly kind: { readonly value: string } } }[] };

function kinds({ options }: Kinds): string[] {
  return options.map((option) => option.shape.kind.value);
}

/** The first cell lists states as "question `a`, `b`; problem `c`". */
function rowsUnder(heading: string) {
  return Array.from(sectionOf(heading).matchAll(/^\| ([a-z]+ `[^|]*) \|(.*)\|$/gm), ([, states = '', rest = '']) => ({
    states: states.split('; ').flatMap((group) => {
      const [of = ''] = group.split(' ');
      return Array.from(group.matchAll(/`([\w-]+)`/g), ([, state = '']) => `${of} ${state}`);
    }),
    cells: rest.split('|').map((cell) => cell.trim()),
  }));
}

function sectionOf(heading: string): string {
  return failuresPage.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
}

function kindsUnder(heading: string): string[] {
  return Array.from(sectionOf(heading).matchAll(/^\| `([a-z-]+)` \|/gm), (match) => match[1] ?? '');
}

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
    expect(placesOf('`test/unit/docs/failures.test.ts` `test/unit/docs/`').map(hasTests)).toEqual([true, true]);
    expect(placesOf('`test/none.test.ts` `test/support/project-text.ts` `test/support/` tests').map(hasTests)).toEqual([
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

const NAMES = ['test', 'it'];

/** The titles of a file's tests as written, with the placeholders of `each`; null if there is no such file. */
function testTitles(path: string): readonly string[] | null {
  if (!existsSync(path)) return null;
  const text = projectText(path);
  const titles: string[] = [];
  const visitor = new Visitor({
    CallExpression(call) {
      if (!NAMES.includes(calledName(call))) return;
      const [title] = call.arguments;
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value);
      if (title?.type === 'TemplateLiteral') titles.push(text.slice(title.start + 1, title.end - 1));
    },
  });
  visitor.visit(parseSync(path, text).program);
  return titles;
}

/** `test` for `test(…)`, `test.skipIf(…)(…)` and `test.each(…)(…)`. */
function calledName(call: CallExpression): string {
  let callee = call.callee;
  while (callee.type === 'CallExpression' || callee.type === 'MemberExpression') {
    callee = callee.type === 'CallExpression' ? callee.callee : callee.object;
  }
  return callee.type === 'Identifier' ? callee.name : '';
}
