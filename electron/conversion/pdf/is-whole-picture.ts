import { createInflate } from 'node:zlib';
import { filtersOf } from './decoded-stream.ts';
import { isWholeJpeg } from './jpeg-size.ts';
import type { PdfLib } from './pdf-lib.ts';
import type { EmbeddedPicture } from './re-encodable.ts';

/** Whether all rows of a picture are there. A decoder may make black of what is not. */
export async function isWholePicture({ stream, width, height, samples }: EmbeddedPicture, lib: PdfLib): Promise<boolean> {
  const { contents, dict } = stream;
  const filters = filtersOf(dict, lib).join(' ');
  if (filters === 'DCTDecode') return isWholeJpeg(contents);
  return filters !== 'FlateDecode' || inflatesTo(contents, width * height * samples);
}

async function inflatesTo(bytes: Uint8Array, least: number): Promise<boolean> {
  const inflate = createInflate();
  inflate.end(bytes);
  let count = 0;
  try {
    for await (const chunk of inflate) {
      count += (chunk as Uint8Array).byteLength;
      if (count >= least) return true;
    }
  } catch {
    // Damaged, or cut off.
  }
  return false;
}
