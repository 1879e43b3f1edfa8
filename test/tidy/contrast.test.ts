import { describe, expect, it } from 'vitest';
import { projectText } from '#test/support/project-text.ts';

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
