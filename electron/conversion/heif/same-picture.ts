import type { Colour } from '../picture.ts';

/**
 * `side` of the squares in which a thumbnail is looked at, in its dots, of which many are averaged: what a codec makes of an edge is no difference.
 * `share`: a thumbnail is sharpened, so that a square may differ by so much of its own contrast besides.
 */
type Look = { readonly side: number; readonly share: number };
const COARSE: Look = { side: 16, share: 0.2 };
const FINE: Look = { side: 6, share: 0.5 };
/** Of 255, for the square that differs most. What lies between is not known: some programs make thumbnails of single dots. */
const SAME = { coarse: 8, fine: 18 };
const OTHER_COARSE = 12;
/** Sizes of thumbnails are rounded. */
const SHAPE_TOLERANCE = 0.03;

/** Whether a thumbnail shows the same as its picture, something else, or nobody knows. Nothing else in a HEIC file would show that some of it is damaged. */
export function comparedWith(thumbnail: Colour, picture: Colour): 'same' | 'other' | 'unknown' {
  const shapes = picture.width / picture.height / (thumbnail.width / thumbnail.height);
  if (Math.abs(Math.log(shapes)) > SHAPE_TOLERANCE) return 'unknown';
  const coarse = differenceOf([picture, thumbnail], COARSE);
  if (coarse > OTHER_COARSE) return 'other';
  return coarse <= SAME.coarse && differenceOf([picture, thumbnail], FINE) <= SAME.fine ? 'same' : 'unknown';
}

/** Of the square that differs most, by its averages, less what its edges may make of it. */
function differenceOf([picture, thumbnail]: readonly [Colour, Colour], { side, share }: Look): number {
  const grid = { columns: Math.max(1, Math.floor(thumbnail.width / side)), rows: Math.max(1, Math.floor(thumbnail.height / side)) };
  const [one, other] = [squaresOf(picture, grid), squaresOf(thumbnail, grid)];
  return one.averages.reduce((most, value, at) => {
    const allowed = share * (other.contrasts[at] ?? 0);
    return Math.max(most, Math.abs(value - (other.averages[at] ?? 0)) - allowed);
  }, 0);
}

/** Three of each square, one for each colour. */
type Squares = { readonly averages: Float64Array; readonly contrasts: Float64Array };

function squaresOf({ width, height, rgba }: Colour, { columns, rows }: { readonly columns: number; readonly rows: number }): Squares {
  const sums = new Float64Array(columns * rows * 3);
  const powers = new Float64Array(sums.length);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const square = row + Math.floor((x * columns) / width);
      const from = 4 * (y * width + x);
      for (let colour = 0; colour < 3; colour += 1) {
        const value = rgba[from + colour] as number;
        sums[3 * square + colour] = (sums[3 * square + colour] as number) + value;
        powers[3 * square + colour] = (powers[3 * square + colour] as number) + value * value;
      }
      counts[square] = (counts[square] as number) + 1;
    }
  }
  const averages = sums.map((sum, at) => sum / (counts[Math.floor(at / 3)] as number));
  const contrasts = powers.map((power, at) =>
    Math.sqrt(Math.max(0, power / (counts[Math.floor(at / 3)] as number) - (averages[at] as number) ** 2)),
  );
  return { averages, contrasts };
}
