import { describe, expect, it } from 'vitest';
import { convertHere, kindOf, sample, seenPages } from './a-conversion.ts';

type Dot = readonly [number, number, number];
const [WHITE, BLACK, RED, BLUE, GREEN]: readonly Dot[] = [
  [255, 255, 255],
  [0, 0, 0],
  [255, 0, 0],
  [0, 0, 255],
  [32, 160, 64],
] as const;
/** What encoders may change of a colour, far from any edge. */
const TOLERANCE = 12;

/** The dots of the page, upright, with the colours that a place of the page has in colour, in grey and in black and white. */
const DOTS = [
  { x: 60, y: 40, colour: BLACK, grey: 0, bit: 0 },
  { x: 150, y: 40, colour: RED, grey: 54, bit: 0 },
  { x: 60, y: 230, colour: BLUE, grey: 18, bit: 0 },
  { x: 150, y: 230, colour: GREEN, grey: 126, bit: 0 },
  { x: 5, y: 5, colour: WHITE, grey: 255, bit: 255 },
  { x: 110, y: 140, colour: WHITE, grey: 255, bit: 255 },
  { x: 194, y: 274, colour: WHITE, grey: 255, bit: 255 },
] as const;

type Tones = 'colour' | 'grey' | 'bits';

function expected(dot: (typeof DOTS)[number], tones: Tones): readonly number[] {
  if (tones === 'colour') return dot.colour ?? [];
  const value = tones === 'grey' ? dot.grey : dot.bit;
  return [value, value, value];
}

/** Where a dot of the upright page is in the file that was made of a turned one. */
const TURNS: Readonly<Record<number, (x: number, y: number) => readonly [number, number]>> = {
  1: (x, y) => [x, y],
  3: (x, y) => [199 - x, 279 - y],
  6: (x, y) => [279 - y, x],
  8: (x, y) => [y, 199 - x],
};

async function expectPage(name: string, by: { tones: Tones; index?: number; orientation?: number; pages?: number }): Promise<void> {
  const { tones, index = 0, orientation = 1, pages = 1 } = by;
  const made = await convertHere(sample(name), kindOf(name));
  if (!made.ok) throw new Error(made.failure);
  expect(made.value.pages).toBe(pages);
  expect(made.value.mediaType).toBe(pages === 1 && tones !== 'bits' ? 'image/jpeg' : 'application/pdf');
  const seen = await seenPages(made.value.bytes, made.value.mediaType);
  expect(seen).toHaveLength(pages);
  const page = seen[index];
  if (page === undefined) throw new Error('no page');
  expect([page.width, page.height]).toEqual(orientation >= 5 ? [280, 200] : [200, 280]);
  expect([page.bits, page.isGrey]).toEqual([tones === 'bits' ? 1 : 8, tones !== 'colour']);
  for (const dot of DOTS) {
    const found = page.at(...(TURNS[orientation]?.(dot.x, dot.y) ?? [0, 0]));
    const tolerance = tones === 'bits' ? 0 : TOLERANCE;
    const off = expected(dot, tones).map((value, channel) => Math.abs(value - (found[channel] ?? 0)) > tolerance);
    expect({ dot, found, off }).toEqual({ dot, found, off: [false, false, false] });
  }
}

describe('a file that is converted', () => {
  it.each(['g3', 'g3-2d', 'g4', 'g4-lsb', 'g4-strips', 'bits-plain', 'tiled-g4'])('keeps black and white as one bit: %s.tiff', (name) =>
    expectPage(`${name}.tiff`, { tones: 'bits' }),
  );

  it.each([
    'lzw',
    'deflate',
    'jpeg',
    'jpeg-ycc',
    'tiled',
    'tiled-jpeg',
    'big-endian',
    'planar',
    'cmyk',
    'palette',
    'sixteen',
    'sixteen-be',
  ])('keeps its colours: %s.tiff', (name) => expectPage(`${name}.tiff`, { tones: 'colour' }));

  it.each(['packbits-grey', 'jpeg-grey'])('stays grey: %s.tiff', (name) => expectPage(`${name}.tiff`, { tones: 'grey' }));

  it.each(['lossy.webp', 'lossless.webp', 'photo.heic'])('may be a photo: %s', (name) => expectPage(name, { tones: 'colour' }));

  it.each([
    ['turned-3.tiff', 3, 'colour'],
    ['turned-6.tiff', 6, 'colour'],
    ['turned-8.tiff', 8, 'colour'],
    ['turned-6-g4.tiff', 6, 'bits'],
    ['turned-6.webp', 6, 'colour'],
    ['turned-8.webp', 8, 'colour'],
  ] as const)('is turned upright: %s', (name, orientation, tones) => expectPage(name, { tones, orientation }));

  it('becomes a PDF of all its pages, each in its own tones', async () => {
    for (const index of [0, 1, 2]) await expectPage('three-g4.tiff', { tones: 'bits', index, pages: 3 });
    for (const [index, tones] of (['colour', 'grey', 'bits'] as const).entries()) {
      await expectPage('three-mixed.tiff', { tones, index, pages: 3 });
    }
  });

  it('has pages of the size that its resolution says', async () => {
    const made = await convertHere(sample('g4.tiff'), 'tiff');
    const [page] = made.ok ? await seenPages(made.value.bytes, made.value.mediaType) : [];
    expect(page?.size).toEqual({ width: 96, height: 134.4 });
  });

  it('gives the same bytes each time', async () => {
    for (const name of ['three-mixed.tiff', 'g4.tiff', 'lossy.webp', 'photo.heic']) {
      const [first, second] = [await convertHere(sample(name), kindOf(name)), await convertHere(sample(name), kindOf(name))];
      expect(first.ok).toBe(true);
      expect(first).toEqual(second);
    }
  });

  it('tells of each page before it is decoded', async () => {
    const told: unknown[] = [];
    await convertHere(sample('three-g4.tiff'), 'tiff', { onPage: async (at) => void told.push(at) });
    expect(told).toEqual([1, 2, 3].map((page) => ({ page, pages: 3 })));
  });
});
