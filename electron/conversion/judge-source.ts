import type { Remark } from '#shared/domain/item/conversion/remark.ts';
import { type Chunk, type ChunkedPage, chunksOf, JPEG, OLD_JPEG, tiffPage, type TiffPage } from '#shared/tiff/tiff-page.ts';
import { readDirectories } from '#shared/tiff/directories.ts';
import type { PictureKind } from '#shared/domain/item/joining/parts.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { InspectBudget } from '../intake/inspect/inspect-budget.ts';
import { checkBmp } from '../intake/inspect/pictures/check-bmp.ts';
import { isWholeJpeg } from '../intake/inspect/pictures/jpeg-state.ts';
import { viewOf } from '../intake/inspect/bytes.ts';
import {
  beginsWithBlock,
  blocksOf,
  endsWithBlock,
  hasZeroRun,
  isInBlocks,
  runsOf,
  runsWithin,
  type ZeroRun,
  zeroRuns,
} from '../intake/inspect/zero-runs.ts';
import { boxesIn } from './heif/heif-items.ts';
import { inflateSync } from 'node:zlib';
import { concat } from '#shared/lib/bytes.ts';
import { MARKER, SOI } from '#shared/lib/jpeg-segments.ts';
import { asNewJpeg } from '#shared/tiff/old-jpeg/as-new-jpeg.ts';
import { sharedTables } from '#shared/tiff/old-jpeg/header.ts';

/** A part of the file that holds dots. `isPacked`: a long run of zeros is not what the packing makes of any picture. */
type Part = { readonly from: number; readonly to: number; readonly isPacked: boolean };

/** Their codecs decode anything, and have no checksum. */
const UNCHECKED: ReadonlySet<PictureKind> = new Set(['webp', 'avif']);
const UNPACKED = 1;
const PACKBITS = 32_773;
/** Dots as they are, between numbers that say how many. */
const UNCODED: ReadonlySet<number> = new Set([UNPACKED, PACKBITS]);
const BOX_BYTES = 8;
/** A file has a handful. */
const PARTS_MAX = 4_096;

/** What is to be said of a file before it is decoded: a damaged one is decoded all the same, since many decoders say nothing. */
export function remarksOnSource(bytes: Uint8Array, kind: PictureKind): readonly Remark[] {
  const tiff = kind === 'tiff' ? pagesOf(bytes) : [];
  // Null: some of the strips or tiles lie beyond the end of the file.
  if (tiff === null || hasHoles(bytes, kind, tiff) || !tiff.every((page) => isWholePage(bytes, page))) return [{ kind: 'damaged' }];
  return UNCHECKED.has(kind) || tiff.some(({ page }) => UNCODED.has(page.compression)) ? [{ kind: 'unsure', about: 'content' }] : [];
}

/**
 * Whether some of a file was perhaps never written: zeros in whole blocks of the disk, where dots ought to be. Many decoders make white, black or the
 * colour before of them. Asked of what is converted, as the inspection asks it of what is sent as it is.
 */
function hasHoles(bytes: Uint8Array, kind: PictureKind, tiff: readonly ChunkedPage[]): boolean {
  switch (kind) {
    case 'tiff': {
      const parts = partsOfTiff(tiff);
      return isHoled(bytes, parts) || isWornOut(bytes, parts);
    }
    case 'heic':
    case 'avif':
      return isHoled(bytes, mediaData(bytes));
    case 'webp':
      return isHoled(bytes, partsOfWebp(bytes));
    case 'jpeg':
      return !isWholeJpeg(bytes);
    case 'bmp':
      return ['damaged', 'unfinished'].includes(checkBmp(bytes, new InspectBudget()));
    case 'png':
      // Each of its parts has a checksum.
      return false;
    default:
      return unreachable(kind);
  }
}

function isHoled(bytes: Uint8Array, parts: readonly Part[]): boolean {
  const runs = zeroRuns(bytes);
  return parts.some((part) => runsWithin(runs, part.from, part.to).some((run) => isHole(run, part, bytes.byteLength)));
}

/** In a fax, bytes of 255 repeat the row above, and no decoder complains of them. Rows of a picture do not begin and end where blocks of the disk do. */
function isWornOut(bytes: Uint8Array, parts: readonly Part[]): boolean {
  const runs = runsOf(bytes, 0xff).filter((run) => beginsWithBlock(run, 0) && (endsWithBlock(run, 0) || run.to === bytes.byteLength));
  return parts.some((part) => part.isPacked && hasZeroRun(runs, part.from, part.to));
}

/** Dots as they are may be zeros by themselves, as black is: then a hole has to begin and to end with a block, or with the file. */
function isHole(run: ZeroRun, { isPacked }: Part, fileBytes: number): boolean {
  if (isPacked) return isInBlocks(run, 0);
  const blocks = blocksOf(run);
  return run.from === blocks.from && (run.to === blocks.to || run.to === fileBytes);
}

/** The pages of a TIFF whose lists can be read: others are not made either. Null if a part of one of them is not in the file. */
function pagesOf(bytes: Uint8Array): readonly ChunkedPage[] | null {
  const directories = readDirectories(bytes);
  if (!directories.ok) return [];
  const pages: ChunkedPage[] = [];
  for (const { directory } of directories.value) {
    const page = tiffPage(directory);
    if (!page.ok) continue;
    const chunks = chunksOf(page.value, bytes.byteLength);
    if (chunks === null) return null;
    pages.push({ page: page.value, chunks });
  }
  return pages;
}

function partsOfTiff(pages: readonly ChunkedPage[]): readonly Part[] {
  return pages.flatMap(({ page, chunks }) => {
    const isPacked = page.compression !== UNPACKED;
    return chunks.flatMap(({ places }) => places.map((place) => ({ from: place.at, to: place.at + place.bytes, isPacked })));
  });
}

/** The boxes with the compressed pictures of a file of ISO/IEC 14496-12. */
function mediaData(bytes: Uint8Array): readonly Part[] {
  const boxes = boxesIn(bytes, 0, bytes.byteLength).filter(({ name }) => name === 'mdat');
  return boxes.map(({ from, to }) => ({ from, to, isPacked: true }));
}

const DOTS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH']);
const RIFF_BYTES = 12;

function partsOfWebp(bytes: Uint8Array): readonly Part[] {
  const view = viewOf(bytes);
  const parts: Part[] = [];
  for (let [at, count] = [RIFF_BYTES, 0]; at + BOX_BYTES <= bytes.byteLength && count < PARTS_MAX; count += 1) {
    const size = view.getUint32(at + 4, true);
    if (DOTS.has(nameAt(bytes, at)))
      parts.push({ from: at + BOX_BYTES, to: Math.min(at + BOX_BYTES + size, bytes.byteLength), isPacked: true });
    at += BOX_BYTES + size + (size % 2);
  }
  return parts;
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

const LZW = 5;
const DEFLATES: ReadonlySet<number> = new Set([8, 32_946]);
const BITS = 8;
/** The last strip of some writers has rows that are not shown. */
const ROOM = 16 * 1024 * 1024;

/**
 * Whether the compressed data of each strip and tile is whole, as a strict reader sees it. libtiff stops at the last row, and decodes much damaged data
 * without a complaint. True for compressions in which damage cannot be recognised.
 */
function isWholePage(bytes: Uint8Array, { page, chunks }: ChunkedPage): boolean {
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
