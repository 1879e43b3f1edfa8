import type { ColourCode, Plane, Planes } from './libheif.ts';

/** Reads one row of a picture in planes as red, green and blue, on white paper. */
export type ReadRow = (y: number, rgb: Uint8ClampedArray) => void;

type Weights = readonly [red: number, blue: number];
/** The shares of red and blue in the brightness, by the number of the matrix in H.273. */
const WEIGHTS: Readonly<Record<number, Weights>> = {
  1: [0.2126, 0.0722],
  4: [0.3, 0.11],
  7: [0.212, 0.087],
  9: [0.2627, 0.0593],
  10: [0.2627, 0.0593],
};
/** BT.601, which photos use, and which is taken for all that is unknown. */
const USUAL: Weights = [0.299, 0.114];
/** With this matrix, the three planes are green, blue and red. */
const NONE = 0;

/** The planes of colours may have half as many columns or rows; each of their samples then counts for its neighbours too. */
export function readRowOf({ colours, isRgb, alpha, isPremultiplied, code }: Planes): ReadRow {
  const [first, second, third] = colours;
  if (first === undefined) throw new RangeError('no planes');
  const colour = second === undefined || third === undefined ? greyRow(first, code) : colourRow([first, second, third], { isRgb, code });
  if (alpha === null || alpha.width !== first.width || alpha.height !== first.height) return colour;
  const opacity = sampled(alpha, first);
  return (y, rgb) => {
    colour(y, rgb);
    opacity.read(y);
    for (let x = 0; x < first.width; x += 1) {
      const share = opacity.row[x] as number;
      for (let at = x * 3; at < x * 3 + 3; at += 1) {
        const value = rgb[at] as number;
        rgb[at] = (isPremultiplied ? value : (value * share) / 255) + 255 - share;
      }
    }
  };
}

/** Black is 16 and white is 235 in the limited range; differences go from 16 to 240. */
function levels({ isFullRange }: ColourCode): { readonly black: number; readonly bright: number; readonly difference: number } {
  return isFullRange ? { black: 0, bright: 1, difference: 1 } : { black: 16, bright: 255 / 219, difference: 255 / 224 };
}

function greyRow(plane: Plane, code: ColourCode): ReadRow {
  const { black, bright } = levels(code);
  const from = sampled(plane, plane);
  return (y, rgb) => {
    from.read(y);
    for (let x = 0; x < plane.width; x += 1) rgb.fill(((from.row[x] as number) - black) * bright, x * 3, x * 3 + 3);
  };
}

function colourRow(planes: readonly [Plane, Plane, Plane], { isRgb, code }: Pick<Planes, 'isRgb' | 'code'>): ReadRow {
  const [whole] = planes;
  const [one, two, three] = [sampled(planes[0], whole), sampled(planes[1], whole), sampled(planes[2], whole)];
  const read = (y: number): void => {
    for (const from of [one, two, three]) from.read(y);
  };
  const { black, bright, difference } = levels(code);
  if (isRgb || code.matrix === NONE) {
    const [red, green, blue] = isRgb ? [one.row, two.row, three.row] : [three.row, one.row, two.row];
    return (y, rgb) => {
      read(y);
      for (let [x, at] = [0, 0]; x < whole.width; x += 1, at += 3) {
        rgb[at] = ((red[x] as number) - black) * bright;
        rgb[at + 1] = ((green[x] as number) - black) * bright;
        rgb[at + 2] = ((blue[x] as number) - black) * bright;
      }
    };
  }
  const [kr, kb] = WEIGHTS[code.matrix] ?? USUAL;
  const [toRed, toBlue] = [2 * (1 - kr) * difference, 2 * (1 - kb) * difference];
  const [redToGreen, blueToGreen] = [(toRed * kr) / (1 - kr - kb), (toBlue * kb) / (1 - kr - kb)];
  return (y, rgb) => {
    read(y);
    for (let [x, at] = [0, 0]; x < whole.width; x += 1, at += 3) {
      const [cb, cr] = [(two.row[x] as number) - 128, (three.row[x] as number) - 128];
      const light = ((one.row[x] as number) - black) * bright;
      rgb[at] = light + toRed * cr;
      rgb[at + 1] = light - redToGreen * cr - blueToGreen * cb;
      rgb[at + 2] = light + toBlue * cb;
    }
  };
}

/** Rows of a plane as wide as the whole picture, with eight bits for each sample. */
function sampled(plane: Plane, whole: Pick<Plane, 'width' | 'height'>): { readonly row: Uint8Array; readonly read: (y: number) => void } {
  const { width, height, bits, stride, data } = plane;
  const row = new Uint8Array(whole.width);
  const [acrossHalf, downHalf] = [width < whole.width ? 1 : 0, height < whole.height ? 1 : 0];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    row,
    read: (y) => {
      const from = Math.min(y >> downHalf, height - 1) * stride;
      for (let x = 0; x < row.length; x += 1) {
        const at = Math.min(x >> acrossHalf, width - 1);
        row[x] = bits === 8 ? (data[from + at] as number) : view.getUint16(from + 2 * at, true) >> (bits - 8);
      }
    },
  };
}
