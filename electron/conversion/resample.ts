import { type Bits, type Colour, COLOUR_PIXELS_MAX, type Picture } from './picture.ts';
import { RowReducer } from './row-reducer.ts';

/** A page in colour with as many dots as are encoded at most. */
export function encodable(picture: Colour): Colour {
  const size = encodableSize(picture);
  return size.width === picture.width && size.height === picture.height ? picture : colourOf(picture, size);
}

/** The size at which a page in colour is encoded: its own, if it does not have too many dots. */
export function encodableSize(of: Size): Size {
  const factor = Math.sqrt(COLOUR_PIXELS_MAX / (of.width * of.height));
  return sizeOf(of, { x: factor, y: factor });
}

export type PageRows = { readonly add: (rgb: Uint8Array) => void; readonly picture: () => Colour };

/** Makes a page in colour of its rows, from the top one on, with three bytes for each dot. It is never whole in memory if it is too large to be encoded. */
export function pageOfRows(of: Size & Pick<Colour, 'isGrey'>): PageRows {
  const size = encodableSize(of);
  const rgba = new Uint8Array(size.width * size.height * 4).fill(0xff);
  const put = (row: number, rgb: Uint8Array | Float64Array, half: number): void => {
    for (let [from, to] = [0, row * size.width * 4]; from < rgb.length; from += 3, to += 4) {
      rgba[to] = (rgb[from] as number) + half;
      rgba[to + 1] = (rgb[from + 1] as number) + half;
      rgba[to + 2] = (rgb[from + 2] as number) + half;
    }
  };
  const picture = (): Colour => ({ kind: 'colour', ...size, rgba, isGrey: of.isGrey });
  if (size.width === of.width && size.height === of.height) {
    let row = 0;
    return { add: (rgb) => put(row++, rgb, 0), picture };
  }
  const reducer = new RowReducer({ from: of, to: size, channels: 3 }, (row, averages) => put(row, averages, 0.5));
  return { add: (rgb) => reducer.add(rgb), picture };
}

/** Scales a page down: each new dot is the average of the area that it covers. A factor of 1 or more changes nothing. */
export function resampled(picture: Picture, factor: { readonly x: number; readonly y: number }): Picture {
  const size = sizeOf(picture, factor);
  if (size.width === picture.width && size.height === picture.height) return picture;
  return picture.kind === 'bits' ? bitsOf(picture, size) : colourOf(picture, size);
}

export type Size = Pick<Picture, 'width' | 'height' | 'resolution'>;

function sizeOf(picture: Size, factor: { readonly x: number; readonly y: number }): Size {
  const width = Math.max(1, Math.floor(picture.width * Math.min(1, factor.x)));
  const height = Math.max(1, Math.floor(picture.height * Math.min(1, factor.y)));
  const { resolution } = picture;
  const [x, y] = [width / picture.width, height / picture.height];
  return { width, height, resolution: resolution === null ? null : { x: resolution.x * x, y: resolution.y * y } };
}

function colourOf(of: Colour, size: Size): Colour {
  const rgba = new Uint8Array(size.width * size.height * 4);
  const reducer = new RowReducer({ from: of, to: size, channels: 4 }, (row, averages) => {
    for (let at = 0; at < averages.length; at += 1) rgba[row * averages.length + at] = (averages[at] as number) + 0.5;
  });
  for (let row = 0; row < of.height; row += 1) reducer.add(of.rgba.subarray(row * of.width * 4, (row + 1) * of.width * 4));
  return { ...of, ...size, rgba };
}

/** A dot stays black if at least half of its area was black: letters keep their weight. */
const WHITE_MORE_THAN = 0.5;

function bitsOf(of: Bits, size: Size): Bits {
  const [fromBytes, toBytes] = [Math.ceil(of.width / 8), Math.ceil(size.width / 8)];
  const rows = new Uint8Array(toBytes * size.height);
  const reducer = new RowReducer({ from: of, to: size, channels: 1 }, (row, averages) => {
    for (let x = 0; x < size.width; x += 1) {
      const at = row * toBytes + (x >> 3);
      if ((averages[x] ?? 0) > WHITE_MORE_THAN) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  });
  const dots = new Uint8Array(of.width);
  for (let row = 0; row < of.height; row += 1) {
    for (let x = 0; x < of.width; x += 1) dots[x] = ((of.rows[row * fromBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
    reducer.add(dots);
  }
  return { ...of, ...size, rows };
}
