import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { BLACK, BLUE, bmp24, convertHere, GREEN, noise, plainPng, RED, sample, seenPages, WHITE } from './a-conversion.ts';
import { PNG } from 'pngjs';
import { encodeJpeg } from '#electron/conversion/pdf/shrink-pictures.ts';
import { jpegHeader } from '#electron/conversion/jpeg/jpeg-header.ts';
import { loadVips } from '#electron/conversion/vips/load-vips.ts';
import { fail } from '#shared/lib/result.ts';

const GREYS = [BLACK, [54, 54, 54], [18, 18, 18], [126, 126, 126], WHITE];
const COLOURS = [BLACK, RED, BLUE, GREEN, WHITE];
const PLACES = [
  [60, 40],
  [150, 40],
  [60, 230],
  [150, 230],
  [5, 5],
] as const;

async function seen(bytes: Uint8Array) {
  const made = await convertHere(bytes, 'bmp');
  if (!made.ok) throw new Error(made.failure);
  const [page] = await seenPages(made.value.bytes, made.value.mediaType);
  if (page === undefined) throw new Error('no page');
  return { ...page, mediaType: made.value.mediaType, made: made.value.bytes };
}

/** The dots at the places, of a page of 200 dots or of half as many. */
async function readDots(name: string): Promise<readonly (readonly number[])[]> {
  const page = await seen(sample(name));
  expect([page.mediaType, page.width * 7, page.bits]).toEqual(['image/png', page.height * 5, 8]);
  return PLACES.map(([x, y]) => page.at(Math.floor((x * page.width) / 200), Math.floor((y * page.width) / 200)));
}

/** `palette4.bmp` with its rows from top to bottom. */
function topDown(): Uint8Array {
  const bytes = sample('palette4.bmp');
  const rows = bytes.slice(118);
  for (let y = 0; y < 280; y += 1) bytes.set(rows.subarray(y * 100, (y + 1) * 100), 118 + (279 - y) * 100);
  new DataView(bytes.buffer).setInt32(22, -280, true);
  return bytes;
}

/** The same with run lengths: each row is a run of its first dots, dots one by one, a jump over nothing, and runs. */
function withRuns(): Uint8Array {
  const plain = sample('palette4.bmp');
  const codes: number[] = [];
  for (let y = 0; y < 280; y += 1) {
    const row = plain.subarray(118 + y * 100, 118 + (y + 1) * 100);
    codes.push(2, row[0] ?? 0, 0, 6, ...row.subarray(1, 4), 0, 0, 2, 0, 0);
    for (let x = 8; x < 200; x += 2) codes.push(2, row[x / 2] ?? 0);
    codes.push(0, y === 279 ? 1 : 0);
  }
  const bytes = new Uint8Array([...plain.subarray(0, 118), ...codes]);
  new DataView(bytes.buffer).setUint32(30, 2, true);
  return bytes;
}

describe('a BMP that is too large', () => {
  it.each(['24-half', 'core-half', '32-half', 'palette4', 'core-palette', 'rle8'])(
    'becomes a PNG with the same colours: %s',
    async (name) => {
      expect(await readDots(`${name}.bmp`)).toEqual(COLOURS);
    },
  );

  it('may have 16 bits for each dot', async () => {
    for (const name of ['555-half.bmp', '565-half.bmp']) {
      const [black, red, blue, green, white] = await readDots(name);
      expect([black, red, blue, white]).toEqual([BLACK, RED, BLUE, WHITE]);
      // Five bits for a colour are a step of eight.
      expect(GREEN.every((value, at) => Math.abs(value - (green?.[at] ?? 0)) < 8)).toBe(true);
    }
  });

  it('stays grey', async () => {
    expect(await readDots('grey-half.bmp')).toEqual(GREYS);
    expect((await seen(sample('grey-half.bmp'))).isGrey).toBe(true);
  });

  it('stays black and white', async () => {
    const page = await seen(sample('bits.bmp'));
    expect(page).toMatchObject({ mediaType: 'image/png', bits: 1, isGrey: true, width: 200, height: 280 });
    expect(PLACES.map(([x, y]) => page.at(x, y)[0])).toEqual([0, 0, 0, 0, 255]);
  });

  it('gives the same bytes in whatever way it is stored', async () => {
    const { made } = await seen(sample('palette4.bmp'));
    expect((await seen(topDown())).made).toEqual(made);
    expect((await seen(withRuns())).made).toEqual(made);
  });

  it('gives the same bytes on each computer', async () => {
    const { made } = await seen(sample('24-half.bmp'));
    expect(createHash('sha256').update(made).digest('hex')).toBe('64bde8056d8fac7f23ea7df806d0b802457cf855a423841426af191d3840d001');
  });

  it('becomes a JPEG if no PNG of it is small enough', async () => {
    const rows = noise(2_400 * 600);
    const bytes = bmp24(800, 600, (y) => rows.subarray(y * 2_400));
    const made = await convertHere(bytes, 'bmp', { bytesMax: 600_000 });
    if (!made.ok) throw new Error(made.failure);
    expect(made.value.mediaType).toBe('image/jpeg');
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    expect([page?.width, page?.height]).toEqual([800, 600]);
  });
});

