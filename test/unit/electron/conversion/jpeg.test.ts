import { describe, expect, it } from 'vitest';
import { encodeJpeg } from '#electron/conversion/pdf/shrink-pictures.ts';
import { jpegHeader } from '#electron/conversion/jpeg/jpeg-header.ts';
import { loadVips } from '#electron/conversion/vips/load-vips.ts';
import { fail } from '#shared/lib/result.ts';
import { noise } from './a-large-picture.ts';
import { convertHere, sample, seenPages } from './a-conversion.ts';

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
