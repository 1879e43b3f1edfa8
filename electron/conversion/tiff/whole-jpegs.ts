import { APP14, MARKER, segmentsAt, SOI } from '#shared/lib/jpeg-segments.ts';
import { concat } from '#shared/lib/concat.ts';
import { type ChunkedPage, JPEG_TABLES } from '#shared/tiff/chunks.ts';
import { headerAt, SEGMENTS_MAX } from '#shared/tiff/old-jpeg/header.ts';
import { JPEG, type TiffPage } from '#shared/tiff/tiff-page.ts';
import { jfifSegment } from '../jpeg/jfif.ts';
import { scansFrom } from '../jpeg/scans-from.ts';

/** Where a frame says how many components there are. */
const COMPONENTS = 9;
/** How many dots of the first component there are for one block of the picture: across and down. */
const [FIRST_SAMPLING, NOT_SUBSAMPLED] = [11, 0x11];

/**
 * The page as a whole JPEG with the compressed data that is in the file, once for each colour space that it may have, the most likely first. Empty if
 * the data is in several parts, or cut off. What TIFF says by tags (tables, colour space, resolution) is said by segments; metadata is left out.
 */
export function wholeJpegs(file: Uint8Array, { page, chunks }: ChunkedPage): readonly Uint8Array[] {
  const [chunk, another] = chunks;
  const [place, plane] = chunk?.places ?? [];
  if (page.compression !== JPEG || place === undefined || plane !== undefined || another !== undefined) return [];
  const stream = chunk?.stream?.() ?? file.subarray(place.at, place.at + place.bytes);
  const header = headerAt(stream, 0);
  if (header === null || header.scan === null || header.frame[COMPONENTS] !== page.samples) return [];
  const scans = scansFrom(stream, header.scan);
  if (scans === null) return [];
  const shared = segmentsAt(Uint8Array.from(page.directory.values(JPEG_TABLES) ?? []), 2, SEGMENTS_MAX).segments;
  const tables = [...shared.map(({ bytes }) => bytes), ...header.kept].filter((bytes) => bytes[1] !== APP14);
  return colourSegments(page).map((colours) => concat([Uint8Array.of(MARKER, SOI), colours, ...tables, header.frame, scans]));
}

/**
 * The page as a JPEG of YCbCr, if its colours have fewer dots than its brightness: nobody does that with red, green and blue, so that a tag which says
 * RGB is wrong. Some programs of scanners write it.
 */
export function subsampledJpeg(file: Uint8Array, chunked: ChunkedPage): Uint8Array | null {
  const [, jpeg] = wholeJpegs(file, chunked);
  const header = jpeg === undefined ? null : headerAt(jpeg, 0);
  return header?.frame[FIRST_SAMPLING] === undefined || header.frame[FIRST_SAMPLING] === NOT_SUBSAMPLED ? null : (jpeg ?? null);
}

/** JFIF says that the components are grey or YCbCr, Adobe's segment that they are RGB. Some programs of scanners write the tag for RGB with YCbCr. */
function colourSegments({ meaning, samples, resolution }: TiffPage): readonly Uint8Array[] {
  if (samples === 1) return [jfifSegment(resolution)];
  if (samples !== 3) return [];
  return meaning === 'rgb' ? [ADOBE_RGB, jfifSegment(resolution)] : [jfifSegment(resolution), ADOBE_RGB];
}

/** The last byte says that the components are not transformed. */
const ADOBE_RGB = Uint8Array.of(MARKER, APP14, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0);
