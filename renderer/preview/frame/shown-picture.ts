import type { Picture } from '#shared/tiff/picture.ts';
import type { Size } from './source.ts';

/** More dots than a canvas has (main.ts) cannot be seen, and each one takes four bytes. */
const DOTS_MAX = 16_000_000;
const CSS_DPI = 96;

export type ShownPicture = { readonly width: number; readonly height: number; readonly rgba: Uint8Array<ArrayBuffer> };

/** Red, green, blue and opacity of each dot; a very large black-and-white page is made smaller, in greys. */
export function shownPicture(picture: Picture, dotsMax = DOTS_MAX): ShownPicture {
  if (picture.kind === 'colour') return picture;
  const step = Math.ceil(Math.sqrt((picture.width * picture.height) / dotsMax));
  const [width, height] = [Math.ceil(picture.width / step), Math.ceil(picture.height / step)];
  const rgba = new Uint8Array(width * height * 4).fill(0xff);
  const rowBytes = Math.ceil(picture.width / 8);
  const white = new Uint16Array(width);
  for (let y = 0; y < height; y += 1) {
    white.fill(0);
    const rows = Math.min(step, picture.height - y * step);
    for (let row = y * step; row < y * step + rows; row += 1) {
      for (let x = 0; x < picture.width; x += 1) {
        const bit = ((picture.rows[row * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
        const to = Math.trunc(x / step);
        white[to] = (white[to] ?? 0) + bit;
      }
    }
    for (let x = 0; x < width; x += 1) {
      const dots = rows * Math.min(step, picture.width - x * step);
      rgba.fill(Math.round((255 * (white[x] ?? 0)) / dots), (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height, rgba };
}

/** As large as on paper, which is also right for a fax, whose dots are not square; dot by dot if no resolution is known. */
export function cssSize({ width, height, resolution }: Picture): Size {
  if (resolution === null) return { width, height };
  return { width: (width / resolution.x) * CSS_DPI, height: (height / resolution.y) * CSS_DPI };
}
