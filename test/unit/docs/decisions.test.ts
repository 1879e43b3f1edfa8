import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';

const FOLDER = 'docs/decisions/';
const SECTIONS = '## Context, ## Decision, ## Consequences';
/** More records would mean that one thing is decided in several. */
const RECORDS_MAX = 45;
const WORDS_MAX = 350;

/** Which rules a record breaks. That its citations lead to a record is for test/tidy/citations.test.ts. */
function broken(name: string, text: string): readonly string[] {
  const number = /^\d{4}(?=-[a-z0-9-]+\.md$)/.exec(name)?.[0];
  const [, inTitle] = /^# (\d+)\. \S/.exec(text) ?? [];
  const [, ...sections] = text.split(/^(?=## )/m);
  const headings = Array.from(text.matchAll(/^#+ .*$/gm), ([heading]) => heading).slice(1);
  const words = text.trim().split(/\s+/).length;
  return [
    ...(number !== undefined && String(Number(number)) === inTitle ? [] : ['the number of its name is not that of its title']),
    ...(headings.join(', ') === SECTIONS ? [] : [`its sections are not ${SECTIONS}`]),
    ...(sections.every((section) => section.trim().includes('\n')) ? [] : ['an empty section']),
    ...(words <= WORDS_MAX ? [] : [`${words} words, more than ${WORDS_MAX}`]),
  ];
}

describe('the records of decisions', () => {
  const names = projectFiles().flatMap((path) => (path.startsWith(FOLDER) ? [path.slice(FOLDER.length)] : []));

  it('are few, and no two have one number: that of a record that went is not used again', () => {
    expect(names.length).toBeGreaterThan(10);
    expect(names.length).toBeLessThanOrEqual(RECORDS_MAX);
    const numbers = names.map((name) => name.slice(0, 4));
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('have the number of their file, three sections, and few words', () => {
    expect(names.flatMap((name) => broken(name, projectText(FOLDER + name)).map((rule) => `${name}: ${rule}`))).toEqual([]);
  });

  it('are seen to break a rule', () => {
    const fine = '# 7. A\n\n## Context\n\na\n\n## Decision\n\nb\n\n## Consequences\n\nc\n';
    expect(broken('0007-a.md', fine)).toEqual([]);
    for (const wrong of [
      fine.replace('7.', '8.'),
      fine.replace('## Decision', '## Decided'),
      fine.replace('\n\nb', ''),
      `${fine}\n## More\n\nd\n`,
      `${fine}\n### More\n\nd\n`,
      fine.replace('b', 'b '.repeat(WORDS_MAX)),
    ])
      expect(broken('0007-a.md', wrong)).toHaveLength(1);
    expect(broken('7-a.md', fine)).toHaveLength(1);
  });
});
