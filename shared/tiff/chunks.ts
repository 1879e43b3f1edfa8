import { unpackedLzw } from './lzw.ts';
import { JPEG, TAG, type TiffPage } from './tiff-page.ts';

/** A strip or a tile: a rectangle of the page that is compressed by itself. Tiles at the edges are larger than what they show. */
export type Chunk = {
  readonly left: number;
  readonly top: number;
  /** Of the compressed rectangle. */
  readonly width: number;
  readonly height: number;
  /** Where the bytes are; several places if each kind of sample lies apart. */
  readonly places: readonly { readonly at: number; readonly bytes: number }[];
  /** Puts a whole JPEG together from several places of the file, in place of what lies there. */
  readonly stream?: () => Uint8Array;
};

export type ChunkedPage = { readonly page: TiffPage; readonly chunks: readonly Chunk[] };

const [UNCOMPRESSED, FAX_G3_FIRST, FAX_G4, LZW, PREDICTED] = [1, 2, 4, 5, 2];
const DEFLATES: ReadonlySet<number> = new Set([8, 32_946]);
const TILE_SIDE_MAX = 65_535;
export const JPEG_TABLES = 347;

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

export type Decoders = {
  readonly utif: { decodeImage(bytes: ArrayBuffer, image: Record<string, unknown>): void };
  /** Rejects for what is damaged, or becomes longer than this. */
  readonly inflate: (packed: Uint8Array, bytesMax: number) => Promise<Uint8Array>;
};

type Packed = { readonly page: TiffPage; readonly chunk: Chunk; readonly decoders: Decoders };

/** Decompresses a rectangle: whole bytes per row, samples side by side, 16 bits as little-endian. Rejects for what is damaged. */
export async function decompressed(file: Uint8Array, { page, chunk, decoders }: Packed): Promise<Uint8Array> {
  const packed = chunk.stream === undefined ? chunk.places.map(({ at, bytes }) => file.subarray(at, at + bytes)) : [chunk.stream()];
  const planes: Uint8Array[] = [];
  for (const bytes of packed) planes.push(await plane(bytes, { page, chunk, decoders }));
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

async function plane(bytes: Uint8Array, { page, chunk, decoders: { utif, inflate } }: Packed): Promise<Uint8Array> {
  const { directory, compression, bits } = page;
  const samples = page.isPlanar ? 1 : page.samples;
  const isJpeg = compression === JPEG;
  if (isJpeg && !isJpegWithin(bytes, chunk)) throw new RangeError('another size');
  const isInflated = DEFLATES.has(compression);
  const rowBytes = Math.ceil((chunk.width * samples * bits) / 8);
  const ordered = !isJpeg && directory.values(TAG.fillOrder)?.[0] === 2 ? reversed(bytes) : bytes;
  // The library drops an inflated strip that is longer than its rows, and ignores the checksum.
  const most = rowBytes * (page.height + chunk.height);
  const isUnpacked = isInflated || compression === LZW;
  const data = isInflated ? await inflate(ordered, most) : isUnpacked ? unpackedLzw(ordered, rowBytes * chunk.height) : ordered;
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

const [START_OF_FRAME, LAST_START_OF_FRAME, START_OF_SCAN, MARKER] = [0xc0, 0xc2, 0xda, 0xff];

/** Whether it says that it is hardly larger than its rectangle: the library would get memory for whatever it says. */
function isJpegWithin(bytes: Uint8Array, { width, height }: Chunk): boolean {
  const u16 = (at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
  for (let at = 2; at + 9 <= bytes.byteLength && bytes[at] === MARKER; at += 2 + u16(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= START_OF_FRAME && marker <= LAST_START_OF_FRAME) return u16(at + 5) <= height + 16 && u16(at + 7) <= width + 16;
    if (marker === START_OF_SCAN) return false;
  }
  return false;
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
