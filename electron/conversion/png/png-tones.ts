import type { Tones } from '../rows/row-source.ts';
import type { PngParts } from './png-parts.ts';

/** Turns packed samples into one byte for each dot (`grey`) or three (`colour`), on white paper. Black and white becomes 0 and 255. */
export type ReadTones = (packed: Uint8Array, width: number, into: Uint8Array) => void;
export type PngTones = { readonly tones: Tones; readonly read: ReadTones };

export function pngTones(parts: PngParts): PngTones {
  const { colour } = parts.header;
  if (colour === 3) return paletteTones(parts);
  const isGrey = colour === 0 || colour === 4;
  const isBits = colour === 0 && parts.header.depth === 1 && parts.transparency === null;
  return { tones: isBits ? 'bits' : isGrey ? 'grey' : 'colour', read: sampleTones(parts, isGrey ? 1 : 3) };
}

/** Grey and colours, with alpha or a colour that is transparent. */
function sampleTones({ header, transparency }: PngParts, colours: 1 | 3): ReadTones {
  const { channels, depth } = header;
  const most = 2 ** depth - 1;
  const hasAlpha = channels > colours;
  const clear = hasAlpha || transparency?.byteLength !== colours * 2 ? null : samplesOf(transparency, 16);
  return (packed, width, into) => {
    const sample = samplesOf(packed, depth);
    for (let x = 0; x < width; x += 1) {
      const from = x * channels;
      let isClear = clear !== null;
      for (let colour = 0; colour < colours && isClear; colour += 1) isClear = sample(from + colour) === clear?.(colour);
      const share = isClear ? 0 : hasAlpha ? sample(from + colours) / most : 1;
      for (let colour = 0; colour < colours; colour += 1) {
        const value = (sample(from + colour) / most) * 255;
        into[x * colours + colour] = Math.round(value * share + 255 * (1 - share));
      }
    }
  };
}

function samplesOf(packed: Uint8Array, depth: number): (index: number) => number {
  if (depth === 8) return (index) => packed[index] as number;
  if (depth === 16) return (index) => ((packed[2 * index] as number) << 8) | (packed[2 * index + 1] as number);
  const mask = (1 << depth) - 1;
  return (index) => ((packed[(index * depth) >> 3] as number) >> (8 - depth - ((index * depth) & 7))) & mask;
}

function paletteTones({ header, palette, transparency }: PngParts): PngTones {
  const count = 1 << header.depth;
  const colours = new Uint8Array(count * 3);
  for (let at = 0; at < colours.length; at += 1) {
    const share = (transparency?.[Math.trunc(at / 3)] ?? 255) / 255;
    colours[at] = Math.round((palette?.[at] ?? 0) * share + 255 * (1 - share));
  }
  const dots = Array.from({ length: count }, (_, index) => [...colours.subarray(index * 3, index * 3 + 3)]);
  const isGrey = dots.every(([red, green, blue]) => red === green && green === blue);
  const isBits = isGrey && header.depth === 1 && dots.every(([value]) => value === 0 || value === 255);
  const each = isGrey ? 1 : 3;
  const read: ReadTones = (packed, width, into) => {
    const sample = samplesOf(packed, header.depth);
    for (let x = 0; x < width; x += 1) {
      for (let colour = 0; colour < each; colour += 1) into[x * each + colour] = colours[sample(x) * 3 + colour] as number;
    }
  };
  return { tones: isBits ? 'bits' : isGrey ? 'grey' : 'colour', read };
}
