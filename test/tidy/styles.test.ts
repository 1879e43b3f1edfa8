import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles } from './sources.ts';
import { projectText } from '#test/support/project-text.ts';

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
