import { fail, ok } from '#shared/lib/result.ts';
import { PIXELS_MAX } from '../picture.ts';
import { packBits } from '../rows/pack-bits.ts';
import { type OpenedRows, type RowSource, rowBytesOf } from '../rows/row-source.ts';
import { type PngParts, pngParts } from './png-parts.ts';
import { type PngTones, pngTones } from './png-tones.ts';
import { unpackRows } from './unpack-rows.ts';

/** Opens a PNG that is to be made smaller. */
export function openPng(bytes: Uint8Array): OpenedRows {
  const parts = pngParts(bytes);
  if (parts === null) return fail('not-understood');
  const { width, height, isInterlaced } = parts.header;
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  const tones = pngTones(parts);
  const size = { width, height, resolution: parts.resolution, tones: tones.tones };
  return ok({ ...size, read: (take) => (isInterlaced ? readInterlaced(parts, tones, take) : readInOrder(parts, tones, take)) });
}

type Take = Parameters<RowSource['read']>[0];

function readInOrder(parts: PngParts, { tones, read }: PngTones, take: Take): Promise<void> {
  const { width } = parts.header;
  const row = new Uint8Array(rowBytesOf({ width, tones }));
  const dots = new Uint8Array(tones === 'bits' ? width : 0);
  return unpackRows(parts, ({ bytes }) => {
    read(bytes, width, tones === 'bits' ? dots : row);
    if (tones === 'bits') packBits(dots, row);
    return take(row);
  });
}

/** The rows of the passes come in another order, so that all of them are in memory. */
async function readInterlaced(parts: PngParts, { tones, read }: PngTones, take: Take): Promise<void> {
  const { width, height } = parts.header;
  const each = tones === 'colour' ? 3 : 1;
  const all = new Uint8Array(width * height * each);
  const dots = new Uint8Array(width * each);
  await unpackRows(parts, ({ pass, y, bytes }) => {
    read(bytes, pass.width, dots);
    const line = (pass.top + y * pass.down) * width;
    for (let x = 0; x < pass.width; x += 1) {
      const to = (line + pass.left + x * pass.across) * each;
      for (let colour = 0; colour < each; colour += 1) all[to + colour] = dots[x * each + colour] as number;
    }
    return true;
  });
  const row = new Uint8Array(rowBytesOf({ width, tones }));
  for (let y = 0; y < height; y += 1) {
    const line = all.subarray(y * width * each, (y + 1) * width * each);
    if (tones === 'bits') packBits(line, row);
    if (!take(tones === 'bits' ? row : line)) return;
  }
}
