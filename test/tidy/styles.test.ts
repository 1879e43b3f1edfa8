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
