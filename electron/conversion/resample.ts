import { type Colour, COLOUR_PIXELS_MAX, type Extent } from './picture.ts';
import { RowReducer } from './row-reducer.ts';

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
