import { type BmpHeader, bmpHeader } from '#shared/lib/pictures/bmp-header.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { PIXELS_MAX, type Resolution } from '../picture.ts';
import { plausible } from '#shared/tiff/plausible-resolution.ts';
import { type OpenedRows, rowBytesOf } from '../rows/row-source.ts';
import { bmpTones } from './bmp-colours.ts';
import { unpackedRuns } from './run-lengths.ts';

const METRE_INCHES = 39.370_1;
const CORE_HEADER_BYTES = 12;
const [UNCOMPRESSED, RUNS_OF_8, RUNS_OF_4, MASKS, MASKS_WITH_ALPHA] = [0, 1, 2, 3, 6];

/** Opens a BMP that is to be made smaller. Files with a JPEG or PNG inside, which only printers know, are `not-understood`. */
export function openBmp(bytes: Uint8Array): OpenedRows {
  const header = bmpHeader(bytes);
  if (header === null) return fail('not-understood');
  const { width, height, isTopDown, rowBytes } = header;
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  const tones = bmpTones(bytes, header);
  const rows = rowsOf(bytes, header);
  if (tones === null || rows === null) return fail('not-understood');
  const size = { width, height, resolution: resolutionOf(bytes, header), tones: tones.tones };
  return ok({
    ...size,
    read: async (take) => {
      const made = new Uint8Array(rowBytesOf(size));
      for (let y = 0; y < height; y += 1) {
        const from = (isTopDown ? y : height - 1 - y) * rowBytes;
        tones.read(rows.subarray(from, from + rowBytes), made);
        if (!take(made)) return;
      }
    },
  });
}

/** All rows in the order of the file; the last one may lack its padding. */
function rowsOf(bytes: Uint8Array, header: BmpHeader): Uint8Array | null {
  const { pixelsAt, width, height, bits, compression, rowBytes } = header;
  switch (compression) {
    case RUNS_OF_8:
      return bits === 8 ? unpackedRuns(bytes, header) : null;
    case RUNS_OF_4:
      return bits === 4 ? unpackedRuns(bytes, header) : null;
    case MASKS:
    case MASKS_WITH_ALPHA:
      if (bits !== 16 && bits !== 32) return null;
      break;
    case UNCOMPRESSED:
      break;
    default:
      return null;
  }
  const rows = bytes.subarray(pixelsAt, pixelsAt + rowBytes * height);
  return rows.byteLength >= rowBytes * (height - 1) + Math.ceil((width * bits) / 8) ? rows : null;
}

function resolutionOf(bytes: Uint8Array, header: BmpHeader): Resolution | null {
  if (header.headerBytes === CORE_HEADER_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const of = { x: view.getInt32(38, true) / METRE_INCHES, y: view.getInt32(42, true) / METRE_INCHES };
  return of.x > 0 && of.y > 0 ? plausible(of, header) : null;
}
