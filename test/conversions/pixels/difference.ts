import { atMost, averaged, type Picture } from './picture.ts';

/** Of the three colours, each from 0 to 255, averaged over the page and over the tile that differs most. */
export type Difference = { readonly mean: number; readonly worstTile: number };

/** Dots on the longer side. A line of text on a page is some ten dots high then; how a program softens its edges is averaged out. */
const COMPARED_AT = 512;
/** JPEG keeps one colour for two dots by two. */
const COLOUR_DOTS = 2;
const TILES = 32;
/** A smaller tile says more about how a codec blurs an edge than about what the page shows. */
const TILE_DOTS_MIN = 8;
/** Sizes are rounded: by the shorter side of a page of a few hundred dots, by a PDF's points, and by the programs that draw it. */
const SHAPE_TOLERANCE = 0.03;
const ROUNDING_DOTS = 2;

/**
 * How much two pictures of one page differ, both made as small as the smaller one, half that or at most 512 dots long. Infinite if they have different shapes.
 * `stretch`: width of a dot divided by its height, for fax pages, which some programs draw as they are stored and others as they are printed.
 */
export function differenceOf(one: Picture, other: Picture, stretch = 1): Difference {
  if (!isSameShape(one, other, stretch)) return { mean: Infinity, worstTile: Infinity };
  const size = { width: Math.min(one.width, other.width), height: Math.min(one.height, other.height) };
  const [first, second] = [averaged(one, size), averaged(other, size)];
  const longest = Math.min(COMPARED_AT, Math.ceil(Math.max(size.width, size.height) / COLOUR_DOTS));
  return ofTiles(atMost(first, longest), atMost(second, longest));
}

function isSameShape(one: Picture, other: Picture, stretch: number): boolean {
  return [1, stretch, 1 / stretch].some((by) => {
    const expected = (other.width / other.height) * by;
    const tolerance = SHAPE_TOLERANCE + ROUNDING_DOTS / Math.min(one.width, one.height, other.width, other.height);
    return Math.abs(Math.log(one.width / one.height / expected)) <= tolerance;
  });
}

function ofTiles(one: Picture, other: Picture): Difference {
  const { width, height } = one;
  const [columns, rows] = [tilesOf(width), tilesOf(height)];
  const sums = new Float64Array(columns * rows);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const tile = row + Math.floor((x * columns) / width);
      const at = 3 * (y * width + x);
      sums[tile] = (sums[tile] ?? 0) + ofColours(one.rgb, other.rgb, at) / 3;
      counts[tile] = (counts[tile] ?? 0) + 1;
    }
  }
  const worstTile = sums.reduce((worst, sum, tile) => Math.max(worst, sum / (counts[tile] ?? 1)), 0);
  return { mean: sums.reduce((all, sum) => all + sum, 0) / (width * height), worstTile };
}

function tilesOf(side: number): number {
  return Math.max(1, Math.min(TILES, Math.floor(side / TILE_DOTS_MIN)));
}

function ofColours(one: Uint8Array, other: Uint8Array, at: number): number {
  let sum = 0;
  for (let colour = at; colour < at + 3; colour += 1) sum += Math.abs((one[colour] ?? 0) - (other[colour] ?? 0));
  return sum;
}
