import { describe, expect, it } from 'vitest';
import { differenceOf } from '#test/conversions/pixels/difference.ts';
import type { Picture } from '#test/conversions/pixels/picture.ts';

/** White, with a black area. */
function page(width: number, height: number, black: { x: number; y: number; width: number; height: number } | null = null): Picture {
  const rgb = new Uint8Array(width * height * 3).fill(255);
  if (black === null) return { width, height, rgb };
  for (let y = black.y; y < black.y + black.height; y += 1) rgb.fill(0, 3 * (y * width + black.x), 3 * (y * width + black.x + black.width));
  return { width, height, rgb };
}

describe('the difference between two pictures of a page', () => {
  it('is nothing for the same dots', () => {
    const same = page(600, 800, { x: 10, y: 20, width: 300, height: 9 });
    expect(differenceOf(same, page(600, 800, { x: 10, y: 20, width: 300, height: 9 }))).toEqual({ mean: 0, worstTile: 0 });
  });

  it('is large in one tile where a word is missing, and small over the page', () => {
    const { mean, worstTile } = differenceOf(page(640, 640, { x: 320, y: 320, width: 40, height: 20 }), page(640, 640));
    expect(worstTile).toBeGreaterThan(200);
    expect(mean).toBeCloseTo((255 * 40 * 20) / (640 * 640), 3);
  });

  it('is nearly nothing for the same page in another size', () => {
    const large = page(1_000, 800, { x: 100, y: 100, width: 400, height: 400 });
    const small = page(500, 400, { x: 50, y: 50, width: 200, height: 200 });
    expect(differenceOf(large, small)).toEqual({ mean: 0, worstTile: 0 });
  });

  it('counts one colour as a third', () => {
    const magenta = page(64, 64);
    for (let at = 1; at < magenta.rgb.length; at += 3) magenta.rgb[at] = 0;
    expect(differenceOf(magenta, page(64, 64))).toEqual({ mean: 85, worstTile: 85 });
  });

  it('is infinite for another shape, and not for a fax that one program stretches', () => {
    expect(differenceOf(page(100, 200), page(200, 100)).mean).toBe(Infinity);
    expect(differenceOf(page(100, 200), page(100, 100)).mean).toBe(Infinity);
    expect(differenceOf(page(100, 200), page(100, 100), 2)).toEqual({ mean: 0, worstTile: 0 });
  });
});
