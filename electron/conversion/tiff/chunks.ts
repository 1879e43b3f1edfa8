import { inflateSync } from 'node:zlib';
import { unpackedLzw } from './lzw.ts';
import { TAG, type TiffPage } from './tiff-page.ts';

/** A strip or a tile: a rectangle of the page that is compressed by itself. Tiles at the edges are larger than what they show. */
export type Chunk = {
  readonly left: number;
  readonly top: number;
  /** Of the compressed rectangle. */
  readonly width: number;
  readonly height: number;
  /** Where the bytes are; several places if each kind of sample lies apart. */
  readonly places: readonly { readonly at: number; readonly bytes: number }[];
};

const [UNCOMPRESSED, FAX_G3_FIRST, FAX_G4, LZW, JPEG, PREDICTED] = [1, 2, 4, 5, 7, 2];
const DEFLATES: ReadonlySet<number> = new Set([8, 32_946]);
const TILE_SIDE_MAX = 65_535;
const JPEG_TABLES = 347;

/** The rectangles of a page, or null if one of them is not inside the file. */
export function chunksOf(page: TiffPage, bytes: number): readonly Chunk[] | null {
  const { directory, width, height } = page;
  const tileWidth = directory.values(TAG.tileWidth)?.[0];
  const isTiled = tileWidth !== undefined;
  const sides = isTiled
    ? { width: tileWidth, height: directory.values(TAG.tileHeight)?.[0] ?? 0 }
    : { width, height: Math.min(directory.values(TAG.rowsPerStrip)?.[0] ?? height, height) };
  if (sides.width === 0 || sides.height === 0 || Math.max(sides.width, sides.height) > TILE_SIDE_MAX * (isTiled ? 1 : 2)) return null;
  const columns = Math.ceil(width / sides.width);
  const count = columns * Math.ceil(height / sides.height);
  const planes = page.isPlanar ? page.samples : 1;
  const offsets = directory.values(isTiled ? TAG.tileOffsets : TAG.stripOffsets) ?? directory.values(TAG.stripOffsets);
  const sizes = directory.values(isTiled ? TAG.tileBytes : TAG.stripBytes) ?? directory.values(TAG.stripBytes);
  if (offsets === null || offsets.length < count * planes) return null;
  const chunks: Chunk[] = [];
  for (let index = 0; index < count; index += 1) {
    const top = Math.trunc(index / columns) * sides.height;
    const rows = isTiled ? sides.height : Math.min(sides.height, height - top);
    const places = Array.from({ length: planes }, (_, sample) => {
      const at = offsets[sample * count + index] ?? 0;
      // Old programs leave the sizes out if there is one strip.
      return { at, bytes: sizes?.[sample * count + index] ?? bytes - at };
    });
    if (places.some((place) => place.bytes <= 0 || place.at + place.bytes > bytes)) return null;
    chunks.push({ left: (index % columns) * sides.width, top, width: sides.width, height: rows, places });
  }
  return chunks;
}

type Utif = { decodeImage(bytes: ArrayBuffer, image: Record<string, unknown>): void };

/** Decompresses a rectangle: whole bytes per row, samples side by side, 16 bits as little-endian. Throws for what is damaged. */
export function decompressed(file: Uint8Array, { page, chunk, utif }: { page: TiffPage; chunk: Chunk; utif: Utif }): Uint8Array {
  const planes = chunk.places.map((place) => plane(file.subarray(place.at, place.at + place.bytes), { page, chunk, utif }));
  const [first = new Uint8Array(0)] = planes;
  if (planes.length === 1) return first;
  const sampleBytes = page.bits >> 3;
  const all = new Uint8Array(first.byteLength * planes.length);
  for (const [index, samples] of planes.entries()) {
    for (let at = 0; at < first.byteLength; at += 1) {
      const dot = Math.trunc(at / sampleBytes);
      all[(dot * planes.length + index) * sampleBytes + (at % sampleBytes)] = samples[at] ?? 0;
    }
  }
  return all;
}

function plane(bytes: Uint8Array, { page, chunk, utif }: { page: TiffPage; chunk: Chunk; utif: Utif }): Uint8Array {
  const { directory, compression, bits } = page;
  const samples = page.isPlanar ? 1 : page.samples;
  const isJpeg = compression === JPEG;
  const isInflated = DEFLATES.has(compression);
  const rowBytes = Math.ceil((chunk.width * samples * bits) / 8);
  const ordered = !isJpeg && directory.values(TAG.fillOrder)?.[0] === 2 ? reversed(bytes) : bytes;
  // The library drops an inflated strip that is longer than its rows, and ignores the checksum.
  const most = rowBytes * (page.height + chunk.height);
  const isUnpacked = isInflated || compression === LZW;
  const data = isInflated
    ? inflateSync(ordered, { maxOutputLength: most })
    : isUnpacked
      ? unpackedLzw(ordered, rowBytes * chunk.height)
      : ordered;
  if ((isUnpacked || compression === UNCOMPRESSED) && data.byteLength < rowBytes * chunk.height) throw new RangeError('too short');
  // Its JPEG decoder makes three samples of each dot, also for grey.
  const isThree = isJpeg && samples === 1;
  const image: Record<string, unknown> = {
    t256: [chunk.width],
    t257: [chunk.height],
    t258: Array.from({ length: isThree ? 3 : samples }, () => bits),
    t259: [isUnpacked ? UNCOMPRESSED : compression],
    t262: [isJpeg && page.meaning === 'ycbcr' ? 6 : 2],
    t273: [2],
    t277: [isThree ? 3 : samples],
    t278: [chunk.height],
    t279: [data.byteLength],
  };
  const isFax = compression >= FAX_G3_FIRST && compression <= FAX_G4;
  if (isFax) image['t292'] = directory.values(TAG.faxOptions) ?? [0];
  if (!isFax && !isJpeg && directory.values(TAG.predictor)?.[0] === PREDICTED) image['t317'] = [PREDICTED];
  const tables = directory.values(JPEG_TABLES);
  if (isJpeg && tables !== null) image['t347'] = tables;
  utif.decodeImage(withOrder(data, directory.isLittle), image);
  const made = image['data'] as Uint8Array;
  return isThree ? made.filter((_, at) => at % 3 === 0) : made;
}

/** The library looks for the byte order in the file's first two bytes. */
function withOrder(data: Uint8Array, isLittle: boolean): ArrayBuffer {
  const file = new Uint8Array(data.byteLength + 2);
  file.fill(isLittle ? 0x49 : 0x4d, 0, 2);
  file.set(data, 2);
  return file.buffer;
}

const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) => {
  let reverse = 0;
  for (let bit = 0; bit < 8; bit += 1) reverse |= ((byte >> bit) & 1) << (7 - bit);
  return reverse;
});

function reversed(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => REVERSED[byte] ?? 0);
}
