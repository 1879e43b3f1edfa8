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

const page = projectText('docs/failures.md');

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
      Object.entries(states).flatMap(([state, by]) => (by === 'person' ? [`${of} ${state}`] : [])),
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
  return page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
}

function kindsUnder(heading: string): string[] {
  return Array.from(sectionOf(heading).matchAll(/^\| `([a-z-]+)` \|/gm), (match) => match[1] ?? '');
}
