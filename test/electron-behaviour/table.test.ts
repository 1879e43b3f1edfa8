import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { withFigures } from './readme.ts';
import { ASSERTIONS } from './suite.ts';
import { behaviourFigures, behaviourTable } from './table.ts';

describe('the table of what Electron does', () => {
  it('has the figures of the README; `npm run -s electron-behaviour -- --write` writes them anew', () => {
    const text = projectText(join('test', 'electron-behaviour', 'README.md'));
    expect(text).toBe(withFigures(text, behaviourFigures()));
  });

  it('has a row for each assertion, with what is different and where Electron says so', () => {
    const rows = behaviourTable().split('\n');
    for (const { name, source, differs } of ASSERTIONS) {
      const row = rows.filter((one) => one.startsWith(`| ${name.replaceAll('|', '\\|')} | `));
      expect(row).toEqual([expect.stringContaining(` | ${differs?.fake ?? 'the same'} | ${differs?.['stand-in'] ?? 'the same'} | `)]);
      expect(row[0]?.endsWith(` | ${source} |`)).toBe(true);
    }
  });

  it('has each assertion once, with the place where Electron says so', () => {
    const names = ASSERTIONS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { name, source } of ASSERTIONS)
      expect({ name, source }).toEqual({ name, source: expect.stringMatching(/^(docs|spec|lib|shell|build)\//) });
  });

  it('has words for each difference that can stand behind the name of the double', () => {
    const differences = ASSERTIONS.flatMap(({ differs }) => Object.values(differs ?? {}));
    expect(differences.length).toBeGreaterThan(0);
    for (const words of differences) expect(words).toMatch(/^(has|is|keeps|lets|runs|sends|shows) .*[^.]$/);
  });
});
