import { embound } from './confined/embind.ts';
import type { Span } from './confined/values.ts';
import { type Codec, type Colour, type ConvertDeps, PIXELS_MAX } from './picture.ts';
import { pageOfRows } from './resample.ts';

type DecodeHow = Pick<ConvertDeps, 'codec'> & { readonly by: Extract<Codec, 'webp' | 'avif'>; readonly isGrey: boolean };

/** Red, green, blue and alpha of each dot, in the decoder's memory, where they are only while it tells of them. */
type Dots = { readonly width: number; readonly height: number; readonly bits: number; readonly data: ArrayBuffer } & Span;

/** Decodes a picture, on white paper, with as many dots as are encoded at most. The decoder's own memory is not copied. Throws if it is damaged. */
export async function decodedDots(bytes: Uint8Array, { by, codec, isGrey }: DecodeHow): Promise<Colour> {
  const made: Colour[] = [];
  const decoder = embound(by, await codec(by), (memory) => ({
    Uint8Array: (part) => part,
    Uint8ClampedArray: (part) => part,
    _icodec_ImageData: (part, width, height, bits) => {
      const size = { width: Number(width), height: Number(height), bits: Number(bits) };
      made.push(pictureOf({ ...(part as Span), ...size, data: memory() }, isGrey));
    },
  }));
  decoder('decode', bytes);
  const [picture] = made;
  if (picture === undefined) throw new RangeError('not decoded');
  return picture;
}

function pictureOf({ width, height, bits, data, at, length }: Dots, isGrey: boolean): Colour {
  const sampleBytes = bits > 8 ? 2 : 1;
  if (!(bits >= 8 && bits <= 16) || width * height > PIXELS_MAX || length !== width * height * 4 * sampleBytes) {
    throw new RangeError('not decoded');
  }
  const samples = sampleBytes === 1 ? new Uint8Array(data, at, length) : new Uint16Array(data, at, length / 2);
  const rows = pageOfRows({ width, height, resolution: null, isGrey });
  const rgb = new Uint8Array(width * 3);
  const most = 2 ** bits - 1;
  for (let y = 0; y < height; y += 1) {
    onWhite(samples.subarray(y * width * 4, (y + 1) * width * 4), rgb, most);
    rows.add(rgb);
  }
  return rows.picture();
}

/** What is made of a picture has no transparency. */
function onWhite(row: Uint8Array | Uint16Array, rgb: Uint8Array, most: number): void {
  const isPlain = most === 0xff;
  for (let [from, to] = [0, 0]; from < row.length; from += 4) {
    const alpha = row[from + 3] as number;
    for (let colour = from; colour < from + 3; colour += 1, to += 1) {
      const value = row[colour] as number;
      if (isPlain && alpha === most) rgb[to] = value;
      else rgb[to] = Math.round((((value * alpha) / most + most - alpha) * 0xff) / most);
    }
  }
}
