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
  2: (x, y) => [199 - x, y],
  3: (x, y) => [199 - x, 279 - y],
  4: (x, y) => [x, 279 - y],
  6: (x, y) => [279 - y, x],
  7: (x, y) => [279 - y, 199 - x],
  8: (x, y) => [y, 199 - x],
};

type Asked = {
  readonly tones: Tones;
  readonly index?: number;
  readonly orientation?: number;
  readonly pages?: number;
  /** The file has half of the dots in each direction. */
  readonly isHalf?: boolean;
  readonly mediaType?: string;
};

/** What of a page is not as it was drawn. */
async function differences(name: string, asked: Asked): Promise<readonly string[]> {
  const { tones, index = 0, orientation = 1, pages = 1, isHalf = false } = asked;
  const made = await convertHere(sample(name), kindOf(name));
  if (!made.ok) return [made.failure];
  const seen = await seenPages(made.value.bytes, made.value.mediaType);
  const page = seen[index];
  if (page === undefined || seen.length !== pages || made.value.pages !== pages) return ['number of pages'];
  const [width, height] = orientation >= 5 ? [280, 200] : [200, 280];
  const scale = isHalf ? 0.5 : 1;
  const mediaType = asked.mediaType ?? (pages === 1 && tones !== 'bits' ? 'image/jpeg' : 'application/pdf');
  const wrong = [
    made.value.mediaType === mediaType ? '' : 'type',
    page.width === width * scale && page.height === height * scale ? '' : 'size',
    page.bits === (tones === 'bits' ? 1 : 8) ? '' : 'bits',
    page.isGrey === (tones !== 'colour') ? '' : 'tones',
    ...DOTS.map((dot) => {
      const [x, y] = TURNS[orientation]?.(dot.x, dot.y) ?? [0, 0];
      const found = page.at(Math.floor(x * scale), Math.floor(y * scale));
      const isNear = expected(dot, tones).every((value, at) => Math.abs(value - (found[at] ?? -255)) <= (tones === 'bits' ? 0 : TOLERANCE));
      return isNear ? '' : `${dot.x}, ${dot.y} is ${found.join(' ')}`;
    }),
  ];
  return wrong.filter((text) => text !== '');
}

describe('a file that is converted', () => {
  it.each(['g3', 'g3-2d', 'g4', 'g4-lsb', 'g4-strips', 'bits-plain', 'tiled-g4'])(
    'keeps black and white as one bit: %s.tiff',
    async (name) => {
      expect(await differences(`${name}.tiff`, { tones: 'bits' })).toEqual([]);
    },
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
  ])('keeps its colours: %s.tiff', async (name) => {
    expect(await differences(`${name}.tiff`, { tones: 'colour' })).toEqual([]);
  });

  it.each(['packbits-grey.tiff', 'jpeg-grey.tiff', 'grey.heic', 'grey.avif', 'grey.jpg'])('stays grey: %s', async (name) => {
    expect(await differences(name, { tones: 'grey' })).toEqual([]);
  });

  it.each([
    'lossy.webp',
    'lossless.webp',
    'photo.heic',
    'alpha.heic',
    'colours-444.heic',
    'limited-709.heic',
    'lossless-rgb.heic',
    'ten-bits.heic',
    'photo.avif',
    'alpha.avif',
    'animated.avif',
    'grid.avif',
    'limited.avif',
    'ten-bits.avif',
    'twelve-bits.avif',
    'baseline.jpg',
    'progressive.jpg',
    'rgb.jpg',
  ])('may be a photo: %s', async (name) => {
    expect(await differences(name, { tones: 'colour' })).toEqual([]);
  });

  it.each([
    ['turned-3.tiff', 3, 'colour'],
    ['turned-6.tiff', 6, 'colour'],
    ['turned-8.tiff', 8, 'colour'],
    ['turned-6-g4.tiff', 6, 'bits'],
    ['turned-6.webp', 6, 'colour'],
    ['turned-8.webp', 8, 'colour'],
    ['turned-6.heic', 6, 'colour'],
    ['turned-3.jpg', 3, 'colour'],
    ['turned-6.jpg', 6, 'colour'],
    ['turned-8.jpg', 8, 'colour'],
    ['turned-3.avif', 3, 'colour'],
    ['turned-6.avif', 6, 'colour'],
    ['turned-8.avif', 8, 'colour'],
    ['mirrored-2.avif', 2, 'colour'],
    ['mirrored-4.avif', 4, 'colour'],
    ['mirrored-7.avif', 7, 'colour'],
    // Their EXIF says 6, which does not count beside what the container says.
    ['turned-8-exif.avif', 8, 'colour'],
    ['exif-6.heic', 1, 'colour'],
  ] as const)('is turned upright: %s', async (name, orientation, tones) => {
    expect(await differences(name, { tones, orientation })).toEqual([]);
  });

  it('becomes a PDF of all its pages, each in its own tones', async () => {
    for (const index of [0, 1, 2]) expect(await differences('three-g4.tiff', { tones: 'bits', index, pages: 3 })).toEqual([]);
    for (const [index, tones] of (['colour', 'grey', 'bits'] as const).entries()) {
      expect(await differences('three-mixed.tiff', { tones, index, pages: 3 })).toEqual([]);
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
