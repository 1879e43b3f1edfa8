import { inflateSync } from 'node:zlib';
import { ok } from '#shared/lib/result.ts';
import type { Decoders } from '#shared/tiff/chunks.ts';
import { openTiff as openShared } from '#shared/tiff/open-tiff.ts';
import { oriented } from '../orient.ts';
import { type ConvertDeps, type OpenedFile, type Page, USUAL_QUALITY } from '../picture.ts';
import { encodable } from '../resample.ts';
import { jpegChooser } from './jpeg-chooser.ts';
import { wholeJpegs } from './whole-jpegs.ts';

/** Opens a TIFF: the headers of all pages are checked before the first one is decoded. */
export function openTiff(bytes: Uint8Array, { codec }: Pick<ConvertDeps, 'codec'>): OpenedFile {
  const opened = openShared(bytes, decoders);
  if (!opened.ok) return opened;
  const tiff = opened.value;
  const chooseJpeg = jpegChooser(codec);
  return ok({
    pages: tiff.pages,
    tool: 'tiff',
    quality: USUAL_QUALITY,
    page: async (index): Promise<Page> => {
      const { picture, orientation } = await tiff.page(index);
      if (picture.kind === 'bits') return oriented(picture, orientation);
      const upright = oriented(encodable(picture), orientation);
      const chunked = tiff.chunked[index];
      // A page that was turned or made smaller is no longer the picture that is in the file.
      if (upright !== picture || chunked === undefined) return upright;
      return { ...picture, jpeg: () => chooseJpeg(wholeJpegs(bytes, chunked), picture) };
    },
  });
}

export function loadTiff() {
  return import('utif2');
}

async function decoders(): Promise<Decoders> {
  const { default: utif } = await loadTiff();
  return { utif, inflate: async (packed, bytesMax) => inflateSync(packed, { maxOutputLength: bytesMax }) };
}
