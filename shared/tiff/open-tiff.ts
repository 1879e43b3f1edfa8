import { fail, ok, type Result } from '../lib/result.ts';
import { type ChunkedPage, chunksOf, type Decoders, decompressed } from './chunks.ts';
import { readDirectories } from './directories.ts';
import { averages, type Paint, paintBits, paintColours, reductionOf, sumsFor } from './paint.ts';
import { asNewJpeg } from './old-jpeg/as-new-jpeg.ts';
import type { Picture } from './picture.ts';
import { OLD_JPEG, type TiffPage, tiffPage } from './tiff-page.ts';

export type Tiff = {
  readonly pages: number;
  /** Where the compressed data of each page is. */
  readonly chunked: readonly ChunkedPage[];
  /** Decodes one page, from 0. `orientation` (as in EXIF) is still to be applied. Rejects if the page is damaged. */
  page(index: number): Promise<{ readonly picture: Picture; readonly orientation: number }>;
};

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(
  bytes: Uint8Array,
  decoders: () => Promise<Decoders>,
): Result<Tiff, 'not-understood' | 'too-many-pages' | 'too-many-pixels'> {
  const directories = readDirectories(bytes);
  if (!directories.ok) return directories;
  const pages: ChunkedPage[] = [];
  for (const directory of directories.value) {
    const page = tiffPage(directory);
    if (!page.ok) return page;
    const chunks = chunksOf(page.value, bytes.byteLength);
    if (chunks === null) return fail('not-understood');
    const found = { page: page.value, chunks };
    const read = page.value.compression === OLD_JPEG ? asNewJpeg(bytes, found) : found;
    if (read === null) return fail('not-understood');
    pages.push(read);
  }
  return ok({
    pages: pages.length,
    chunked: pages,
    page: async (index) => {
      const asked = pages[index];
      if (asked === undefined) throw new RangeError('no such page');
      return { picture: await decoded(bytes, asked, await decoders()), orientation: asked.page.orientation };
    },
  });
}

function decoded(bytes: Uint8Array, { page, chunks }: ChunkedPage, decoders: Decoders): Promise<Picture> {
  const paintAll = async (paint: Paint): Promise<void> => {
    for (const chunk of chunks) paint(chunk, await decompressed(bytes, { page, chunk, decoders }));
  };
  const isGrey = page.meaning === 'white-is-zero' || page.meaning === 'black-is-zero';
  return page.bits === 1 && isGrey ? decodeBits(page, paintAll) : decodeColours(page, { paintAll, isGrey });
}

type PaintAll = (paint: Paint) => Promise<void>;

async function decodeBits(page: TiffPage, paintAll: PaintAll): Promise<Picture> {
  const { width, height, resolution } = page;
  const rows = new Uint8Array(Math.ceil(width / 8) * height);
  await paintAll(paintBits(page, rows));
  return { kind: 'bits', width, height, rows, resolution };
}

async function decodeColours(page: TiffPage, { paintAll, isGrey }: { paintAll: PaintAll; isGrey: boolean }): Promise<Picture> {
  const reduction = reductionOf(page);
  const sums = sumsFor(page, reduction);
  await paintAll(paintColours(page, sums));
  const { width, height } = sums;
  const resolution = page.resolution === null ? null : { x: page.resolution.x / reduction, y: page.resolution.y / reduction };
  return { kind: 'colour', width, height, rgba: averages(page, sums), isGrey, resolution };
}
