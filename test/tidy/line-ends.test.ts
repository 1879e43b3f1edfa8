import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { noProgram, unless } from '#test/support/why-skipped.ts';
import { projectText } from '#test/support/project-text.ts';

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
    // A sample text file from Windows.
    expect(kept.filter(({ index }) => index === 'i/crlf').map(({ path }) => path)).toEqual(['test/support/files/a-lire.txt']);
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
