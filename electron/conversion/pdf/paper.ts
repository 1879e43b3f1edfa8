import type { Colour } from '../picture.ts';

/** Paper of a colour that no scan has, 0xAARRGGBB: where it is seen, nothing was drawn. */
export const PAPER = 0xff_ff_01_fe;

const [RED, GREEN, BLUE] = [0xff, 0x01, 0xfe];

export function hasPaper({ rgba }: Colour): boolean {
  for (let at = 0; at < rgba.byteLength; at += 4) if (rgba[at] === RED && rgba[at + 1] === GREEN && rgba[at + 2] === BLUE) return true;
  return false;
}

/** The one colour of all dots, 0xRRGGBB; null if there are several. */
export function oneColour({ rgba }: Colour): number | null {
  const [red = 0, green = 0, blue = 0] = rgba;
  for (let at = 0; at < rgba.byteLength; at += 4) if (rgba[at] !== red || rgba[at + 1] !== green || rgba[at + 2] !== blue) return null;
  return (red << 16) | (green << 8) | blue;
}
