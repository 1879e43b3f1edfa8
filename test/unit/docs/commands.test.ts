import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

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
