import type { Colour } from '../picture.ts';

/** A thumbnail is looked at in squares of so many dots, of which many are averaged: what a codec makes of an edge is no difference. */
const SQUARE = 16;
/** Of 255: from here on, one of the squares shows something else. */
const DIFFERENCE_MAX = 24;
/** Sizes of thumbnails are rounded. */
const SHAPE_TOLERANCE = 0.03;

/** Whether a thumbnail shows the same as its picture in each square of it. Nothing else in a HEIC file would show that some of the picture is damaged. */
export function isSamePicture(picture: Colour, thumbnail: Colour): boolean {
  return differenceFrom(picture, thumbnail) <= DIFFERENCE_MAX;
}

/** Of the square that differs most, by its averages; infinite for another shape. */
export function differenceFrom(picture: Colour, thumbnail: Colour): number {
  const shapes = picture.width / picture.height / (thumbnail.width / thumbnail.height);
  if (Math.abs(Math.log(shapes)) > SHAPE_TOLERANCE) return Infinity;
  const grid = { columns: Math.max(1, Math.floor(thumbnail.width / SQUARE)), rows: Math.max(1, Math.floor(thumbnail.height / SQUARE)) };
  const [one, other] = [averagesOf(picture, grid), averagesOf(thumbnail, grid)];
  return one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);
}

function averagesOf({ width, height, rgba }: Colour, { columns, rows }: { readonly columns: number; readonly rows: number }): Float64Array {
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Float64Array(columns * rows);
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor((y * rows) / height) * columns;
    for (let x = 0; x < width; x += 1) {
      const square = row + Math.floor((x * columns) / width);
      const from = 4 * (y * width + x);
      for (let colour = 0; colour < 3; colour += 1) sums[3 * square + colour] = (sums[3 * square + colour] ?? 0) + (rgba[from + colour] ?? 0);
      counts[square] = (counts[square] ?? 0) + 1;
    }
  }
  return sums.map((sum, at) => sum / (counts[Math.floor(at / 3)] ?? 1));
}
