import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';
import { withTable } from './readme.ts';
import { ASSERTIONS } from './suite.ts';
import { behaviourTable } from './table.ts';

describe('the table of what Electron does', () => {
  it('is the one of the suite; `npm run -s electron-behaviour -- --write` writes it anew', () => {
    const path = join('test', 'electron-behaviour', 'README.md');
    const text = projectText(path);
    expect(text).toBe(withTable(text, behaviourTable()));
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
