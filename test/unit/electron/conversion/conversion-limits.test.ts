import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fail } from '#shared/lib/result.ts';
import { type Asked, bmp24, convertHere, greyJpeg, kindOf, pageDifferences, plainPng, sample, seenPages } from './a-conversion.ts';

type Tag = readonly [tag: number, value: number];

/** A TIFF with as many directories of these tags, each value a number of 32 bits, and some bytes of white at the end. */
function tiff(directories: number, tags: readonly Tag[]): Uint8Array {
  const size = 2 + 12 * tags.length + 4;
  const view = new DataView(new ArrayBuffer(8 + size * directories + 64));
  view.setUint32(0, 0x49_49_2a_00);
  view.setUint32(4, 8, true);
  for (let index = 0; index < directories; index += 1) {
    const at = 8 + size * index;
    view.setUint16(at, tags.length, true);
    for (const [entry, [tag, value]] of tags.entries()) {
      view.setUint16(at + 2 + 12 * entry, tag, true);
      view.setUint16(at + 4 + 12 * entry, 4, true);
      view.setUint32(at + 6 + 12 * entry, 1, true);
      view.setUint32(at + 10 + 12 * entry, value, true);
    }
    view.setUint32(at + size - 4, index + 1 < directories ? at + size : 0, true);
  }
  return new Uint8Array(view.buffer);
}

const tagsOfPage = (width: number, height: number): readonly Tag[] => [
  [256, width],
  [257, height],
  [262, 1],
  [273, 8],
  [279, Math.ceil(width / 8) * height],
];

describe('the limits of a conversion', () => {
  it('are 200 pages', async () => {
    const most = await convertHere(tiff(200, tagsOfPage(8, 8)), 'tiff');
    expect(most.ok && most.value.pages).toBe(200);
    expect(await convertHere(tiff(201, tagsOfPage(8, 8)), 'tiff')).toEqual(fail('too-many-pages'));
  });

  it('count neither thumbnails nor masks as pages', async () => {
    expect(await convertHere(tiff(1, [[254, 1], ...tagsOfPage(8, 8)]), 'tiff')).toEqual(fail('not-understood'));
    expect(await convertHere(tiff(300, [[254, 4], ...tagsOfPage(8, 8)]), 'tiff')).toEqual(fail('not-understood'));
  });

  it('are 100 megapixels a page, by the header alone', async () => {
    expect(await convertHere(tiff(1, tagsOfPage(10_001, 10_000)), 'tiff')).toEqual(fail('too-many-pixels'));
    const webp = sample('lossless.webp');
    // Width and height of 14 bits each, all set.
    webp.set([0xff, 0xff, 0xff, 0x0f], 21);
    expect(await convertHere(webp, 'webp')).toEqual(fail('not-understood'));
  });

  it('are the same 100 megapixels for each kind', async () => {
    const most = { width: 10_001, height: 10_000 };
    expect(await convertHere(greyJpeg(most.width, most.height), 'jpeg')).toEqual(fail('too-many-pixels'));
    const png = plainPng({ width: 8, height: 8, depth: 8, colour: 2 }, () => new Uint8Array(24));
    const view = new DataView(png.buffer);
    view.setUint32(16, most.width);
    view.setUint32(20, most.height);
    view.setUint32(29, crc32(png.subarray(12, 29)));
    expect(await convertHere(png, 'png')).toEqual(fail('too-many-pixels'));
    const bmp = bmp24(8, 8, () => new Uint8Array(24));
    new DataView(bmp.buffer).setInt32(18, most.width, true);
    new DataView(bmp.buffer).setInt32(22, -most.height, true);
    expect(await convertHere(bmp, 'bmp')).toEqual(fail('too-many-pixels'));
    for (const name of ['photo.avif', 'photo.heic']) {
      const bytes = sample(name);
      const size = Buffer.from(bytes).indexOf('ispe') + 8;
      new DataView(bytes.buffer).setUint32(size, most.width);
      new DataView(bytes.buffer).setUint32(size + 4, most.height);
      expect([name, await convertHere(bytes, kindOf(name))]).toEqual([name, fail('too-many-pixels')]);
    }
  });

  it('let 100 megapixels be opened, and find out then that they are not there: a PNG is damaged, a BMP is no picture', async () => {
    const png = plainPng({ width: 10_000, height: 2, depth: 8, colour: 0 }, () => new Uint8Array(10_000));
    const view = new DataView(png.buffer);
    view.setUint32(20, 10_000);
    view.setUint32(29, crc32(png.subarray(12, 29)));
    expect(await convertHere(png, 'png')).toMatchObject({ ok: true, value: { remarks: [{ kind: 'damaged' }] } });
    const bmp = bmp24(8, 8, () => new Uint8Array(24));
    new DataView(bmp.buffer).setInt32(22, 10_000, true);
    expect(await convertHere(bmp, 'bmp')).toEqual(fail('not-understood'));
  });

  it('end a chain of pages that bites its tail', async () => {
    const turned = tiff(1, tagsOfPage(8, 8));
    new DataView(turned.buffer).setUint32(8 + 2 + 12 * 5, 8, true);
    expect(await convertHere(turned, 'tiff')).toEqual(fail('not-understood'));
  });

  it('leave out BigTIFF and what is cut off', async () => {
    expect(await convertHere(sample('bigtiff.tiff'), 'tiff')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('g4.tiff').subarray(0, 40), 'tiff')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('photo.heic').subarray(0, 400), 'heic')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('lossy.webp').subarray(0, 300), 'webp')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('photo.avif').subarray(0, 400), 'avif')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('photo.heic'), 'avif')).toEqual(fail('not-understood'));
  });

  it('make the file coarser until it is within the limit of size, or fail', async () => {
    const whole = await convertHere(sample('three-mixed.tiff'), 'tiff');
    if (!whole.ok) throw new Error(whole.failure);
    const smaller = await convertHere(sample('three-mixed.tiff'), 'tiff', { bytesMax: whole.value.bytes.byteLength - 1 });
    if (!smaller.ok) throw new Error(smaller.failure);
    expect(smaller.value.bytes.byteLength).toBeLessThan(whole.value.bytes.byteLength);
    const [first] = await seenPages(smaller.value.bytes, smaller.value.mediaType);
    expect(first?.width).toBe(200);
    expect(await convertHere(sample('three-mixed.tiff'), 'tiff', { bytesMax: 500 })).toEqual(fail('still-too-large'));
    expect(await convertHere(sample('g4.tiff'), 'tiff', { bytesMax: 500 })).toEqual(fail('still-too-large'));
  });
});

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
