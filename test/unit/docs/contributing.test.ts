import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

/** A whole project path in code marks: no pattern, and no part of a command. */
const PATH = /`((?:build|electron|relay|renderer|sandbox|shared|test)\/[\w./-]*)`/g;
/** A placeholder for whatever language is added. */
const EXAMPLES = new Set(['shared/i18n/xx.ts']);

describe('CONTRIBUTING.md', () => {
  const paths = [...projectText('CONTRIBUTING.md').matchAll(PATH)].map(([, path = '']) => path);

  it('leads along files that are there', () => {
    expect(paths.filter((path) => !EXAMPLES.has(path) && !existsSync(path))).toEqual([]);
  });

  it('names many of them, so that the check can fail', () => {
    expect(paths.length).toBeGreaterThan(60);
  });
});
