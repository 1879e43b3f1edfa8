import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { projectFiles } from '#test/tidy/sources.ts';
import { guessFile, readMappedFile } from '#electron/intake/inspect/mapped-file.ts';
import { totalsOf } from '#shared/entries/balance.ts';
import { proposedMapping } from '#shared/entries/guess-mapping.ts';
import type { EntriesMapping } from '#shared/entries/mapping.ts';
import { utf8 } from '#shared/lib/bytes.ts';

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

const [ENGLISH, FRENCH] = ['en', 'fr'].map((language) => readFileSync(`docs/guide/entries.${language}.md`, 'utf8'));

/** The file that a worked example of the guide shows. */
function exampleIn(page: string | undefined, name: string): string {
  const [, text = ''] = new RegExp(`\`\`\`csv ${name}\n([\\s\\S]*?)\`\`\``).exec(page ?? '') ?? [];
  return text;
}

/** Reads it as a user does who answers what Intray asks, as the guide says. `asked`: what that is. */
function followed(name: string, answers: Partial<EntriesMapping['sources']> = {}, others: Partial<EntriesMapping> = {}) {
  const bytes = utf8(exampleIn(ENGLISH, name));
  const guess = guessFile(bytes);
  if ('refused' in guess) throw new Error(guess.refused);
  const proposed = proposedMapping(guess, guess.dialect);
  const reading = readMappedFile(bytes, { ...proposed, ...others, sources: { ...proposed.sources, ...answers } });
  if ('refused' in reading) throw new Error(reading.refused);
  const { debit, credit } = totalsOf(reading.lines.map(({ line }) => line));
  return { asked: guess.open, errors: reading.errors, lines: reading.lines.map(({ line }) => line), debit, credit };
}

describe('the guide to entries', () => {
  it.each(['payroll', 'till', 'sales'])('shows the same file in both languages: %s', (name) => {
    expect(exampleIn(ENGLISH, name).split('\n').length).toBeGreaterThan(3);
    expect(exampleIn(FRENCH, name)).toBe(exampleIn(ENGLISH, name));
  });

  it('has a payroll whose journal and reference are typed, and whose labels are replaced', () => {
    const { asked, errors, lines, debit, credit } = followed(
      'payroll',
      { journal: [{ from: 'constant', text: 'PAIE' }], reference: [{ from: 'pattern', pattern: 'PAIE {yyyy-mm}' }] },
      { labelFromAccount: true },
    );
    expect(asked).toEqual(['journal', 'reference']);
    expect(errors).toEqual([]);
    expect([lines.length, debit, credit]).toEqual([4, 546_000n, 546_000n]);
    expect(lines[0]).toMatchObject({
      date: '2026-10-31',
      journal: 'PAIE',
      account: '641100',
      reference: 'PAIE 2026-10',
      label: 'Salaires bruts',
      debit: { cents: 420_000 },
    });
  });

  it('has a till whose amounts have a sign', () => {
    const { asked, errors, lines, debit, credit } = followed('till');
    expect(asked).toEqual(['sides']);
    expect(errors).toEqual([]);
    expect([lines.length, debit, credit]).toEqual([3, 184_320n, 184_320n]);
    expect(lines[0]).toMatchObject({ journal: 'CA', account: '530000', reference: 'Z-304', debit: { cents: 184_320 } });
  });

  it('has a sales journal of which nothing is asked', () => {
    const { asked, errors, lines, debit, credit } = followed('sales');
    expect(asked).toEqual([]);
    expect(errors).toEqual([]);
    expect([lines.length, debit, credit]).toEqual([3, 120_000n, 120_000n]);
    expect(lines[0]).toMatchObject({
      journal: 'VE',
      account: '411000',
      thirdParty: 'CL0042',
      dueDate: '2026-11-14',
      debit: { cents: 120_000 },
    });
  });
});
