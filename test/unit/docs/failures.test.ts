import { describe, expect, it } from 'vitest';
import { failureSchema } from '#shared/domain/item/failure.ts';
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
});

function kindsUnder(heading: string): string[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
  return Array.from(section.matchAll(/^\| `([a-z-]+)` \|/gm), (match) => match[1] ?? '');
}
