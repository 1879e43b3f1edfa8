import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { noise, plainPng } from './a-large-picture.ts';
import { convertHere, sample, seenPages } from './a-conversion.ts';

const COLOURS = ['rgb8', 'rgb16', 'rgb8-interlaced', 'rgba8', 'rgba16', 'palette8', 'palette4', 'palette4-interlaced', 'palette-alpha'];
const GREYS = ['grey8', 'grey16', 'grey4', 'grey2', 'grey-alpha8', 'grey-alpha16'];
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
  it.each([...COLOURS, 'transparent-colour'])('keeps all its colours if it can be packed better: %s', async (name) => {
    expect(await farthest(`${name}.png`)).toEqual({ ...alike, bits: 8, isGrey: false });
  });

  it.each(GREYS)('stays grey: %s', async (name) => {
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
