import { inflateSync } from 'node:zlib';
import { ok } from '#shared/lib/result.ts';
import type { Decoders } from '#shared/tiff/chunks.ts';
import { openTiff as openShared } from '#shared/tiff/open-tiff.ts';
import { oriented } from '../orient.ts';
import { type ConvertDeps, type OpenedFile, type Page, USUAL_QUALITY } from '../picture.ts';
import { encodable } from '../resample.ts';
import { keptJpegs } from './kept-jpegs.ts';
import { wholeJpegs } from './whole-jpegs.ts';

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): OpenedFile {
  const opened = openShared(bytes, decoders);
  if (!opened.ok) return opened;
  const tiff = opened.value;
  const kept = keptJpegs(codec);
  return ok({
    pages: tiff.pages,
    tool: 'tiff',
    quality: USUAL_QUALITY,
    page: async (index): Promise<Page> => {
      const { picture, orientation } = await tiff.page(index);
      if (picture.kind === 'bits') return oriented(picture, orientation);
      const upright = oriented(encodable(picture), orientation);
      const chunked = tiff.chunked[index];
      // Turned or made smaller, it is another picture.
      if (upright !== picture || chunked === undefined) return upright;
      const jpeg = await kept(index, wholeJpegs(bytes, chunked), picture);
      return jpeg === null ? picture : { ...picture, jpeg };
    },
  });
}

async function decoders(): Promise<Decoders> {
  const { default: utif } = await import('utif2');
  return { utif, inflate: async (packed, bytesMax) => inflateSync(packed, { maxOutputLength: bytesMax }) };
}
