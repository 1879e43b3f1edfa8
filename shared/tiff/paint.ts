import { unreachable } from '../lib/unreachable.ts';
import { COLOUR_PIXELS_MAX } from './picture.ts';
import type { Chunk } from './chunks.ts';
import { TAG, type TiffPage } from './tiff-page.ts';

/** Copies the dots of a decompressed rectangle into the page. */
export type Paint = (chunk: Chunk, samples: Uint8Array) => void;

/** For a black-and-white page: one bit per dot, 1 is white. */
export function paintBits(page: TiffPage, rows: Uint8Array): Paint {
  const rowBytes = Math.ceil(page.width / 8);
  const invert = page.meaning === 'white-is-zero' ? 0xff : 0;
  return (chunk, samples) => {
    const chunkBytes = Math.ceil(chunk.width / 8);
    // A tile's width is a multiple of 16.
    const left = chunk.left >> 3;
    const [bytes, height] = [Math.min(chunkBytes, rowBytes - left), Math.min(chunk.height, page.height - chunk.top)];
    for (let y = 0; y < height; y += 1) {
      const [from, to] = [y * chunkBytes, (chunk.top + y) * rowBytes + left];
      for (let at = 0; at < bytes; at += 1) rows[to + at] = (samples[from + at] ?? 0) ^ invert;
    }
  };
}

/** By how much a page is made smaller while it is painted, so that it is never whole in memory. */
export function reductionOf({ width, height }: Pick<TiffPage, 'width' | 'height'>): number {
  return Math.max(1, Math.round(Math.sqrt((width * height) / COLOUR_PIXELS_MAX)));
}

/** Squares of up to sixteen dots' length fit into the sums. */
export type Sums = { readonly width: number; readonly height: number; readonly of: Uint16Array; readonly reduction: number };

export function sumsFor(page: TiffPage, reduction: number): Sums {
  const [width, height] = [Math.ceil(page.width / reduction), Math.ceil(page.height / reduction)];
  return { width, height, of: new Uint16Array(width * height * 3), reduction };
}

/** For all other pages: adds each dot to the sums of its square. */
export function paintColours(page: TiffPage, { width: columns, of: sums, reduction }: Sums): Paint {
  const tone = toneOf(page);
  const dot = new Uint8Array(3);
  return (chunk, samples) => {
    const rowBytes = Math.ceil((chunk.width * page.samples * page.bits) / 8);
    const [width, height] = [Math.min(chunk.width, page.width - chunk.left), Math.min(chunk.height, page.height - chunk.top)];
    for (let y = 0; y < height; y += 1) {
      const row = samples.subarray(y * rowBytes, (y + 1) * rowBytes);
      const line = Math.trunc((chunk.top + y) / reduction) * columns;
      for (let x = 0; x < width; x += 1) {
        tone(row, x, dot, 0);
        const to = (line + Math.trunc((chunk.left + x) / reduction)) * 3;
        for (let colour = 0; colour < 3; colour += 1) sums[to + colour] = (sums[to + colour] ?? 0) + (dot[colour] ?? 0);
      }
    }
  };
}

/** Four bytes per dot. Squares at the right and lower edge may be smaller. */
export function averages(page: TiffPage, { width, height, of: sums, reduction }: Sums): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8Array(width * height * 4).fill(0xff);
  for (let y = 0; y < height; y += 1) {
    const rows = Math.min(reduction, page.height - y * reduction);
    for (let x = 0; x < width; x += 1) {
      const dots = rows * Math.min(reduction, page.width - x * reduction);
      const [from, to] = [(y * width + x) * 3, (y * width + x) * 4];
      for (let colour = 0; colour < 3; colour += 1) rgba[to + colour] = Math.round((sums[from + colour] ?? 0) / dots);
    }
  }
  return rgba;
}

/** Writes red, green and blue of one dot of a row. Positional, because it is called for each dot. */
type Tone = (row: Uint8Array, x: number, into: Uint8Array, to: number) => void;

function toneOf(page: TiffPage): Tone {
  const { bits, samples, meaning } = page;
  // The upper byte of 16 bits; they are little-endian here.
  const [step, upper] = bits === 16 ? [2 * samples, 1] : [samples, 0];
  const wide = bits === 16 ? 2 : 1;
  switch (meaning) {
    case 'white-is-zero':
    case 'black-is-zero':
      return greyTone(page);
    case 'palette':
      return paletteTone(page);
    // The JPEG decoder has made colours of it already.
    case 'ycbcr':
    case 'rgb':
      return (row, x, into, to) => {
        const at = x * step + upper;
        into[to] = row[at] ?? 0;
        into[to + 1] = row[at + wide] ?? 0;
        into[to + 2] = row[at + 2 * wide] ?? 0;
      };
    case 'cmyk':
      return (row, x, into, to) => {
        const at = x * step + upper;
        const light = 255 - (row[at + 3 * wide] ?? 0);
        for (let colour = 0; colour < 3; colour += 1)
          into[to + colour] = Math.round(((255 - (row[at + colour * wide] ?? 0)) * light) / 255);
      };
    default:
      return unreachable(meaning);
  }
}

function greyTone({ bits, samples, meaning }: TiffPage): Tone {
  const invert = meaning === 'white-is-zero' ? 0xff : 0;
  const value = valueOf(bits, samples);
  const scale = bits < 8 ? 255 / ((1 << bits) - 1) : 1;
  return (row, x, into, to) => into.fill((value(row, x) * scale) ^ invert, to, to + 3);
}

function paletteTone({ bits, samples, directory }: TiffPage): Tone {
  const colours = directory.values(TAG.colours) ?? [];
  const count = 1 << bits;
  const value = valueOf(bits, samples);
  return (row, x, into, to) => {
    const index = value(row, x);
    for (let colour = 0; colour < 3; colour += 1) into[to + colour] = (colours[colour * count + index] ?? 0) >> 8;
  };
}

/** The first sample of a dot; of 16 bits, the upper half. */
function valueOf(bits: number, samples: number): (row: Uint8Array, x: number) => number {
  if (bits === 16) return (row, x) => row[2 * x * samples + 1] ?? 0;
  if (bits === 8) return (row, x) => row[x * samples] ?? 0;
  const most = (1 << bits) - 1;
  return (row, x) => ((row[(x * bits) >> 3] ?? 0) >> (8 - bits - ((x * bits) & 7))) & most;
}
