import { unreachable } from '#shared/lib/unreachable.ts';
import type { Bits, Colour, Picture } from './picture.ts';

/** Turns a page upright. `orientation` is the number that EXIF and TIFF define; 1 and unknown numbers change nothing. */
export function oriented(picture: Picture, orientation: number): Picture {
  if (!(orientation >= 2 && orientation <= 8)) return picture;
  switch (picture.kind) {
    case 'bits':
      return orientedBits(picture, orientation);
    case 'colour':
      return orientedColour(picture, orientation);
    default:
      return unreachable(picture);
  }
}

/** From 5 on, rows become columns. */
const isTurned = (orientation: number): boolean => orientation >= 5;

function turned<P extends Picture>(of: P, orientation: number): Pick<P, 'width' | 'height' | 'resolution'> {
  const { width, height, resolution } = of;
  if (!isTurned(orientation)) return { width, height, resolution };
  return { width: height, height: width, resolution: resolution === null ? null : { x: resolution.y, y: resolution.x } };
}

type Walk = { readonly first: number; readonly byColumn: number; readonly byRow: number };

/** Where the dots of the result lie in the source: the first one, and the steps to the next column and the next row. */
function walkOf({ width, height }: Picture, orientation: number): Walk {
  const [right, down] = [width - 1, (height - 1) * width];
  const walks: Readonly<Record<number, Walk>> = {
    2: { first: right, byColumn: -1, byRow: width },
    3: { first: right + down, byColumn: -1, byRow: -width },
    4: { first: down, byColumn: 1, byRow: -width },
    5: { first: 0, byColumn: width, byRow: 1 },
    6: { first: down, byColumn: -width, byRow: 1 },
    7: { first: right + down, byColumn: -width, byRow: -1 },
    8: { first: right, byColumn: width, byRow: -1 },
  };
  return walks[orientation] ?? { first: 0, byColumn: 1, byRow: width };
}

function orientedColour(of: Colour, orientation: number): Colour {
  const size = turned(of, orientation);
  const { first, byColumn, byRow } = walkOf(of, orientation);
  const from = new Uint32Array(of.rgba.buffer, of.rgba.byteOffset, of.width * of.height);
  const to = new Uint32Array(of.width * of.height);
  let at = 0;
  for (let row = 0; row < size.height; row += 1) {
    let source = first + row * byRow;
    for (let column = 0; column < size.width; column += 1) {
      to[at] = from[source] ?? 0;
      at += 1;
      source += byColumn;
    }
  }
  return { ...of, ...size, rgba: new Uint8Array(to.buffer) };
}

function orientedBits(of: Bits, orientation: number): Bits {
  const size = turned(of, orientation);
  const { first, byColumn, byRow } = walkOf(of, orientation);
  const [fromBytes, toBytes] = [Math.ceil(of.width / 8), Math.ceil(size.width / 8)];
  const rows = new Uint8Array(toBytes * size.height);
  for (let row = 0; row < size.height; row += 1) {
    let source = first + row * byRow;
    for (let column = 0; column < size.width; column += 1) {
      const [y, x] = [Math.trunc(source / of.width), source % of.width];
      const bit = ((of.rows[y * fromBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      const at = row * toBytes + (column >> 3);
      rows[at] = (rows[at] ?? 0) | (bit << (7 - (column & 7)));
      source += byColumn;
    }
  }
  return { ...of, ...size, rows };
}
