import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pictureSize } from '#renderer/preview/frame/picture-size.ts';
import { jpegBomb } from '#test/support/hostile/hostile-files.ts';
import { hugeAvif } from '#test/support/hostile/hostile-originals.ts';

const sample = (name: string): Uint8Array => readFileSync(`${import.meta.dirname}/../../../support/files/${name}`);

const header = (chunk: string, hex: string) => Buffer.concat([Buffer.from(`RIFF0000WEBP${chunk}0000`), Buffer.from(hex, 'hex')]);

describe('the size that a picture says it has', () => {
  it.each(['ticket-de-parking.jpg', 'note-de-restaurant.png', 'recu-de-timbres.bmp'])('is read from %s without decoding it', (name) => {
    const size = pictureSize(sample(name));
    expect(size?.width).toBeGreaterThan(300);
    expect(size?.height).toBeGreaterThan(300);
    expect(size?.width).toBeLessThan(2_000);
  });

  it('is read from each kind of WebP', () => {
    expect(pictureSize(sample('photo.webp'))).toEqual({ width: 1, height: 1 });
    const lossy = readFileSync(`${import.meta.dirname}/../../../e2e/window/stories/ticket.webp`);
    const { width = 0, height = 0 } = pictureSize(lossy) ?? {};
    expect([width, height]).toEqual([403, 576]);
    // 400 × 300 in 14 bits each, less one; the same in 24 bits each.
    expect(pictureSize(header('VP8L', '2f8fc14a00000000000000'))).toEqual({ width: 400, height: 300 });
    expect(pictureSize(header('VP8X', '000000008f01002b010000'))).toEqual({ width: 400, height: 300 });
    expect(pictureSize(header('VP9 ', '000000008f01002b010000'))).toBeNull();
  });

  it('is read from an AVIF, also cut at any place', () => {
    const avif = readFileSync(`${import.meta.dirname}/../../../support/conversions/preview.avif`);
    expect(pictureSize(avif)).toEqual({ width: 200, height: 280 });
    for (let end = 0; end < avif.length; end += 1) pictureSize(avif.subarray(0, end));
    expect(pictureSize(avif.subarray(0, 200))).toBeNull();
  });

  it('is told of a few hundred bytes that would fill the memory', () => {
    expect(pictureSize(hugeAvif())).toEqual({ width: 65_000, height: 65_000 });
    expect(pictureSize(jpegBomb())).toEqual({ width: 0xffdc, height: 0xffdc });
  });

  it('is not there in what is cut short or is no picture, and reading it comes to an end', () => {
    const jpeg = sample('ticket-de-parking.jpg');
    for (let end = 0; end < 400; end += 1) pictureSize(jpeg.subarray(0, end));
    expect(pictureSize(new Uint8Array(0))).toBeNull();
    expect(pictureSize(new Uint8Array([0xff, 0xd8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))).toBeNull();
    expect(pictureSize(Buffer.from('%PDF-1.7 and so on, for some bytes'))).toBeNull();
  });
});
