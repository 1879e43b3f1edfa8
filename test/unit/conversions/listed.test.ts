import { describe, expect, it } from 'vitest';
import { CONVERT_FAULTS, CONVERTED_KINDS } from '#shared/domain/item/conversion/conversion.ts';
import { FILE_BYTES_MAX } from '#shared/contract/limits.ts';
import { listedFiles, listedSources } from '#test/conversions/listed.ts';
import { RECIPES } from '#test/conversions/made/recipes.ts';

describe('the files whose conversion is measured', () => {
  const foreign = listedFiles();
  const all = [...foreign, ...RECIPES];

  it('are sixty and more, half of them by other devices and programs, twenty of ours with much text', () => {
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(foreign.length).toBeGreaterThanOrEqual(all.length / 2);
    expect(RECIPES.length).toBeGreaterThanOrEqual(20);
  });

  it('are of every kind that is converted', () => {
    expect(CONVERTED_KINDS.filter((kind) => !RECIPES.some((one) => one.kind === kind))).toEqual([]);
  });

  it('are too large or protected, where the service takes the kind', () => {
    const taken = foreign.filter(({ kind }) => ['jpeg', 'png', 'bmp', 'pdf'].includes(kind));
    expect(taken.filter(({ bytes, password }) => bytes <= FILE_BYTES_MAX && password === null)).toEqual([]);
  });

  it('have a source with a version and a licence, a hash, and a known outcome', () => {
    const sources = new Map(listedSources().map((source) => [source.key, source]));
    for (const { source, sha256, outcome } of foreign) {
      expect(sources.get(source)?.version).toMatch(/^[0-9a-f]{40}$|^\d[\w.:+~-]+$/);
      expect(sources.get(source)?.licence).toMatch(/\w/);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(['made', ...CONVERT_FAULTS]).toContain(outcome);
    }
    expect(new Set(foreign.map(({ sha256 }) => sha256)).size).toBe(foreign.length);
    expect(new Set(RECIPES.map(({ name }) => name)).size).toBe(RECIPES.length);
  });

  it('are refused if a line is not of the list', () => {
    expect(() => listedFiles('head\ngif\ta\tb\tc\t-\t-\tmade\t1\tff')).toThrow('not a line');
    expect(() => listedFiles('head\ntiff\ta\tb')).toThrow('not a line');
  });
});
