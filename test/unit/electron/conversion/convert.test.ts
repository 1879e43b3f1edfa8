import { describe, expect, it } from 'vitest';
import { convertHere, kindOf, sample, seenPages } from './a-conversion.ts';
import { type Asked, pageDifferences } from './page-differences.ts';

/** What of a page of this sample is not as it was drawn. */
function differences(name: string, asked: Asked): Promise<readonly string[]> {
  return pageDifferences(sample(name), kindOf(name), asked);
}

describe('a file that is converted', () => {
  it.each(['g3', 'g3-2d', 'g4', 'g4-lsb', 'g4-strips', 'bits-plain', 'tiled-g4'])(
    'keeps black and white as one bit: %s.tiff',
    async (name) => {
      expect(await differences(`${name}.tiff`, { tones: 'bits' })).toEqual([]);
    },
  );

  it.each(['lzw', 'deflate', 'jpeg', 'jpeg-ycc', 'tiled', 'tiled-jpeg', 'big-endian', 'planar', 'palette', 'sixteen', 'sixteen-be'])(
    'keeps its colours: %s.tiff',
    async (name) => {
      expect(await differences(`${name}.tiff`, { tones: 'colour' })).toEqual([]);
    },
  );

  it('shows CMYK as print would: black is nearly black, and no colour is as bright as on a screen', async () => {
    const made = await convertHere(sample('cmyk.tiff'), 'tiff');
    if (!made.ok) throw new Error(made.failure);
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    const [black, red, blue, green, white] = [
      [60, 40],
      [150, 40],
      [60, 230],
      [150, 230],
      [5, 5],
    ].map(([x = 0, y = 0]) => page?.at(x, y) ?? []);
    expect(Math.max(...(black ?? []))).toBeLessThan(48);
    expect(Math.min(...(white ?? []))).toBeGreaterThan(250);
    expect([red, blue, green].map((dot = []) => dot.indexOf(Math.max(...dot)))).toEqual([0, 2, 1]);
  });

  it.each(['packbits-grey.tiff', 'jpeg-grey.tiff', 'grey.heic', 'grey.jpg'])('stays grey: %s', async (name) => {
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

  it.each(['large.heic', 'large.avif', 'large.webp'])(
    'may be as large as those of a camera, so that the memory of its codec grows: %s',
    async (name) => {
      expect(await differences(name, { tones: 'colour', scale: 12 })).toEqual([]);
    },
  );

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

  it.each(['lossless.webp', 'photo.avif', 'grid.avif'])(
    'is not made if its end was overwritten with zeros, or is missing: %s',
    async (name) => {
      const bytes = sample(name);
      const half = bytes.byteLength >> 1;
      for (const damaged of [bytes.slice().fill(0, half), bytes.slice(0, half)]) {
        expect(await convertHere(damaged, kindOf(name))).toEqual({ ok: false, failure: 'not-understood' });
      }
    },
  );

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
