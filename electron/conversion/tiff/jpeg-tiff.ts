import { concat } from '#shared/lib/bytes.ts';
import { type ChunkedPage, JPEG, TAG, type TiffPage } from '#shared/tiff/tiff-page.ts';

const [SHORT, LONG] = [3, 4];
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
const [WHITE_IS_ZERO, GREY, RGB, YCBCR] = [0, 1, 2, 6];

const MAGIC = Uint8Array.of(0x49, 0x49, 42, 0, HEADER_BYTES, 0, 0, 0);

/**
 * A TIFF of one page, in strips that are whole JPEGs, as TIFF has them since its supplement of 1995: libtiff as it is compiled here does not read the
 * older kind.
 */
export function jpegTiff({ page, chunks }: ChunkedPage): Uint8Array {
  const streams = chunks.map(({ stream }) => stream?.() ?? new Uint8Array(0));
  const [first] = chunks;
  // What is larger than it shows is a tile.
  const isTile = first !== undefined && (first.width !== page.width || first.height > page.height);
  const tags = tagsOf(page, { first, isTile, lengths: streams.map(({ byteLength }) => byteLength) });
  const listBytes = 2 + tags.length * ENTRY_BYTES + 4;
  const longBytes = tags.reduce((sum, [, type, values]) => sum + beyond(type, values), 0);
  const list = new DataView(new ArrayBuffer(listBytes + longBytes));
  let [dataAt, longAt] = [HEADER_BYTES + list.byteLength, listBytes];
  list.setUint16(0, tags.length, true);
  for (const [index, [tag, type, listed]] of tags.entries()) {
    const at = 2 + index * ENTRY_BYTES;
    const values =
      tag === TAG.stripOffsets || tag === TAG.tileOffsets ? streams.map(({ byteLength }) => (dataAt += byteLength) - byteLength) : listed;
    list.setUint16(at, tag, true);
    list.setUint16(at + 2, type, true);
    list.setUint32(at + 4, values.length, true);
    const isLong = beyond(type, values) > 0;
    if (isLong) list.setUint32(at + 8, HEADER_BYTES + longAt, true);
    const place = isLong ? longAt : at + 8;
    for (const [number, value] of values.entries()) {
      if (type === SHORT) list.setUint16(place + 2 * number, value, true);
      else list.setUint32(place + 4 * number, value, true);
    }
    longAt += beyond(type, values);
  }
  return concat([MAGIC, new Uint8Array(list.buffer), ...streams]);
}

type Tag = readonly [tag: number, type: number, values: readonly number[]];
type Parts = { readonly first: ChunkedPage['chunks'][number] | undefined; readonly isTile: boolean; readonly lengths: readonly number[] };

/** In the order of their numbers, as TIFF wants them. The places of the parts are not known yet. */
function tagsOf(page: TiffPage, { first, isTile, lengths }: Parts): readonly Tag[] {
  const places = lengths.map(() => 0);
  const { width = page.width, height = page.height } = first ?? {};
  const parts: readonly Tag[] = isTile
    ? [
        [TAG.tileWidth, LONG, [width]],
        [TAG.tileHeight, LONG, [height]],
        [TAG.tileOffsets, LONG, places],
        [TAG.tileBytes, LONG, lengths],
      ]
    : [
        [TAG.stripOffsets, LONG, places],
        [TAG.rowsPerStrip, LONG, [height]],
        [TAG.stripBytes, LONG, lengths],
      ];
  const tags: readonly Tag[] = [
    [TAG.width, LONG, [page.width]],
    [TAG.height, LONG, [page.height]],
    [TAG.bits, SHORT, Array.from({ length: page.samples }, () => page.bits)],
    [TAG.compression, SHORT, [JPEG]],
    [TAG.meaning, SHORT, [meaningOf(page)]],
    [TAG.orientation, SHORT, [page.orientation]],
    [TAG.samples, SHORT, [page.samples]],
    [TAG.planes, SHORT, [1]],
    ...parts,
  ];
  return tags.toSorted(([one], [other]) => one - other);
}

function meaningOf({ meaning, samples }: TiffPage): number {
  if (samples === 1) return meaning === 'white-is-zero' ? WHITE_IS_ZERO : GREY;
  return meaning === 'rgb' ? RGB : YCBCR;
}

/** How many bytes of the values do not fit into the entry itself. */
function beyond(type: number, values: readonly number[]): number {
  const bytes = values.length * (type === SHORT ? 2 : 4);
  return bytes > 4 ? bytes : 0;
}
