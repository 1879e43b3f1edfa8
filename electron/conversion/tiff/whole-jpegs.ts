import { concat } from '#shared/lib/concat.ts';
import { type ChunkedPage, JPEG_TABLES } from '#shared/tiff/chunks.ts';
import { APP14, headerAt, MARKER, segmentsAt, SOI } from '#shared/tiff/old-jpeg/header.ts';
import type { Resolution } from '#shared/tiff/picture.ts';
import { JPEG, type TiffPage } from '#shared/tiff/tiff-page.ts';
import { jpegEnd } from '../jpeg/jpeg-end.ts';

const APP0 = 0xe0;
/** Where a frame says how many components its dots have. */
const COMPONENTS = 9;
const DOTS_PER_INCH = 1;

/**
 * The page as one whole JPEG with the compressed dots that are in the file: once for each meaning that its colours may have, the likeliest first.
 * Empty if they lie in several parts, or are cut off. What TIFF says by tags (tables, meaning of the colours, resolution) is said by segments; what
 * other programs wrote into the JPEG beside the dots is left out.
 */
export function wholeJpegs(file: Uint8Array, { page, chunks }: ChunkedPage): readonly Uint8Array[] {
  const [chunk, another] = chunks;
  const [place, plane] = chunk?.places ?? [];
  if (page.compression !== JPEG || place === undefined || plane !== undefined || another !== undefined) return [];
  const stream = chunk?.stream?.() ?? file.subarray(place.at, place.at + place.bytes);
  const header = headerAt(stream, 0);
  if (header === null || header.scan === null || header.frame[COMPONENTS] !== page.samples) return [];
  const start = header.scan.end - header.scan.bytes.byteLength;
  const end = jpegEnd(stream, start);
  if (end === null) return [];
  const shared = segmentsAt(Uint8Array.from(page.directory.values(JPEG_TABLES) ?? []), 2).segments.map(({ bytes }) => bytes);
  const tables = [...shared, ...header.kept].filter((bytes) => bytes[1] !== APP14);
  return coloursSegments(page).map((colours) =>
    concat([Uint8Array.of(MARKER, SOI), colours, ...tables, header.frame, stream.subarray(start, end)]),
  );
}

/** Says that the dots are grey or YCbCr (JFIF), or RGB (a segment of Adobe's). Programs of scanners write the tag for RGB also for YCbCr. */
function coloursSegments({ meaning, samples, resolution }: TiffPage): readonly Uint8Array[] {
  if (samples === 1) return [jfif(resolution)];
  if (samples !== 3) return [];
  return meaning === 'rgb' ? [ADOBE_RGB, jfif(resolution)] : [jfif(resolution), ADOBE_RGB];
}

/** The last byte says that no transformation leads from the components to RGB. */
const ADOBE_RGB = Uint8Array.of(MARKER, APP14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0);

function jfif(resolution: Resolution | null): Uint8Array {
  const unit = resolution === null ? 0 : DOTS_PER_INCH;
  const [x, y] = [Math.round(resolution?.x ?? 1), Math.round(resolution?.y ?? 1)];
  return Uint8Array.of(MARKER, APP0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, unit, x >> 8, x & 0xff, y >> 8, y & 0xff, 0, 0);
}
