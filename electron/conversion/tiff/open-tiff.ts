import { fail, ok } from '#shared/lib/result.ts';
import { oriented } from '../orient.ts';
import { type OpenedFile, type Picture, USUAL_QUALITY } from '../picture.ts';
import { type Chunk, chunksOf, decompressed } from './chunks.ts';
import { encodable } from '../resample.ts';
import { readDirectories } from './directories.ts';
import { averages, type Paint, paintBits, paintColours, reductionOf, sumsFor } from './paint.ts';
import { type TiffPage, tiffPage } from './tiff-page.ts';

type Page = { readonly page: TiffPage; readonly chunks: readonly Chunk[] };

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(bytes: Uint8Array): OpenedFile {
  const directories = readDirectories(bytes);
  if (!directories.ok) return directories;
  const pages: Page[] = [];
  for (const directory of directories.value) {
    const page = tiffPage(directory);
    if (!page.ok) return page;
    const chunks = chunksOf(page.value, bytes.byteLength);
    if (chunks === null) return fail('not-understood');
    pages.push({ page: page.value, chunks });
  }
  return ok({
    pages: pages.length,
    tool: 'tiff',
    quality: USUAL_QUALITY,
    page: (index) => {
      const asked = pages[index];
      if (asked === undefined) throw new RangeError('no such page');
      return decoded(bytes, asked);
    },
  });
}

async function decoded(bytes: Uint8Array, { page, chunks }: Page): Promise<Picture> {
  const { default: utif } = await import('utif2');
  const paintAll = (paint: Paint): void => {
    for (const chunk of chunks) paint(chunk, decompressed(bytes, { page, chunk, utif }));
  };
  const isGrey = page.meaning === 'white-is-zero' || page.meaning === 'black-is-zero';
  const picture = page.bits === 1 && isGrey ? bitsOf(page, paintAll) : colourOf(page, { paintAll, isGrey });
  return oriented(picture, page.orientation);
}

function bitsOf(page: TiffPage, paintAll: (paint: Paint) => void): Picture {
  const { width, height, resolution } = page;
  const rows = new Uint8Array(Math.ceil(width / 8) * height);
  paintAll(paintBits(page, rows));
  return { kind: 'bits', width, height, rows, resolution };
}

function colourOf(page: TiffPage, { paintAll, isGrey }: { paintAll: (paint: Paint) => void; isGrey: boolean }): Picture {
  const reduction = reductionOf(page);
  const sums = sumsFor(page, reduction);
  paintAll(paintColours(page, sums));
  const { width, height } = sums;
  const resolution = page.resolution === null ? null : { x: page.resolution.x / reduction, y: page.resolution.y / reduction };
  return encodable({ kind: 'colour', width, height, rgba: averages(page, sums), isGrey, resolution });
}
