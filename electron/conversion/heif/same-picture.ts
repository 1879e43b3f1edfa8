import type { Colour } from '../picture.ts';

/** A thumbnail is looked at in squares of so many dots, of which many are averaged: what a codec makes of an edge is no difference. */
const SQUARE = 16;
/** Of 255: from here on, one of the squares shows something else. A thumbnail is sharpened, so that more may differ where there are edges. */
const DIFFERENCE_MAX = 6;
/** Of how much the dots of a square differ from their average. */
const SHARE_OF_CONTRAST = 0.2;
/** Sizes of thumbnails are rounded. */
const SHAPE_TOLERANCE = 0.03;

/** Whether a thumbnail shows the same as its picture in each square of it. Nothing else in a HEIC file would show that some of the picture is damaged. */
export function isSamePicture(picture: Colour, thumbnail: Colour): boolean {
  return differenceFrom(picture, thumbnail) <= DIFFERENCE_MAX;
}

/** Of the square that differs most, by its averages, less what its edges may make of it; infinite for another shape. */
function differenceFrom(picture: Colour, thumbnail: Colour): number {
  const shapes = picture.width / picture.height / (thumbnail.width / thumbnail.height);
  if (Math.abs(Math.log(shapes)) > SHAPE_TOLERANCE) return Infinity;
  const grid = { columns: Math.max(1, Math.floor(thumbnail.width / SQUARE)), rows: Math.max(1, Math.floor(thumbnail.height / SQUARE)) };
  const [one, other] = [squaresOf(picture, grid), squaresOf(thumbnail, grid)];
  return one.averages.reduce((most, value, at) => {
    const allowed = SHARE_OF_CONTRAST * (other.contrasts[at] ?? 0);
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
