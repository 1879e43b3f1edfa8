import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
const PAGES = [...readdirSync('.'), ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name))].filter(
  (name) => name.endsWith('.md'),
);
/** Folders of the project in which a page may name a file. */
const IN_PROJECT = /^(electron|renderer|shared|relay|sandbox|test|build|docs)\//;
/** A placeholder for a name that the reader chooses. */
const PLACEHOLDER = /xx|X\.Y|[…*<>$]|[A-Z]{3,}\b(?!\.md)/;

type Named = { readonly page: string; readonly what: string };

function namedBy(pattern: RegExp): readonly Named[] {
  return PAGES.flatMap((page) =>
    Array.from(projectText(page).matchAll(pattern), ([, what = '']) => ({ page, what: what.replace(/[.,:;)]+$/, '') })),
  );
}

describe('what the pages tell somebody to type', () => {
  it('is a script that package.json has', () => {
    const named = namedBy(/npm (?:run (?:-s )?|--silent run )([a-z][\w:-]*)/g);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter(({ what }) => scripts[what] === undefined)).toEqual([]);
  });

  it('is a script, where CONTRIBUTING lists several at once', () => {
    const rows = projectText('CONTRIBUTING.md')
      .split('\n')
      .filter((line) => line.startsWith('| `npm run '));
    const words = rows.flatMap((row) =>
      Array.from((row.split('|')[1] ?? '').matchAll(/`(?:npm run (?:-s )?)?([a-z][\w:-]*)/g), ([, word = '']) => word),
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(words.filter((word) => scripts[word] === undefined && word !== 'npm')).toEqual([]);
  });

  it('runs a program that is installed, or a file that is there', () => {
    const runs = Object.values(scripts).flatMap((script) => script.split(' && '));
    const others = runs.flatMap((run) => /^npm run (?:-s )?(.+)$/.exec(run)?.[1] ?? []);
    expect(others.filter((name) => scripts[name] === undefined)).toEqual([]);
    const paths = runs
      .filter((run) => !run.startsWith('npm run '))
      .map((run) => {
        const [program = '', file = ''] = run.split(' ');
        return program === 'node' ? file : join('node_modules', '.bin', program);
      });
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
    const bins = namedBy(/npx ([a-z][\w-]*)/g).map(({ page, what }) => ({ page, what: join('node_modules', '.bin', what) }));
    expect(bins.filter(({ what }) => !existsSync(what))).toEqual([]);
  });

  it('names files and folders that are there', () => {
    const paths = namedBy(/(?:`|-- |node )((?:[\w.-]+\/)+[\w.-]*)/g).filter(({ what }) => IN_PROJECT.test(what) && !PLACEHOLDER.test(what));
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter(({ what }) => !existsSync(what))).toEqual([]);
  });
});

/** A whole project path in code marks: no pattern, and no part of a command. */
const PATH = /`((?:build|electron|relay|renderer|sandbox|shared|test)\/[\w./-]*)`/g;
/** A walk through the code is read in one go. */
const STEPS_MAX = 12;

describe('CONTRIBUTING.md', () => {
  const page = projectText('CONTRIBUTING.md');
  const paths = [...page.matchAll(PATH)].map(([, path = '']) => path);

  it('leads along files that are there', () => {
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names many of them, so that the check can fail', () => {
    expect(paths.length).toBeGreaterThan(60);
  });

  it('has walks of one file a step, and not too many of them', () => {
    const [, section = ''] = /^## Four walks\n([\s\S]*?)^## /m.exec(page) ?? [];
    const walks = section.split(/^### .+\n/m).slice(1);
    expect(walks).toHaveLength(4);
    for (const walk of walks) {
      const steps = walk.trim().split('\n');
      expect(steps.length).toBeLessThanOrEqual(STEPS_MAX);
      expect(steps.filter((step) => !/^\d+\. `[\w./-]+\.tsx?` /.test(step))).toEqual([]);
    }
  });
});

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
