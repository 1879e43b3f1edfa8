import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFiles, sources } from './sources.ts';

/** Words that name no part of the project: each of them hides what a thing is for. */
const NOT_USED = /(^|[-/])(manager|helper|helpers|utils|util)([-.]|$)/;

describe('words', () => {
  it('that say nothing name no file', () => {
    expect(projectFiles().filter((path) => NOT_USED.test(path))).toEqual([]);
  });

  it('of work left over stand nowhere', () => {
    const marks = new RegExp(['FIX', 'ME|TO', 'DO\\b|XX', 'X'].join(''));
    expect(
      sources()
        .filter(({ text }) => marks.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  });

  it('are kebab-case in file names', () => {
    const odd = sources().filter(({ path }) => !/^[a-z0-9./-]+$/.test(path));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });
});

describe('the lock file', () => {
  const lock = readFileSync('package-lock.json', 'utf8');

  it('names no host, so that any registry serves', () => {
    expect(lock.includes('"resolved"')).toBe(false);
    expect(/https?:\/\/registry\./.test(lock)).toBe(false);
  });

  it('pins every direct dependency exactly', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+$/.test(version),
    );
    expect(loose).toEqual([]);
  });
});
