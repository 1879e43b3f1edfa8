import type { Colour } from '../picture.ts';

const [RED, GREEN, BLUE] = [0xff, 0x01, 0xfe];

/** Paper of a colour that no scan has, 0xAARRGGBB: where it is seen, nothing was drawn. */
export const PAPER = 0xff_ff_01_fe;

export function hasPaper({ rgba }: Colour): boolean {
  for (let at = 0; at < rgba.byteLength; at += 4) if (isPaper(rgba, at)) return true;
  return false;
}

export function isAllPaper({ rgba }: Colour): boolean {
  for (let at = 0; at < rgba.byteLength; at += 4) if (!isPaper(rgba, at)) return false;
  return true;
}

function isPaper(rgba: Uint8Array, at: number): boolean {
  return rgba[at] === RED && rgba[at + 1] === GREEN && rgba[at + 2] === BLUE;
}
