import { type Bits, type Colour, COLOUR_PIXELS_MAX, type Picture } from './picture.ts';

/** A page in colour with as many dots as are encoded at most. */
export function encodable(picture: Colour): Colour {
  const factor = Math.sqrt(COLOUR_PIXELS_MAX / (picture.width * picture.height));
  return factor >= 1 ? picture : colourOf(picture, sizeOf(picture, { x: factor, y: factor }));
}

/** Scales a page down: each new dot is the average of the area that it covers. A factor of 1 or more changes nothing. */
export function resampled(picture: Picture, factor: { readonly x: number; readonly y: number }): Picture {
  const size = sizeOf(picture, factor);
  if (size.width === picture.width && size.height === picture.height) return picture;
  return picture.kind === 'bits' ? bitsOf(picture, size) : colourOf(picture, size);
}

type Size = Pick<Picture, 'width' | 'height' | 'resolution'>;

function sizeOf(picture: Picture, factor: { readonly x: number; readonly y: number }): Size {
  const width = Math.max(1, Math.floor(picture.width * Math.min(1, factor.x)));
  const height = Math.max(1, Math.floor(picture.height * Math.min(1, factor.y)));
  const { resolution } = picture;
  const [x, y] = [width / picture.width, height / picture.height];
  return { width, height, resolution: resolution === null ? null : { x: resolution.x * x, y: resolution.y * y } };
}

function colourOf(of: Colour, size: Size): Colour {
  const rgba = new Uint8Array(size.width * size.height * 4);
  eachRow({ from: of, to: size, channels: 4 }, (row, into) => into.set(of.rgba.subarray(row * of.width * 4, (row + 1) * of.width * 4)), {
    done: (row, averages) => {
      for (let at = 0; at < averages.length; at += 1) rgba[row * averages.length + at] = (averages[at] ?? 0) + 0.5;
    },
  });
  return { ...of, ...size, rgba };
}

/** A dot stays black if at least half of its area was black: letters keep their weight. */
const WHITE_MORE_THAN = 0.5;

function bitsOf(of: Bits, size: Size): Bits {
  const [fromBytes, toBytes] = [Math.ceil(of.width / 8), Math.ceil(size.width / 8)];
  const rows = new Uint8Array(toBytes * size.height);
  const read = (row: number, into: Uint8Array): void => {
    for (let x = 0; x < of.width; x += 1) into[x] = ((of.rows[row * fromBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
  };
  eachRow({ from: of, to: size, channels: 1 }, read, {
    done: (row, averages) => {
      for (let x = 0; x < size.width; x += 1) {
        const at = row * toBytes + (x >> 3);
        if ((averages[x] ?? 0) > WHITE_MORE_THAN) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
      }
    },
  });
  return { ...of, ...size, rows };
}

type Scaling = { readonly from: Size; readonly to: Size; readonly channels: number };
type Tell = { readonly done: (row: number, averages: Float64Array) => void };

/** Only one row of the source and one row of sums are held. */
function eachRow({ from, to, channels }: Scaling, read: (row: number, into: Uint8Array) => void, { done }: Tell): void {
  const source = new Uint8Array(from.width * channels);
  const narrow = new Float64Array(to.width * channels);
  const sums = new Float64Array(to.width * channels);
  const step = from.height / to.height;
  let held = -1;
  for (let row = 0; row < to.height; row += 1) {
    const [top, bottom] = [row * step, Math.min((row + 1) * step, from.height)];
    sums.fill(0);
    for (let y = Math.floor(top); y < bottom; y += 1) {
      if (y !== held) {
        read(y, source);
        narrowed(source, narrow, { from: from.width, to: to.width, channels });
        held = y;
      }
      const share = (Math.min(y + 1, bottom) - Math.max(y, top)) / (bottom - top);
      for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (narrow[at] ?? 0) * share;
    }
    done(row, sums);
  }
}

function narrowed(source: Uint8Array, into: Float64Array, { from, to, channels }: { from: number; to: number; channels: number }): void {
  const step = from / to;
  for (let column = 0; column < to; column += 1) {
    const [left, right] = [column * step, Math.min((column + 1) * step, from)];
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = 0;
      for (let x = Math.floor(left); x < right; x += 1) {
        sum += (source[x * channels + channel] ?? 0) * (Math.min(x + 1, right) - Math.max(x, left));
      }
      into[column * channels + channel] = sum / (right - left);
    }
  }
}
