import { type BmpHeader, bmpHeader } from '#shared/lib/pictures/bmp-header.ts';
import { fail, ok } from '#shared/lib/result.ts';
import { BEST_QUALITY, type ConvertDeps, type OpenedFile, type Page, PIXELS_MAX, type Resolution } from '../picture.ts';
import { plausible } from '#shared/tiff/plausible-resolution.ts';
import { pageOfRows } from '../resample.ts';
import { vipsPage } from '../vips/vips-page.ts';
import { bmpTones } from './bmp-colours.ts';
import { unpackedRuns } from './run-lengths.ts';

const METRE_INCHES = 39.370_1;
const CORE_HEADER_BYTES = 12;
const [UNCOMPRESSED, RUNS_OF_8, RUNS_OF_4, MASKS, MASKS_WITH_ALPHA] = [0, 1, 2, 3, 6];

/** Above this, a BMP is made smaller while it is read: beside it, libvips would need as much again. */
const SAMPLES_MAX = 64_000_000;

/** Opens a BMP that is to be made smaller: libvips has no reader for it. Files with a JPEG or PNG inside, which only printers know, are `not-understood`. */
export function openBmp(bytes: Uint8Array, by: Pick<ConvertDeps, 'vips'>): OpenedFile {
  const header = bmpHeader(bytes);
  if (header === null) return fail('not-understood');
  const { width, height, isTopDown, rowBytes } = header;
  if (width * height > PIXELS_MAX) return fail('too-many-pixels');
  const tones = bmpTones(bytes, header);
  const rows = rowsOf(bytes, header);
  if (tones === null || rows === null) return fail('not-understood');
  const read = (take: (row: Uint8Array) => void): void => {
    const made = new Uint8Array(width * tones.channels);
    for (let y = 0; y < height; y += 1) {
      const from = (isTopDown ? y : height - 1 - y) * rowBytes;
      tones.read(rows.subarray(from, from + rowBytes), made);
      take(made);
    }
  };
  let page: Page | null = null;
  const of = { width, height, resolution: resolutionOf(bytes, header), ...tones, read };
  return ok({ pages: 1, tool: null, quality: BEST_QUALITY, page: async () => (page ??= pageOf(of, by)) });
}

type Rows = Pick<Page, 'width' | 'height' | 'resolution'> & {
  readonly channels: 1 | 3;
  readonly isBits: boolean;
  readonly read: (take: (row: Uint8Array) => void) => void;
};

function pageOf({ channels, isBits, read, ...size }: Rows, by: Pick<ConvertDeps, 'vips'>): Page {
  const { width, height } = size;
  if (width * height * channels > SAMPLES_MAX && channels === 3) {
    const rows = pageOfRows({ ...size, isGrey: false });
    read((row) => rows.add(row));
    const { rgba: samples, ...small } = rows.picture();
    return { ...vipsPage({ dots: { ...small, samples, channels: 4 } }, small, by), png: async () => null };
  }
  const samples = new Uint8Array(width * height * channels);
  let at = 0;
  read((row) => {
    samples.set(row, at);
    at += row.byteLength;
  });
  return vipsPage({ dots: { width, height, samples, channels } }, { ...size, isGrey: channels === 1, isBits }, by);
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
