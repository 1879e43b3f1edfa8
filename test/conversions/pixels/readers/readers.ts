import { readFileSync } from 'node:fs';
import type { ConvertedKind } from '#shared/domain/item/conversion/conversion.ts';
import { ffmpeg } from './ffmpeg.ts';
import { graphicsMagick, imageMagick } from './image-magick.ts';
import { avifdec, dwebp, heifConvert } from './own-formats.ts';
import { mupdf, poppler } from './pages.ts';
import type { Reader } from './reader.ts';

/** Two of them read a page; a later one is asked only where an earlier one cannot. The first two share no decoder. */
export const READERS: Readonly<Record<ConvertedKind, readonly Reader[]>> = {
  tiff: [imageMagick, mupdf, ffmpeg, graphicsMagick],
  heic: [heifConvert, ffmpeg],
  avif: [avifdec, ffmpeg, heifConvert],
  webp: [dwebp, ffmpeg],
  jpeg: [imageMagick, ffmpeg],
  png: [imageMagick, mupdf],
  bmp: [imageMagick, ffmpeg],
  pdf: [mupdf, poppler],
};

type Lacking = { readonly reader: string; readonly kinds: readonly ConvertedKind[]; readonly words: RegExp };
/** Found in a file whose pictures have transparency, are put together from pieces, or are shown in part. */
const [ALPHA, GRID, CROP] = [/auxid:1\0|auxiliary:alpha/, /infe[^]{8,12}grid/, /clap/];
/** What a reader does not do, by words that such a file has: it shows another picture then, without a word. */
const LACKING: readonly Lacking[] = [
  { reader: 'FFmpeg', kinds: ['heic', 'avif'], words: ALPHA },
  { reader: 'FFmpeg', kinds: ['heic', 'avif'], words: GRID },
  { reader: 'FFmpeg', kinds: ['heic', 'avif'], words: CROP },
  { reader: 'avifdec', kinds: ['avif'], words: CROP },
];

/** Whether this reader cannot show the file as it is meant. */
export function isLacking(reader: Reader, { path, kind }: { readonly path: string; readonly kind: ConvertedKind }): boolean {
  const own = LACKING.filter((one) => one.reader === reader.name && one.kinds.includes(kind));
  if (own.length === 0) return false;
  const text = readFileSync(path).toString('latin1');
  return own.some(({ words }) => words.test(text));
}
