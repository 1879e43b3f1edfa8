import { type Colour, COLOUR_PIXELS_MAX, type Extent } from './picture.ts';

/** The size at which a page in colour is encoded: its own, if it does not have too many dots. */
export function encodableSize(of: Extent): Extent {
  const factor = Math.sqrt(COLOUR_PIXELS_MAX / (of.width * of.height));
  return scaledSize(of, { x: factor, y: factor });
}

/** A factor of 1 or more changes nothing. */
export function scaledSize(of: Extent, factor: { readonly x: number; readonly y: number }): Extent {
  const width = Math.max(1, Math.floor(of.width * Math.min(1, factor.x)));
  const height = Math.max(1, Math.floor(of.height * Math.min(1, factor.y)));
  return { width, height };
}

export type PageRows = { readonly add: (rgb: Uint8Array) => void; readonly picture: () => Colour };

/**
 * Makes a page in colour of its rows, from the top one on, with three bytes for each dot. It is never whole in memory if it is too large to be encoded:
 * a decoder that has all of it already, and libvips beside it, would need more than the process may have.
 */
export function pageOfRows(of: Extent & Pick<Colour, 'isGrey' | 'resolution'>): PageRows {
  const size = encodableSize(of);
  const rgba = new Uint8Array(size.width * size.height * 4).fill(0xff);
  const put = (row: number, rgb: Uint8Array | Float64Array, half: number): void => {
    for (let [from, to] = [0, row * size.width * 4]; from < rgb.length; from += 3, to += 4) {
      rgba[to] = (rgb[from] as number) + half;
      rgba[to + 1] = (rgb[from + 1] as number) + half;
      rgba[to + 2] = (rgb[from + 2] as number) + half;
    }
  };
  const { resolution } = of;
  const scaled = resolution && { x: (resolution.x * size.width) / of.width, y: (resolution.y * size.height) / of.height };
  const picture = (): Colour => ({ kind: 'colour', ...size, rgba, isGrey: of.isGrey, resolution: scaled });
  if (size.width === of.width && size.height === of.height) {
    let row = 0;
    return { add: (rgb) => put(row++, rgb, 0), picture };
  }
  const reducer = new RowReducer({ from: of, to: size, channels: 3 }, (row, averages) => put(row, averages, 0.5));
  return { add: (rgb) => reducer.add(rgb), picture };
}

/** `channels`: bytes of one dot. */
type Reduction = { readonly from: Extent; readonly to: Extent; readonly channels: number };

/** Gets one row after the other, and tells each row of the smaller picture as soon as it is known: only two rows are held. */
class RowReducer {
  readonly #of: Reduction;
  readonly #done: (row: number, averages: Float64Array) => void;
  readonly #narrow: Float64Array;
  readonly #sums: Float64Array;
  #read = 0;
  #made = 0;

  /** `averages` are valid until `done` returns. */
  constructor(of: Reduction, done: (row: number, averages: Float64Array) => void) {
    this.#of = of;
    this.#done = done;
    this.#narrow = new Float64Array(of.to.width * of.channels);
    this.#sums = new Float64Array(of.to.width * of.channels);
  }

  /** Each new dot is the average of the area that it covers. */
  add(row: Uint8Array): void {
    const { from, to, channels } = this.#of;
    const step = from.height / to.height;
    const y = this.#read;
    this.#read += 1;
    narrowed(row, this.#narrow, { from: from.width, to: to.width, channels });
    while (this.#made < to.height) {
      const [top, bottom] = [this.#made * step, Math.min((this.#made + 1) * step, from.height)];
      const share = (Math.min(y + 1, bottom) - Math.max(y, top)) / (bottom - top);
      if (share <= 0) return;
      for (let at = 0; at < this.#sums.length; at += 1) this.#sums[at] = (this.#sums[at] as number) + (this.#narrow[at] as number) * share;
      if (y + 1 < bottom) return;
      this.#done(this.#made, this.#sums);
      this.#sums.fill(0);
      this.#made += 1;
    }
  }
}

function narrowed(source: Uint8Array, into: Float64Array, { from, to, channels }: { from: number; to: number; channels: number }): void {
  const step = from / to;
  for (let column = 0; column < to; column += 1) {
    const [left, right] = [column * step, Math.min((column + 1) * step, from)];
    for (let channel = 0; channel < channels; channel += 1) {
      let sum = 0;
      for (let x = Math.floor(left); x < right; x += 1) {
        sum += (source[x * channels + channel] as number) * (Math.min(x + 1, right) - Math.max(x, left));
      }
      into[column * channels + channel] = sum / (right - left);
    }
  }
}
