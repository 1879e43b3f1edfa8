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
  /** Puts a whole JPEG together from several places of the file, in place of what lies there. */
  readonly stream?: () => Uint8Array;
};

export type ChunkedPage = { readonly page: TiffPage; readonly chunks: readonly Chunk[] };

const TILE_SIDE_MAX = 65_535;

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
