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