const PNG_COLOURS = ['rgb8', 'rgb16', 'rgb8-interlaced', 'rgba8', 'rgba16', 'palette8', 'palette4', 'palette4-interlaced', 'palette-alpha'];
const PNG_GREYS = ['grey8', 'grey16', 'grey4', 'grey2', 'grey-alpha8', 'grey-alpha16'];
const BITS = ['bits', 'bits-interlaced', 'bits-palette'];

/** How far a picture differs at most from what another program makes of the file, on white paper. */
async function farthest(name: string) {
  const made = await convertHere(sample(name), 'png');
  if (!made.ok) throw new Error(made.failure);
  const [page] = await seenPages(made.value.bytes, made.value.mediaType);
  const { width, height, data } = PNG.sync.read(Buffer.from(sample(name)));
  let most = 0;
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.trunc(at / 4 / width)];
    const share = (data[at + 3] ?? 0) / 255;
    for (const [colour, found] of (page?.at(x, y) ?? []).entries()) {
      most = Math.max(most, Math.abs(found - ((data[at + colour] ?? 0) * share + 255 * (1 - share))));
    }
  }
  return {
    mediaType: made.value.mediaType,
    bits: page?.bits,
    isGrey: page?.isGrey,
    size: [page?.width, page?.height],
    isAlike: most <= 1,
    width,
    height,
  };
}

const alike = { mediaType: 'image/png', isAlike: true, size: [200, 280], width: 200, height: 280 };

describe('a PNG that is too large', () => {
  it.each([...PNG_COLOURS, 'transparent-colour'])('keeps all its colours if it can be packed better: %s', async (name) => {
    expect(await farthest(`${name}.png`)).toEqual({ ...alike, bits: 8, isGrey: false });
  });

  it.each(PNG_GREYS)('stays grey: %s', async (name) => {
    expect(await farthest(`${name}.png`)).toEqual({ ...alike, bits: 8, isGrey: true });
  });

  it.each(BITS)('stays black and white: %s', async (name) => {
    expect(await farthest(`${name}.png`)).toEqual({ ...alike, bits: 1, isGrey: true });
  });

  it('becomes a JPEG of all its dots otherwise', async () => {
    const dots = noise(1_000 * 700 * 3);
    const bytes = plainPng({ width: 1_000, height: 700, depth: 8, colour: 2 }, (y) => dots.subarray(y * 3_000));
    const most = 1_000_000;
    expect(bytes.byteLength).toBeGreaterThan(most);
    const made = await convertHere(bytes, 'png', { bytesMax: most });
    if (!made.ok) throw new Error(made.failure);
    expect(made.value).toMatchObject({ mediaType: 'image/jpeg', tools: ['vips', 'vips'] });
    expect(made.value.bytes.byteLength).toBeLessThanOrEqual(most);
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    expect([page?.width, page?.height]).toEqual([1_000, 700]);
  });

  it('becomes a PDF with fewer dots if it is black and white', async () => {
    const dots = noise(313 * 3_500);
    const bytes = plainPng({ width: 2_500, height: 3_500, depth: 1, colour: 0 }, (y) => dots.subarray(y * 313));
    const made = await convertHere(bytes, 'png', { bytesMax: 1_000_000 });
    if (!made.ok) throw new Error(made.failure);
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    expect(page).toMatchObject({ bits: 1, isGrey: true });
    expect(made.value.mediaType).toBe('application/pdf');
    expect(page?.width).toBeLessThan(2_500);
  });
});

