import { inflateSync } from 'node:zlib';
import { concat } from '#shared/lib/bytes.ts';
import { MARKER, SOI } from '#shared/lib/jpeg-segments.ts';
import { asNewJpeg } from '#shared/tiff/old-jpeg/as-new-jpeg.ts';
import { sharedTables } from '#shared/tiff/old-jpeg/header.ts';
import { type Chunk, type ChunkedPage, JPEG, OLD_JPEG, type TiffPage } from '#shared/tiff/tiff-page.ts';
import { isWholeJpeg } from '../../intake/inspect/pictures/jpeg-state.ts';

const LZW = 5;
const DEFLATES: ReadonlySet<number> = new Set([8, 32_946]);
const BITS = 8;
/** The last strip of some writers has rows that are not shown. */
const ROOM = 16 * 1024 * 1024;

/**
 * Whether the compressed data of each strip and tile is whole, as a strict reader sees it. libtiff stops at the last row, and decodes much damaged data
 * without a complaint. True for compressions in which damage cannot be recognised.
 */
export function isWholePage(bytes: Uint8Array, { page, chunks }: ChunkedPage): boolean {
  switch (page.compression) {
    case LZW:
      return everyPart(bytes, { page, chunks }, (stream, unpacked) => isWholeLzw(inOrder(stream, page), unpacked));
    case JPEG:
      return everyPart(bytes, { page, chunks }, (stream) => isWholeJpeg(withTables(stream, page)));
    case OLD_JPEG: {
      const made = asNewJpeg(bytes, { page, chunks });
      // Without its parts it is not made either.
      return made === null || made.chunks.every(({ stream }) => stream === undefined || isWholeJpeg(stream()));
    }
    default:
      return !DEFLATES.has(page.compression) || everyPart(bytes, { page, chunks }, isWholeDeflate);
  }
}

type IsWhole = (stream: Uint8Array, bytes: number) => boolean;

/** `bytes`: how many a strip or a tile has once it is unpacked. */
function everyPart(file: Uint8Array, { page, chunks }: ChunkedPage, isWhole: IsWhole): boolean {
  const bytesOf = ({ width, height }: Chunk): number => Math.ceil((width * page.bits * (page.isPlanar ? 1 : page.samples)) / BITS) * height;
  return chunks.every((chunk) => chunk.places.every(({ at, bytes }) => isWhole(file.subarray(at, at + bytes), bytesOf(chunk))));
}

/** It has a checksum, behind what libtiff reads. */
function isWholeDeflate(packed: Uint8Array, bytes: number): boolean {
  try {
    inflateSync(packed, { maxOutputLength: bytes + ROOM });
    return true;
  } catch {
    return false;
  }
}

function withTables(stream: Uint8Array, page: TiffPage): Uint8Array {
  return concat([Uint8Array.of(MARKER, SOI), ...sharedTables(page), stream.subarray(2)]);
}

const [CLEAR, END] = [256, 257];
const [FIRST_WIDTH, LAST_WIDTH] = [9, 12];
/** Some writers fill up to an even number of bytes. */
const FILLING = 1;
/** What may follow the last row of writers that do not write the end. */
const LOOSE_BYTES = 3;

/**
 * LZW has no checksum. But each code stands for so many bytes, and what is damaged stands for more or fewer: the sum has to be that of the rows, and
 * the code for the end has to follow (TIFF 6.0, section 13).
 */
function isWholeLzw(packed: Uint8Array, bytes: number): boolean {
  // The order of bits before 1988, of which libtiff warns.
  if (packed[0] === 0 && ((packed[1] ?? 0) & 1) === 1) return true;
  const codes = codesOf(packed);
  const lengths = new Uint32Array(1 << LAST_WIDTH).fill(1, 0, CLEAR);
  let [width, next, before, sum] = [FIRST_WIDTH, END + 1, 0, 0];
  while (sum <= bytes + FILLING) {
    const code = codes.next(width);
    if (code === null || code === END) return sum >= bytes;
    if (sum === bytes && codes.left() <= LOOSE_BYTES) return true;
    if (code === CLEAR) [width, next, before] = [FIRST_WIDTH, END + 1, 0];
    else {
      if (before === 0 ? code > CLEAR : code > next) return false;
      if (before > 0 && next < lengths.length) {
        lengths[next] = before + 1;
        next += 1;
      }
      before = lengths[code] as number;
      sum += before;
      // A code earlier than needed, as the first encoder did.
      if (next >= (1 << width) - 1 && width < LAST_WIDTH) width += 1;
    }
  }
  return false;
}

/** Numbers of some bits, of which the first is the highest of a byte. Null behind the last one. */
function codesOf(packed: Uint8Array): { readonly next: (width: number) => number | null; readonly left: () => number } {
  let [held, count, at] = [0, 0, 0];
  const next = (width: number): number | null => {
    while (count < width && at < packed.byteLength) {
      held = ((held << BITS) | (packed[at] as number)) & 0xff_ff_ff;
      at += 1;
      count += BITS;
    }
    if (count < width) return null;
    count -= width;
    return (held >> count) & ((1 << width) - 1);
  };
  return { next, left: () => packed.byteLength - at };
}

const FILL_ORDER = 266;
const LOWEST_FIRST = 2;

function inOrder(stream: Uint8Array, { directory }: TiffPage): Uint8Array {
  return directory.values(FILL_ORDER)?.[0] === LOWEST_FIRST ? stream.map((byte) => REVERSED[byte] as number) : stream;
}

const REVERSED = Uint8Array.from({ length: 1 << BITS }, (_, byte) =>
  Number.parseInt(byte.toString(2).padStart(BITS, '0').split('').toReversed().join(''), 2),
);