/** A page of noise in colour. */
async function noiseJpeg(width: number, height: number): Promise<Uint8Array> {
  const rgba = noise(width * height * 4);
  const picture = { kind: 'colour', width, height, rgba, isGrey: false, resolution: null } as const;
  const bytes = await encodeJpeg(picture, { quality: 92, vips: await loadVips() });
  // 300 dots per inch, in both directions.
  bytes.set([1, 0x01, 0x2c, 0x01, 0x2c], 13);
  return bytes;
}

describe('a JPEG that is too large', () => {
  it('is not written with a higher quality than its own, which would only make it larger', async () => {
    for (const name of ['coarse.jpg', 'baseline.jpg']) {
      const made = await convertHere(sample(name), 'jpeg');
      expect(made.ok && made.value.bytes.byteLength).toBeLessThanOrEqual(sample(name).byteLength);
    }
  });

  it('keeps its dots while that is within the limit, and then has fewer', async () => {
    const bytes = await noiseJpeg(300, 400);
    const [large, small] = [Math.floor(bytes.byteLength * 0.6), Math.floor(bytes.byteLength * 0.2)];
    for (const [bytesMax, isWhole] of [
      [large, true],
      [small, false],
    ] as const) {
      const made = await convertHere(bytes, 'jpeg', { bytesMax });
      if (!made.ok) throw new Error(made.failure);
      const [page] = await seenPages(made.value.bytes, made.value.mediaType);
      expect(page?.width === 300).toBe(isWhole);
      expect(made.value.bytes.byteLength).toBeLessThanOrEqual(bytesMax);
    }
  });

  it('has the four colours of print about as a printing program shows them', async () => {
    const made = await convertHere(sample('cmyk.jpg'), 'jpeg');
    if (!made.ok) throw new Error(made.failure);
    const [page] = await seenPages(made.value.bytes, made.value.mediaType);
    const found = [page?.at(60, 40), page?.at(150, 40), page?.at(60, 230), page?.at(150, 230), page?.at(5, 5)];
    const printed = [
      [35, 31, 32],
      [237, 28, 36],
      [46, 49, 146],
      [0, 126, 99],
      [255, 255, 255],
    ];
    const far = printed.flat().map((value, at) => Math.abs(value - (found.flat()[at] ?? -255)));
    expect(Math.max(...far)).toBeLessThanOrEqual(48);
  });

  it('is not understood with arithmetic codes, and without a picture in it', async () => {
    expect(await convertHere(sample('arithmetic.jpg'), 'jpeg')).toEqual(fail('not-understood'));
    expect(await convertHere(sample('baseline.jpg').subarray(0, 400), 'jpeg')).toEqual(fail('not-understood'));
    // The library would leave white paper.
    const emptied = sample('baseline.jpg');
    // No scan is left, and no table of codes is valid.
    for (let at = 2; at < emptied.length; at += 1)
      if (emptied[at - 1] === 0xff && emptied[at] === 0xc4) emptied.fill(0xff, at + 3, at + 20);
    expect(await convertHere(emptied, 'jpeg')).toEqual(fail('not-understood'));
  });
});

describe('the header of a JPEG', () => {
  it('says with what quality it was written', () => {
    for (const name of ['baseline.jpg', 'progressive.jpg', 'grey.jpg', 'turned-6.jpg']) expect(jpegHeader(sample(name))?.quality).toBe(90);
    expect(jpegHeader(sample('coarse.jpg'))?.quality).toBe(30);
  });

  it('says how large the page is, if that can be', () => {
    expect(jpegHeader(sample('dense.jpg'))?.resolution).toEqual({ x: 150, y: 150 });
    const photo = sample('dense.jpg');
    const frame = photo.findIndex((byte, at) => byte === 0xff && photo[at + 1] === 0xc0);
    // 4,096 by 3,840 dots at 150 dpi would be wider than A2.
    photo.set([0x0f, 0x00, 0x10, 0x00], frame + 5);
    expect(jpegHeader(photo)).toMatchObject({ width: 4_096, height: 3_840, resolution: null });
  });
});
